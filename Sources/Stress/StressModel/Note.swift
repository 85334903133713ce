// SPDX-License-Identifier: MIT

/// What the user wanted to remember of a moment.
public struct Note: Equatable, Sendable {
    public var time: Timestamp
    public var text: String

    /// The most bytes that a note has.
    public static let length = 4000

    /// - Returns: nil for a text without anything in it. What exceeds ``length`` is left out.
    public init?(time: Timestamp, text: String) {
        let text = bounded(text, to: Self.length)
        guard !text.isEmpty else { return nil }
        self.time = time
        self.text = text
    }
}
