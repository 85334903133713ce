// SPDX-License-Identifier: MIT

/// The texts that are spoken for tabs. `{title}` is replaced with a tab's title and `{count}` with its badge's number.
public struct SpeechStyle: Equatable, Sendable {
    /// True if the bar speaks by itself, through speech-dispatcher.
    public var isEnabled = false
    /// The hint of a tab that has none of its own.
    public var hint = "Double tap to switch to {title} tab"
    /// The hint of the selected tab.
    public var selectedHint = ""
    /// The value of a tab whose badge counts 1.
    public var badgeSingular = "1 notification"
    /// The value of a tab whose badge counts more.
    public var badgePlural = "{count} notifications"
}

/// The haptic pulse of a device that has a vibration motor.
public struct HapticsStyle: Equatable, Sendable {
    public enum Trigger: String, Sendable, CaseIterable {
        case never
        /// When a tab is pressed.
        case tap
        /// With every change of the selection, whatever its cause.
        case selection
    }

    public var trigger = Trigger.tap
    /// 0…1 of the motor's maximum.
    public var strength = 0.2
    /// Seconds.
    public var duration = 0.007
}
