// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig
import ShellModel
import TabshellIPC

extension ShellState {
    /// The initial state of a daemon without a saved state.
    ///
    /// - Parameter scene: the name of the scene to enter.
    /// - Throws: ``ConfigurationErrors``, or the ``WireError`` of a scene that cannot be entered.
    public init(from source: ConfigurationLoader, scene: String?) throws {
        let manager = try ConfigurationManager(source, lookOverride: nil)
        let configuration = manager.configuration
        self.init(
            configuration.setup, restoring: PersistentState(appearance: configuration.appearance),
            now: MonotonicClock.now)
        if let scene { try enter(scene, of: manager) }
    }

    /// Enters a scene before the first client connects. No guarded tab stays in front.
    mutating func enter(_ scene: String, of manager: ConfigurationManager) throws(WireError) {
        let preset = try manager.scene(scene)
        do throws(CommandError) {
            let now = MonotonicClock.now
            self = try reduce(.applyPreset(preset), at: now, isAuthorized: true).state
                .reduce(.setUnlocked(false), at: now).state
        } catch {
            throw WireError(error)
        }
    }
}
