// SPDX-License-Identifier: MIT

/// Finds what an icon's name stands for.
public struct IconResolver: Sendable {
    /// The icons that are part of tabshell, for suggestions.
    public var builtIn: [String]
    /// Finds an icon that is not built in: the name, the icon theme that the configuration names, and the folder of the
    /// file that the name stands in. Answers an absolute path.
    public var find: @Sendable (_ name: String, _ theme: String?, _ folder: String?) throws(IconDiagnostic) -> String

    public init(
        builtIn: [String],
        find: @escaping @Sendable (_ name: String, _ theme: String?, _ folder: String?) throws(IconDiagnostic) -> String
    ) {
        self.builtIn = builtIn
        self.find = find
    }
}

/// Why an icon cannot be had, as the end of a sentence for a person.
public struct IconDiagnostic: Error, Equatable, Sendable {
    public var message: String

    public init(_ message: String) {
        self.message = message
    }
}
