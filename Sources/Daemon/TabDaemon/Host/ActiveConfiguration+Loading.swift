import EventLoop
import ShellModel
import ShellConfig

extension ActiveConfiguration {
    /// Reads the configuration, and waits for it. In place of files with errors it uses the last one without; nil
    /// refuses them. A requested file that does not exist is refused in any case.
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
    public init(from source: ConfigurationLoader) throws(ConfigurationErrors) {
        let configuration = try ActiveConfiguration(source).configuration
        let memory = PersistentState(appearance: configuration.appearance)
        self.init(configuration.setup, restoring: memory, now: MonotonicClock.now)
    }
}
