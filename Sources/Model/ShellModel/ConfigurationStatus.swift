/// The configuration in force, and the errors that keep it from matching the files, or keep it in no file.
public struct ConfigurationStatus: Equatable, Sendable {
    public enum Source: String, Sendable, CaseIterable {
        /// The files; if these have errors, their last valid version.
        case files
        /// The last configuration without errors, saved by the daemon.
        case saved
        case builtIn = "default"
    }

    public var source: Source
    /// One line each; empty if the files have none, and the tabs could be written at the last attempt.
    public var errors: [String]
    /// True if changes of the tabs in the running shell are in no file.
    public var hasUnsavedTabs: Bool

    public init(source: Source = .files, errors: [String] = [], hasUnsavedTabs: Bool = false) {
        self.source = source
        self.errors = errors
        self.hasUnsavedTabs = hasUnsavedTabs
    }
}
