// SPDX-License-Identifier: MIT

/// The reason why an icon cannot be found.
public struct IconError: Error, Equatable, Sendable {
    /// The end of a sentence: the problem, and the searched folders.
    public let reason: String
    /// The built-in icons that may be meant, the likeliest first.
    public let suggestions: [String]

    public init(_ reason: String, suggestions: [String] = []) {
        self.reason = reason
        self.suggestions = suggestions
    }
}
