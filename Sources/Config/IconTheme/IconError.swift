// SPDX-License-Identifier: MIT
import Localization

/// The reason why an icon cannot be found.
public struct IconError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The configured name.
    public let icon: String
    /// The reason and the searched folders, without the suggestion.
    public let reason: String
    /// The built-in icons that may be meant, the likeliest first.
    public let suggestions: [String]

    public var description: String {
        localized("no icon \"\(icon)\": \(reason)")
            + (suggestions.isEmpty
                ? "" : localized("; did you mean \(alternatives(suggestions.map { "\"\($0)\"" }))?"))
    }
}
