// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import TabModel
import TabWire

extension ShellState {
    /// The state that a daemon would start in, had it never run before.
    ///
    /// - Parameter scene: the named state to begin in.
    /// - Throws: ``DaemonError`` when the configuration has errors, or no such scene.
    public init(from source: ConfigurationSource, scene: String?) throws(DaemonError) {
        let configurator: Configurator
        do throws(ConfigurationErrors) {
            configurator = try Configurator(source, choice: nil)
        } catch {
            throw .configuration(error)
        }
        let configuration = configurator.configuration
        let now = MonotonicClock.now
        self.init(configuration.setup, memory: Memory(appearance: configuration.appearance), now: now)
        guard let scene else { return }
        do throws(WireError) {
            let setup = try configurator.scene(scene).get()
            do throws(Refusal) {
                self = try reduce(.enter(setup, at: now)).state
            } catch {
                throw WireError(error)
            }
        } catch {
            throw .scene(error)
        }
    }
}
