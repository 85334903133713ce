/// The urgency of an announcement, with the words of ARIA's `aria-live`.
public enum SpeechUrgency: String, Sendable, CaseIterable {
    /// Spoken when nothing else is.
    case polite
    /// Interrupts the current speech.
    case assertive
}
