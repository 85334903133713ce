// SPDX-License-Identifier: MIT

/// Resolves the names of icons.
public struct IconResolver: Sendable {
    /// The names of the built-in icons.
    public var builtIn: [String]
    /// Resolves an icon that is not built in to an absolute path. Its arguments are the icon's name, the configured icon
    /// theme, and the folder of the file that names the icon.
    public var find:
        @Sendable (_ name: String, _ theme: String?, _ folder: String?) throws(IconResolutionError) -> String

    public init(
        builtIn: [String],
        find:
            @escaping @Sendable (_ name: String, _ theme: String?, _ folder: String?) throws(IconResolutionError) ->
            String
    ) {
        self.builtIn = builtIn
        self.find = find
    }
}

/// The reason why there is no such icon.
public struct IconResolutionError: Error, Equatable, Sendable {
    /// The end of a sentence.
    public var message: String
    /// The built-in icons that may be meant, the likeliest first.
    public var suggestions: [String]

    public init(_ message: String, suggestions: [String] = []) {
        self.message = message
        self.suggestions = suggestions
    }
}
