/// The values of a time of day: an entry of `[[schedule]]`.
public struct ScheduleEntry: Equatable, Sendable {
    /// Minutes of the day. An entry that does not end after its beginning continues into the next day.
    public var from: Int
    public var to: Int
    /// The days on which it begins.
    public var days: [Weekday]
    public var values: ScheduledValues

    public init(from: Int, to: Int, days: [Weekday] = Weekday.allCases, values: ScheduledValues) {
        self.from = from
        self.to = to
        self.days = days
        self.values = values
    }

    /// Returns true if it is in force in a minute.
    func contains(_ time: CivilTime) -> Bool {
        let begins = days.contains(time.weekday)
        guard from >= to else { return begins && (from..<to).contains(time.minute) }
        return begins && time.minute >= from || days.contains(time.weekday.previous) && time.minute < to
    }
}

/// Values of the shell at a time of day; nil: as configured elsewhere.
public struct ScheduledValues: Equatable, Sendable {
    /// The tab in front, and the start tab.
    public var tab: TabID?
    public var rotates: Bool?
    public var look: String?
    public var appearance: Appearance?
    public var contrast: Contrast?
    /// 0…1
    public var brightness: Double?
    /// True if the screen is black while unused.
    public var isBlank: Bool?

    public init(
        tab: TabID? = nil, rotates: Bool? = nil, look: String? = nil, appearance: Appearance? = nil,
        contrast: Contrast? = nil, brightness: Double? = nil, isBlank: Bool? = nil
    ) {
        self.tab = tab
        self.rotates = rotates
        self.look = look
        self.appearance = appearance
        self.contrast = contrast
        self.brightness = brightness
        self.isBlank = isBlank
    }

    /// The allowed brightness. A darker screen looks broken.
    public static let brightnesses = 0.1...1.0

    mutating func apply(_ other: ScheduledValues) {
        tab = other.tab ?? tab
        rotates = other.rotates ?? rotates
        look = other.look ?? look
        appearance = other.appearance ?? appearance
        contrast = other.contrast ?? contrast
        brightness = other.brightness ?? brightness
        isBlank = other.isBlank ?? isBlank
    }
}
