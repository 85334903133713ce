/// An xdg-activation token, with which a started program asks the compositor to bring its window to the front.
/// The shell only passes it on, in the environment of that program.
public struct ActivationToken: Equatable, Sendable {
    public static let maximumBytes = 256

    public let text: String

    /// - Returns: nil if the text is empty, longer than ``maximumBytes``, or contains a control character.
    public init?(_ text: String) {
        guard (1...Self.maximumBytes).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isControl)
        else { return nil }
        self.text = text
    }
}
