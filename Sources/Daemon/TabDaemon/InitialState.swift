// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import ShellModel
import TabshellIPC

extension ShellState {
    /// The state that a daemon would start in, had it never run before.
    ///
    /// - Parameter scene: the named state to begin in.
    /// - Throws: ``DaemonError`` when the configuration has errors, or no such scene.
    public init(from source: ConfigurationLoader, scene: String?) throws(DaemonError) {
        let configurator: ConfigurationManager
        do throws(ConfigurationErrors) {
            configurator = try ConfigurationManager(source, choice: nil)
        } catch {
            throw .configuration(error)
        }
        let configuration = configurator.configuration
        let now = MonotonicClock.now
        self.init(configuration.setup, restoring: PersistentState(appearance: configuration.appearance), now: now)
        guard let scene else { return }
        do throws(WireError) {
            let setup = try configurator.scene(scene).get()
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
