import Localization

/// An error in a configuration file.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name in messages.
    public var file: String
    /// Counted from 1; nil if the error is not in one place.
    public var line: Int?
    /// The path of the key, such as `tabs[2].icon`; empty for an error about several keys or none.
    public var path: String
    /// The error, and the allowed values.
    public var message: String

    public init(file: String, line: Int? = nil, path: String = "", message: String) {
        self.file = file
        self.line = line
        self.path = path
        self.message = message
    }

    /// `config.toml:12: bar.heigth: there is no such key; did you mean "bar.height"?`
    public var description: String {
        "\(file == TabsEdit.errorFile ? localized("the change of the tabs") : file):\(line.map { "\($0):" } ?? "") \(path.isEmpty ? "" : "\(path): ")\(message)"
    }
}

/// All errors of a configuration; at least one.
public struct ConfigurationErrors: Error, Equatable, Sendable, CustomStringConvertible {
    public var errors: [ConfigurationError]
    /// True if reading took too long; another attempt may not.
    public let isTimeout: Bool
    /// True if a lock may be in an unreadable file, or is in one with errors.
    public let mayHideLock: Bool

    public init(_ errors: [ConfigurationError], isTimeout: Bool = false, mayHideLock: Bool = false) {
        (self.errors, self.isTimeout, self.mayHideLock) = (errors, isTimeout, mayHideLock || isTimeout)
    }

    /// The errors, one to a line.
    public var lines: [String] { errors.map(\.description) }
    public var description: String { lines.joined(separator: "\n") }
}
