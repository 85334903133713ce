// SPDX-License-Identifier: MIT

/// One thing that is wrong with a configuration.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as a person calls it.
    public var file: String
    /// Counted from 1; nil where the fault is not at one place.
    public var line: Int?
    /// The key's names from the outside in: `tabs[2].icon`. Empty where the fault is not with one key.
    public var path: String
    /// What is wrong, and what is allowed.
    public var message: String

    public init(file: String, line: Int? = nil, path: String = "", message: String) {
        self.file = file
        self.line = line
        self.path = path
        self.message = message
    }

    /// `config.toml:12: bar.heigth: there is no such key; did you mean "height"?`
    public var description: String {
        "\(file):\(line.map { "\($0):" } ?? "") \(path.isEmpty ? "" : "\(path): ")\(message)"
    }
}

/// All that is wrong with a configuration; at least one error.
public struct ConfigurationErrors: Error, Equatable, Sendable, CustomStringConvertible {
    public var errors: [ConfigurationError]

    public init(_ errors: [ConfigurationError]) {
        self.errors = errors
    }

    /// Each error on a line of its own.
    public var lines: [String] { errors.map(\.description) }
    public var description: String { lines.joined(separator: "\n") }
}
