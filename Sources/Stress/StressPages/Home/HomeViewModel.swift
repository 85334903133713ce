// SPDX-License-Identifier: MIT

package import StressModel

/// What Home has to say: each state of the measurements has its own honest face.
package struct HomeViewModel: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// Nothing was read yet.
        case loading
        case failed(String)
        /// Nothing was ever measured.
        case empty
        /// There is no telling yet what is usual.
        case firstDays(Int, of: Int)
        /// The last reading is too old to speak of now.
        case stale(Timestamp)
        case level(StressLevel)
    }

    /// What is shown of the reading behind it.
    package struct Stat: Equatable, Sendable {
        package var name: String
        package var value: Int?
        package var unit: String
        /// What is usual.
        package var usual: Int?
    }

    /// A point of today's curve.
    package struct Point: Equatable, Sendable {
        /// Of the day, 0…1.
        package var share: Double
        package var value: Double
        package var category: StressLevel.Category?
    }

    package var state: State
    package var today: Day
    /// When the reading was made, and how that reads.
    package var measured: String?
    package var trend: String?
    package var figures: [Stat] = []
    package var curve: [Point] = []
    /// Whether the curve is one of levels, or of variabilities in ms.
    package var isCurveOfLevels = false
    package var suggestion: Suggestion
    /// Where the clock stands in the day, 0…1.
    package var nowShare: Double

    package var hasChart: Bool {
        switch state {
        case .loading, .level, .firstDays, .stale: true
        case .empty, .failed: false
        }
    }

    init(_ log: HistoryModel, now: Timestamp) {
        let place = log.source.place
        today = place.day(at: now)
        let extent = place.extent(of: today)
        let length = Double(max(extent.upperBound.milliseconds - extent.lowerBound.milliseconds, 1))
        func share(_ time: Timestamp) -> Double {
            Double(time.milliseconds - extent.lowerBound.milliseconds) / length
        }
        nowShare = share(now)
        suggestion = Suggestion(nil)
        guard log.isReady(at: now) || log.isFailed else {
            state = .loading
            return
        }
        if case .failed(let failure) = log.phase {
            state = .failed(failure.reason)
            return
        }
        guard let latest = log.latest(at: now) else {
            state = .empty
            return
        }
        let day = place.day(at: latest.time)
        let time = Formatters.clock(latest.time, in: place)
        let age = Formatters.age(of: latest.time, at: now)
        let date = day == today ? time : "\(Formatters.day(day, today: today)), \(time)"
        measured = "\(date) · \(age)"
        let measure: Variability = latest.rmssd != nil ? .rmssd : .sdnn
        var norm = log.baseline(of: day, measure)
        switch log.assessment(at: now) {
        case .level(let level, of: _, measure: _, against: let baseline):
            state = .level(level)
            norm = baseline
            isCurveOfLevels = true
            trend = Self.trend(level, log, today: today)
            suggestion = Suggestion(level.category)
        case .notEnoughData(let days, let needed):
            state = .firstDays(days, of: needed)
        case .noRecentReading:
            state = .stale(latest.time)
            isCurveOfLevels = true
        }
        figures = [
            Stat(
                name: "HRV", value: rounded(latest.variability), unit: "ms",
                usual: norm.flatMap { rounded(exponential($0.logVariability.mean)) }),
            Stat(
                name: "Heart rate", value: latest.heartRate.flatMap(rounded), unit: "bpm",
                usual: norm?.heartRate.flatMap { rounded($0.mean) }),
        ]
        curve = log.measurements(of: today, until: now).compactMap { measurement in
            guard isCurveOfLevels else {
                return Point(share: share(measurement.time), value: measurement.variability, category: nil)
            }
            return log.level(of: measurement).map {
                Point(share: share(measurement.time), value: Double($0.value), category: $0.category)
            }
        }
    }

    /// How the level compares with the days before.
    private static func trend(_ level: StressLevel, _ log: HistoryModel, today: Day) -> String? {
        let days = (1...7).compactMap { log.level(of: today.advanced(by: -$0))?.level.value }
        guard days.count >= 3 else { return nil }
        let difference = level.value - days.reduce(0, +) / days.count
        if abs(difference) < 5 { return "As in the last week" }
        return "\(abs(difference)) \(difference > 0 ? "above" : "below") your last week"
    }
}

/// The one thing that Home suggests to do; it leads to Flash.
package struct Suggestion: Equatable, Sendable {
    package var title: String
    package var detail: String

    init(_ category: StressLevel.Category?) {
        switch category {
        case .high: (title, detail) = ("Wind down", "4-7-8 breath, a minute and a half")
        case .elevated: (title, detail) = ("Take a breath", "Box breathing, three minutes")
        case .usual: (title, detail) = ("Stay steady", "Coherent breathing, five minutes")
        case .relaxed: (title, detail) = ("Keep it up", "Note what does you good")
        case nil: (title, detail) = ("Take a breath", "Breathing exercises and quick relief")
        }
    }
}

extension HistoryModel {
    var isFailed: Bool {
        if case .failed = phase { true } else { false }
    }
}

/// A figure as it is shown; nil for what is no number.
func rounded(_ value: Double) -> Int? {
    value.isFinite && abs(value) < 1e9 ? Int(value.rounded()) : nil
}
