import Glibc
import Localization

/// The content of the Home page, with a state for each condition of the measurements.
struct HomeViewModel: Equatable, Sendable {
    enum State: Equatable, Sendable {
        case loading
        case failed(String)
        case empty
        /// Too few days for a baseline.
        case firstDays(Int, of: Int)
        /// The last reading is too old for a present level.
        case stale(Timestamp)
        case level(StressLevel)
    }

    /// A value of the reading behind the level.
    struct Stat: Equatable, Sendable {
        /// A language-independent name.
        var id: String
        var name: String
        var value: Int?
        var unit: String
        /// The mean of the baseline.
        var usual: Int?
    }

    struct Point: Equatable, Sendable {
        /// The time as a fraction of the day, 0…1.
        var fraction: Double
        var value: Double
        var category: StressLevel.Category?
    }

    struct DayBar: Equatable, Sendable {
        var name: String
        /// Nil without a level.
        var value: Int?
        var category: StressLevel.Category?
    }

    var state: State
    var today: Day
    /// The time of the reading and its age, as text.
    var measured: String?
    var trend: String?
    var figures: [Stat] = []
    var curve: [Point] = []
    /// True if the curve shows levels; else it shows variabilities in ms.
    var isCurveOfLevels = false
    /// The last seven days; the last one is today.
    var week: [DayBar] = []
    var suggestion: Suggestion

    var hasChart: Bool {
        switch state {
        case .loading, .level, .firstDays, .stale: true
        case .empty, .failed: false
        }
    }

    init(_ history: HistoryModel, now: Timestamp) {
        let timeZone = history.source.timeZone
        today = timeZone.day(at: now)
        let extent = timeZone.extent(of: today)
        let length = Double(max(extent.upperBound.milliseconds - extent.lowerBound.milliseconds, 1))
        func fraction(_ time: Timestamp) -> Double {
            Double(time.milliseconds - extent.lowerBound.milliseconds) / length
        }
        suggestion = Suggestion(nil)
        guard history.isReady(at: now) || history.isFailed else {
            state = .loading
            return
        }
        if case .failed(let failure) = history.phase {
            state = .failed(failure.reason)
            return
        }
        guard let latest = history.latest(at: now) else {
            state = .empty
            return
        }
        let day = timeZone.day(at: latest.time)
        let time = Formatters.clock(latest.time, in: timeZone)
        let age = Formatters.age(of: latest.time, at: now)
        let date = day == today ? time : "\(Formatters.day(day, today: today)), \(time)"
        measured = "\(date) · \(age)"
        let measure: Variability = latest.rmssd != nil ? .rmssd : .sdnn
        var norm = history.baseline(of: day, measure)
        switch history.assessment(at: now) {
        case .level(let level, of: _, measure: _, against: let baseline):
            state = .level(level)
            norm = baseline
            isCurveOfLevels = true
            trend = Self.trend(level, history, today: today)
            suggestion = Suggestion(level.category)
        case .notEnoughData(let days, let needed):
            state = .firstDays(days, of: needed)
        case .noRecentReading:
            state = .stale(latest.time)
            isCurveOfLevels = true
        }
        figures = [
            Stat(
                id: "HRV", name: localized("HRV"), value: rounded(latest.variability), unit: "ms",
                usual: norm.flatMap { rounded(exp($0.logVariability.mean)) }),
            Stat(
                id: "Heart rate", name: localized("Heart rate"), value: latest.heartRate.flatMap(rounded), unit: "bpm",
                usual: norm?.heartRate.flatMap { rounded($0.mean) }),
        ]
        week = (-6...0).map { offset in
            let day = today.advanced(by: offset)
            let level = history.level(of: day)?.level
            return DayBar(
                name: LocaleFormat.user.shortWeekdays[day.weekday], value: level?.value, category: level?.category)
        }
        curve = history.measurements(of: today, until: now).compactMap { measurement in
            guard isCurveOfLevels else {
                return Point(fraction: fraction(measurement.time), value: measurement.variability, category: nil)
            }
            return history.level(of: measurement).map {
                Point(fraction: fraction(measurement.time), value: Double($0.value), category: $0.category)
            }
        }
    }

    /// The comparison of the level with the days before, as text.
    private static func trend(_ level: StressLevel, _ history: HistoryModel, today: Day) -> String? {
        let days = (1...7).compactMap { history.level(of: today.advanced(by: -$0))?.level.value }
        guard days.count >= 3 else { return nil }
        let difference = level.value - days.reduce(0, +) / days.count
        if abs(difference) < 5 { return localized("As in the last week") }
        return difference > 0
            ? localized("\(difference) above your last week") : localized("\(-difference) below your last week")
    }
}

/// The suggestion on Home, which leads to a tab.
struct Suggestion: Equatable, Sendable {
    var title: String
    var detail: String
    var tab: String

    /// The way to a look and tabs of the user's choice.
    static let setup = Suggestion(
        title: localized("Make it yours"), detail: localized("Choose a look, and your apps as tabs"), tab: "welcome")
}

extension Suggestion {
    init(_ category: StressLevel.Category?) {
        tab = "flash"
        switch category {
        case .high: (title, detail) = (localized("Wind down"), localized("4-7-8 breath, a minute and a half"))
        case .elevated: (title, detail) = (localized("Take a breath"), localized("Box breathing, three minutes"))
        case .usual: (title, detail) = (localized("Stay steady"), localized("Coherent breathing, five minutes"))
        case .relaxed: (title, detail) = (localized("Keep it up"), localized("Note what does you good"))
        case nil: (title, detail) = (localized("Take a breath"), localized("Breathing exercises and quick relief"))
        }
    }
}

extension HistoryModel {
    var isFailed: Bool {
        if case .failed = phase { true } else { false }
    }
}
