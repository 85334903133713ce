// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import ShellModel
import TabshellIPC

extension ShellState {
    /// The initial state of a daemon without a saved state.
    ///
    /// - Parameter scene: the name of the scene to enter.
    /// - Throws: ``DaemonError`` when the configuration has errors, or no such scene.
    public init(from source: ConfigurationLoader, scene: String?) throws(DaemonError) {
        let manager: ConfigurationManager
        do throws(ConfigurationErrors) {
            manager = try ConfigurationManager(source, lookOverride: nil)
        } catch {
            throw .configuration(error)
        }
        let configuration = manager.configuration
        let now = MonotonicClock.now
        self.init(configuration.setup, restoring: PersistentState(appearance: configuration.appearance), now: now)
        guard let scene else { return }
        do throws(WireError) {
            let setup = try manager.scene(scene).get()
            do throws(CommandError) {
                self = try reduce(.applyPreset(setup), at: now).state
            } catch {
                throw WireError(error)
            }
        } catch {
            throw .scene(error)
        }
    }
}
