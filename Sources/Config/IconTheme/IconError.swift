// SPDX-License-Identifier: MIT

/// The reason why an icon cannot be found.
public struct IconError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The configured name.
    public let icon: String
    /// The reason and the searched folders, without the suggestion.
    public let reason: String
    /// The built-in icon of a similar name, if there is one.
    public let suggestion: String?

    public var description: String {
        "no icon \"\(icon)\": \(reason)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
}
