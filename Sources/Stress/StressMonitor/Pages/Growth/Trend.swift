import Localization

/// The content of a trend's chart: levels over a period.
struct Trend: Equatable, Sendable {
    /// A bar, or a point of a line.
    struct Mark: Equatable, Sendable {
        /// The position of its middle as a fraction of the chart's width, 0…1.
        var fraction: Double
        /// The day, month or time that it represents.
        var name: String
        /// The level; nil without one, and for a mean.
        var level: StressLevel?
        var value: Int?
        var readings: Int
    }

    var period: Period
    var title: String
    var marks: [Mark]
    /// The labels below the chart, with their positions.
    var labels: [(fraction: Double, text: String, isCurrent: Bool)]
    /// The level of a day, from its readings' mean deviations; for longer periods, the mean of the days' levels.
    var average: Int?
    var dayLevel: StressLevel?
    /// True while a part is not loaded.
    var isPartial: Bool

    static func == (left: Trend, right: Trend) -> Bool {
        left.period == right.period && left.title == right.title && left.marks == right.marks
            && left.average == right.average && left.isPartial == right.isPartial
    }

    static func category(_ value: Int) -> StressLevel.Category {
        switch Double(value) {
        case ..<ChartAxis.usual.lowerBound: .relaxed
        case ...ChartAxis.usual.upperBound: .usual
        // Up to one standard deviation above the mean.
        case ...84.1: .elevated
        default: .high
        }
    }

    /// The index of the nearest mark with a value; nil without any.
    func mark(at fraction: Double) -> Int? {
        marks.indices.filter { marks[$0].value != nil }
            .min { abs(marks[$0].fraction - fraction) < abs(marks[$1].fraction - fraction) }
    }

    /// - Parameter readings: the day's, oldest first; only used for the trend of a day.
    init(_ period: Period, around day: Day, _ history: HistoryModel, readings: [Measurement], now: Timestamp) {
        let timeZone = history.source.timeZone
        let today = timeZone.day(at: now)
        self.period = period
        title = period.title(around: day, today: today)
        let range = period.days(around: day)
        let first = range.lowerBound
        marks = []
        labels = []
        var days: [DayLevel] = []
        isPartial = !history.isKnown(from: first.advanced(by: -Baseline.window))
        switch period {
        case .day:
            days = [history.level(of: day)].compactMap { $0 }
            let extent = timeZone.extent(of: day)
            let length = Double(max(extent.upperBound.milliseconds - extent.lowerBound.milliseconds, 1))
            marks = readings.map { reading in
                let level = history.level(of: reading)
                return Mark(
                    fraction: Double(reading.time.milliseconds - extent.lowerBound.milliseconds) / length,
                    name: Formatters.clock(reading.time, in: timeZone), level: level, value: level?.value, readings: 1)
            }
        case .week, .month:
            for (index, each) in range.days.enumerated() {
                let level = history.level(of: each)
                days += [level].compactMap(\.self)
                let fraction = (Double(index) + 0.5) / Double(range.days.count)
                marks.append(
                    Mark(
                        fraction: fraction, name: Formatters.day(each, today: today), level: level?.level,
                        value: level?.level.value, readings: level?.readings ?? 0))
                if period == .week {
                    labels.append((fraction, LocaleFormat.user.shortWeekdays[each.weekday], each == today))
                } else if index % 7 == 0 {
                    labels.append((fraction, "\(index + 1)", each == today))
                }
            }
        case .year:
            let year = first.components.year
            for month in 1...12 {
                guard let start = Day(year: year, month: month, day: 1) else { continue }
                let levels = Period.month.days(around: start).days.compactMap { history.level(of: $0) }
                days += levels
                let fraction = (Double(month) - 0.5) / 12
                let mean = Self.mean(levels.map(\.level.value))
                let name = LocaleFormat.user.monthsAlone[month - 1]
                marks.append(
                    Mark(
                        fraction: fraction, name: name, level: nil, value: mean,
                        readings: levels.reduce(0) { $0 + $1.readings }))
                labels.append(
                    (fraction, String(name.prefix(1)), today.components.0 == year && today.components.1 == month))
            }
        }
        average = Self.mean(days.map(\.level.value))
        dayLevel = period == .day ? days.first?.level : nil
    }

    /// The number of marks of each category, in the order of the categories.
    var counts: [Int] {
        let found = marks.compactMap { mark in mark.value.map { mark.level?.category ?? Self.category($0) } }
        return StressLevel.Category.allCases.map { category in found.count { $0 == category } }
    }

    private static func mean(_ values: [Int]) -> Int? {
        values.isEmpty ? nil : (values.reduce(0, +) * 2 + values.count) / (2 * values.count)
    }
}
