// SPDX-License-Identifier: MIT

/// The configuration in force, and the errors for which it is not that of the files, or is in none.
public struct ConfigurationStatus: Equatable, Sendable {
    public enum Source: String, Sendable, CaseIterable {
        /// The files; if these have errors, as they were before.
        case files
        /// The last one without errors, which the daemon has saved.
        case saved
        case builtIn = "default"
    }

    public var source: Source
    /// One line each; empty if the files have none, and the tabs could be written at the last attempt.
    public var errors: [String]
    /// True if the tabs were changed in the running shell, and the changes are in no file.
    public var hasUnsavedTabs: Bool

    public init(source: Source = .files, errors: [String] = [], hasUnsavedTabs: Bool = false) {
        self.source = source
        self.errors = errors
        self.hasUnsavedTabs = hasUnsavedTabs
    }
}
