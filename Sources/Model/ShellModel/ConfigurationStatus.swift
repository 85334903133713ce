// SPDX-License-Identifier: MIT

/// The configuration in force, and the errors for which it is not that of the files.
public struct ConfigurationStatus: Equatable, Sendable {
    public enum Source: String, Sendable, CaseIterable {
        /// The files; if these have errors, as they were before.
        case files
        /// The last one without errors, which the daemon has saved.
        case saved
        /// The built-in one.
        case builtIn = "default"
    }

    public var source: Source
    /// One line each; empty if the files have none.
    public var errors: [String]

    public init(source: Source = .files, errors: [String] = []) {
        self.source = source
        self.errors = errors
    }
}
