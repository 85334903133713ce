// SPDX-License-Identifier: MIT

package import StressModel

/// What a trend's chart shows: levels over a period.
package struct Trend: Equatable, Sendable {
    /// A bar, or a point of a line.
    package struct Mark: Equatable, Sendable {
        /// Where its middle is, 0…1 of the chart's width.
        package var share: Double
        /// What it stands for.
        package var name: String
        /// The level; nil where there is none.
        package var level: StressLevel?
        /// The level as a figure: a mean where it stands for several days.
        package var value: Int?
        package var readings: Int
    }

    package var period: Period
    package var title: String
    package var marks: [Mark]
    /// Under the chart, and where.
    package var labels: [(share: Double, text: String, isCurrent: Bool)]
    package var average: Int?
    /// Whether some of it is not known yet.
    package var isPartial: Bool

    package static func == (left: Trend, right: Trend) -> Bool {
        left.period == right.period && left.title == right.title && left.marks == right.marks
            && left.average == right.average && left.isPartial == right.isPartial
    }

    /// The category of a mean level.
    static func category(_ value: Int) -> StressLevel.Category {
        switch Double(value) {
        case ..<ChartAxis.usual.lowerBound: .relaxed
        case ...ChartAxis.usual.upperBound: .usual
        // One standard deviation above what is usual.
        case ...84.1: .elevated
        default: .high
        }
    }

    /// The mark nearest to a place, of those that have a value; nil without any.
    package func mark(at share: Double) -> Int? {
        marks.indices.filter { marks[$0].value != nil }
            .min { abs(marks[$0].share - share) < abs(marks[$1].share - share) }
    }

    /// - Parameters:
    ///   - day: in the period.
    ///   - readings: of the day, oldest first; only those of a day's trend are looked at.
    init(_ period: Period, around day: Day, _ log: HistoryModel, readings: [Measurement], now: Timestamp) {
        let place = log.source.place
        let today = place.day(at: now)
        self.period = period
        title = period.title(around: day, today: today)
        let (first, end) = (period.start(around: day), period.end(around: day))
        marks = []
        labels = []
        isPartial = !log.isKnown(from: first.advanced(by: -Baseline.window))
        switch period {
        case .day:
            let extent = place.extent(of: day)
            let length = Double(max(extent.upperBound.milliseconds - extent.lowerBound.milliseconds, 1))
            marks = readings.map { reading in
                let level = log.level(of: reading)
                return Mark(
                    share: Double(reading.time.milliseconds - extent.lowerBound.milliseconds) / length,
                    name: Formatters.clock(reading.time, in: place), level: level, value: level?.value, readings: 1)
            }
        case .week, .month:
            let count = end.number - first.number
            for index in 0..<max(count, 0) {
                let each = first.advanced(by: index)
                let level = log.level(of: each)
                let share = (Double(index) + 0.5) / Double(count)
                marks.append(
                    Mark(
                        share: share, name: Formatters.day(each, today: today), level: level?.level,
                        value: level?.level.value, readings: level?.readings ?? 0))
                if period == .week {
                    labels.append((share, String(Formatters.weekdays[each.weekday].prefix(3)), each == today))
                } else if index % 7 == 0 {
                    labels.append((share, "\(index + 1)", each == today))
                }
            }
        case .year:
            let year = first.components.year
            for month in 1...12 {
                guard let start = Day(year: year, month: month, day: 1) else { continue }
                let levels = (0..<Period.month.end(around: start).number - start.number).compactMap {
                    log.level(of: start.advanced(by: $0))
                }
                let share = (Double(month) - 0.5) / 12
                let mean = Self.mean(levels.map(\.level.value))
                let name = Formatters.months[month - 1]
                marks.append(
                    Mark(
                        share: share, name: name, level: nil, value: mean,
                        readings: levels.reduce(0) { $0 + $1.readings }))
                labels.append(
                    (share, String(name.prefix(1)), today.components.0 == year && today.components.1 == month))
            }
        }
        average = Self.mean(marks.compactMap(\.value))
    }

    private static func mean(_ values: [Int]) -> Int? {
        values.isEmpty ? nil : (values.reduce(0, +) * 2 + values.count) / (2 * values.count)
    }
}
