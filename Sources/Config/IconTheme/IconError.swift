// SPDX-License-Identifier: MIT

/// Why there is no such icon, as a sentence for the person who configured it.
public struct IconError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was configured.
    public let icon: String
    /// What was looked for and where, without the suggestion.
    public let reason: String
    /// The built-in icon whose name is nearest, if one is near.
    public let suggestion: String?

    /// The whole sentence.
    public var description: String {
        "no icon \"\(icon)\": \(reason)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
}
