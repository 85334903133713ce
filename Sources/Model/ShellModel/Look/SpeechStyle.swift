/// The bar's speech, and the spoken texts for tabs. `{title}` is replaced with a tab's title and `{count}` with its badge's number.
public struct SpeechStyle: Equatable, Sendable {
    /// True if the bar itself speaks, through speech-dispatcher.
    public var isEnabled = false
    /// The hint of a tab without its own.
    public var hint = "Double tap to switch to {title} tab"
    public var selectedHint = "Selected"
    /// The value of a tab whose badge counts 1.
    public var badgeSingular = "1 notification"
    /// The value of a tab whose badge counts more.
    public var badgePlural = "{count} notifications"
    /// The value of a tab whose badge is a dot, without a number.
    public var badgeDot = "new"
    /// The language as a tag of BCP 47, `en` or `pt-BR`; empty: speech-dispatcher's.
    public var language = ""
    /// The speed, -100…100; 0 is the normal one.
    public var rate = 0
    /// The volume, -100…100; 100 is the normal one.
    public var volume = 100
    /// The name of a voice of the synthesizer; empty for the default one.
    public var voice = ""
}

/// The haptic feedback of a device with a vibration motor.
public struct HapticsStyle: Equatable, Sendable {
    public enum Trigger: String, Sendable, CaseIterable {
        case never
        /// When a tab is pressed.
        case tap
        /// With every change of the selection, whatever its cause.
        case selection
    }

    /// True if the motor may be used, by the bar and by pages.
    public var isEnabled = true
    /// The cause of the bar's own feedback.
    public var trigger = Trigger.tap
    /// The kind of the bar's own feedback.
    public var kind = HapticKind.light
    /// The strength of a light pulse, 0…1 of the motor's maximum; others are in proportion.
    public var strength = 0.2
    /// The duration of a light pulse, s; others are in proportion.
    public var duration = 0.007

    public init() {}
}
