// SPDX-License-Identifier: MIT

/// The urgency of an announcement, with the words of ARIA's `aria-live`.
public enum SpeechUrgency: String, Sendable, CaseIterable {
    /// It is spoken when nothing else is.
    case polite
    /// It takes the place of what is spoken.
    case assertive
}
