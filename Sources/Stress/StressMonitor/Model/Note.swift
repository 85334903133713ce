// SPDX-License-Identifier: MIT

/// A note of the user about a moment.
struct Note: Equatable, Sendable {
    var time: Timestamp
    var text: String

    /// The maximum length in bytes.
    static let maximumLength = 4000

    /// - Returns: nil for an empty text. Text beyond ``maximumLength`` is cut off.
    init?(time: Timestamp, text: String) {
        let text = truncated(text, toUTF8Count: Self.maximumLength)
        guard !text.isEmpty else { return nil }
        self.time = time
        self.text = text
    }
}
