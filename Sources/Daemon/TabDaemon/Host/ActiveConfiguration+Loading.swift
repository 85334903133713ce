// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel
import ShellConfig
import TabshellIPC

extension ActiveConfiguration {
    /// Reads the configuration, and waits for it.
    ///
    /// - Parameters:
    ///   - saved: returns the last configuration without errors, nil if there is none, in place of files with errors;
    ///     nil to refuse them.
    /// - Throws: ``ConfigurationErrors`` when the files are refused, or do not exist although they were requested.
    init(
        _ loader: ConfigurationLoader, lookOverride: LookOverride? = nil, saved: (() -> Configuration?)? = nil
    ) throws(ConfigurationErrors) {
        let reading = Result { () throws(ConfigurationErrors) in
            try loader.load(ConfigurationRequest(override: lookOverride))
        }
        if case .failure(let errors) = reading, saved == nil || loader.isMistaken { throw errors }
        let fallback = loader.defaultConfiguration
        // A lock outlasts the file that it is in.
        let isNeeded =
            switch reading {
            case .success(let reading): reading.files.isEmpty
            case .failure: true
            }
        self.init(
            reading, saved: isNeeded ? saved?() : nil, fallback: fallback, file: loader.file,
            tabsPath: loader.tabsFile, lookOverride: lookOverride)
    }
}

extension ShellState {
    /// The initial state of a daemon without a saved state.
    ///
    /// - Parameter scene: the name of the scene to enter.
    /// - Throws: ``ConfigurationErrors``, or the ``WireError`` of a scene that cannot be entered.
    public init(from source: ConfigurationLoader, scene: String?) throws {
        let active = try ActiveConfiguration(source)
        let configuration = active.configuration
        let memory = PersistentState(appearance: configuration.appearance)
        self.init(configuration.setup, restoring: memory, now: MonotonicClock.now)
        guard let scene else { return }
        let preset = try active.scene(scene)
        do throws(CommandError) {
            let now = MonotonicClock.now
            self = try reduce(.applyPreset(preset), at: now, isAuthorized: true).state
                .reduce(.setUnlocked(false), at: now).state
        } catch {
            throw WireError(error)
        }
    }
}
