extension HistoryModel {
    /// The loaded part of the history, from some time on.
    struct Contents {
        private(set) var pages: [HistoryPage] = []
        private(set) var recent: [Measurement] = []
        private(set) var items = 0
        private(set) var isComplete = false
        private(set) var cursor: Measurement.Cursor?
        private var readings = ReadingHistory()
        private var lower: Day?

        /// True if the present level can be computed.
        func covers(_ now: Timestamp, in timeZone: LocalTimeZone) -> Bool {
            isKnown(from: timeZone.day(at: now).advanced(by: -Baseline.window - 1))
        }

        /// True if a day and all later ones have been loaded completely.
        func isKnown(from day: Day) -> Bool { isComplete || lower.map { $0 < day } ?? false }

        /// - Parameter horizon: the number of days before today for completeness; nil for all.
        mutating func add(_ slice: Slice, in timeZone: LocalTimeZone, today: Day, horizon: Int?) {
            for measurement in slice.measurements {
                let day = timeZone.day(at: measurement.time)
                for measure in Variability.allCases {
                    guard let reading = measurement.reading(measure) else { continue }
                    readings.add(reading, measure, on: day)
                }
                let isRecent = day >= today.advanced(by: -1) && recent.count < HistoryModel.recentLimit
                // The last measurement is kept at any age.
                if isRecent || recent.isEmpty { recent.append(measurement) }
            }
            var sections: [HistoryPage.Section] = []
            var last = pages.last?.sections.last?.day
            for item in slice.items {
                let day = timeZone.day(at: item.time)
                if let end = sections.indices.last, sections[end].day == day {
                    sections[end].count += 1
                } else {
                    sections.append(HistoryPage.Section(day: day, isFirst: day != last, count: 1))
                    last = day
                }
            }
            let before = pages.last
            let page = HistoryPage(
                cursor: slice.cursor, extent: min(slice.lower, slice.upper)..<slice.upper, sections: sections,
                itemsBefore: before.map { $0.itemsBefore + $0.items } ?? 0,
                namesBefore: before.map { $0.namesBefore + $0.names } ?? 0)
            pages.append(page)
            items += page.items
            cursor = slice.next
            lower = timeZone.day(at: slice.lower)
            let isBeyond = horizon.map { timeZone.day(at: slice.lower) < today.advanced(by: -$0) } ?? false
            isComplete = slice.isLast || isBeyond
            if slice.isLast { lower = Day(number: .min) }
        }

        func daysWithReadings(before day: Day, _ measure: Variability) -> Int {
            readings.daysWithReadings(before: day, measure)
        }

        /// The baseline of a day; nil without enough days, or before they are loaded.
        mutating func baseline(of day: Day, _ measure: Variability) -> Baseline? {
            isKnown(from: day.advanced(by: -Baseline.window)) ? readings.baseline(of: day, measure) : nil
        }

        mutating func level(of day: Day) -> DayLevel? {
            isKnown(from: day.advanced(by: -Baseline.window)) ? readings.level(of: day) : nil
        }
    }
}
