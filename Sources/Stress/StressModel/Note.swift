// SPDX-License-Identifier: MIT

/// A note of the user about a moment.
public struct Note: Equatable, Sendable {
    public var time: Timestamp
    public var text: String

    /// The maximum length in bytes.
    public static let maximumLength = 4000

    /// - Returns: nil for an empty text. Text beyond ``maximumLength`` is cut off.
    public init?(time: Timestamp, text: String) {
        let text = truncated(text, toUTF8Count: Self.maximumLength)
        guard !text.isEmpty else { return nil }
        self.time = time
        self.text = text
    }
}
