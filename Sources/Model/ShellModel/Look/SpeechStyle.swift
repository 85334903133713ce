// SPDX-License-Identifier: MIT

/// What is spoken of the tabs. `{title}` stands for a tab's title and `{count}` for its badge's number.
public struct SpeechStyle: Equatable, Sendable {
    /// Whether the bar speaks by itself, through speech-dispatcher.
    public var isEnabled = false
    /// What can be done with a tab that has no hint of its own, and with the selected one.
    public var hint = "Double tap to switch to {title} tab"
    public var selectedHint = ""
    /// A tab's value while its badge counts one, and more.
    public var one = "1 notification"
    public var many = "{count} notifications"

    public init() {}
}

/// When the device gives a short pulse, where it has a motor.
public struct HapticsStyle: Equatable, Sendable {
    public enum Trigger: String, Sendable, CaseIterable {
        case never
        /// When a tab is pressed.
        case tap
        /// With every change of the selection, whoever caused it.
        case selection
    }

    public var trigger = Trigger.tap
    /// 0…1 of what the motor can do.
    public var strength = 0.2
    /// Seconds.
    public var duration = 0.007

    public init() {}
}
