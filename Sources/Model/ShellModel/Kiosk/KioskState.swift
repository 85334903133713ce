/// The state of an unattended screen.
public struct KioskState: Equatable, Sendable {
    public var rules: KioskRules
    /// True from the first step of an idle time to the next input.
    public var isIdle: Bool
    public var screen: ScreenPhase
    /// The source of input events; nil until the panel has reported it.
    public var watch: InputWatch?
    /// The number of returns to the start.
    public var returns: Int
    public var rotation: RotationPhase
    /// The scheduled values of this time of day.
    public var scheduled: ScheduledValues

    public init(
        rules: KioskRules = KioskRules(), isIdle: Bool = false, screen: ScreenPhase = .on, watch: InputWatch? = nil,
        returns: Int = 0, rotation: RotationPhase = .off, scheduled: ScheduledValues = ScheduledValues()
    ) {
        self.rules = rules
        self.isIdle = isIdle
        self.screen = screen
        self.watch = watch
        self.returns = returns
        self.rotation = rotation
        self.scheduled = scheduled
    }
}

/// The configured part of ``KioskState``.
public struct KioskRules: Equatable, Sendable {
    public var idle: IdleRules
    public var rotation: RotationRules
    /// The entries of the schedule, in the order of the file.
    public var schedule: [ScheduleEntry]

    public init(
        idle: IdleRules = IdleRules(), rotation: RotationRules = RotationRules(), schedule: [ScheduleEntry] = []
    ) {
        self.idle = idle
        self.rotation = rotation
        self.schedule = schedule
    }

    /// True if something depends on the time since the last input.
    public var watchesInput: Bool {
        !idle.steps.isEmpty || !rotation.stops.isEmpty
            || schedule.contains { $0.values.tab != nil || $0.values.isBlank == true }
    }
}

public enum ScreenPhase: String, Sendable, CaseIterable {
    case on, dimmed, blank
}

/// The source from which the panel learns of input.
public enum InputWatch: String, Sendable, CaseIterable {
    /// ext-idle-notify since version 2, which sees input everywhere.
    case input = "idle-notify-v2"
    /// ext-idle-notify in version 1, which also counts a program that plays a film as input.
    case inhibitable = "idle-notify-v1"
    /// The shell's own surfaces: input on windows of other programs is missed.
    case surfaces = "surfaces"
}
