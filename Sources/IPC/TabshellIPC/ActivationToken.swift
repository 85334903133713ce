// SPDX-License-Identifier: MIT

/// What a program that is started shows its compositor, so that its window may come forward (xdg-activation). To the
/// shell it is a word that goes into that program's environment, and nothing else.
public struct ActivationToken: Equatable, Sendable {
    public let text: String

    /// - Returns: nil for a text that is empty, has more than ``Limits/activationToken`` bytes, or a control character.
    public init?(_ text: String) {
        guard (1...Limits.activationToken).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isControl)
        else { return nil }
        self.text = text
    }
}

extension Unicode.Scalar {
    /// Whether it is one of C0, DEL and C1.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
