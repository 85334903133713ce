import Testing

@testable import StressMonitor

/// The expected numbers come from an independent computation in Python (statistics by hand, `math.erfc`), of the same
/// twenty days: on day i, 1 + i mod 3 readings j of 40 + 7i mod 13 + 3j ms, with a heart rate of 58 + 5i mod 7 − j
/// where i + j is not a multiple of 4.
@Suite struct LevelTests {
    private let first = Day(year: 2024, month: 4, day: 1) ?? Day(number: 0)

    private func readings(days: Int) -> [Reading] {
        (0..<days).flatMap { day in
            (0...day % 3).map { index in
                let start = LocalTimeZone.utc.start(of: first.advanced(by: day))
                return Reading(
                    time: start.advanced(by: Int64(index + 8) * 3_600_000),
                    variability: Double(40 + 7 * day % 13 + 3 * index),
                    heartRate: (day + index) % 4 == 0 ? nil : Double(58 + 5 * day % 7 - index))
            }
        }
    }

    private func history(of readings: [Reading]) -> ReadingHistory {
        var history = ReadingHistory()
        for reading in readings { history.add(reading, .sdnn, on: LocalTimeZone.utc.day(at: reading.time)) }
        return history
    }

    /// The baseline after twenty days.
    private func baseline(of readings: [Reading]? = nil) throws -> Baseline {
        var history = history(of: readings ?? self.readings(days: 20))
        let found = history.baseline(of: first.advanced(by: 20), .sdnn)
        return try #require(found)
    }

    private func isNear(_ left: Double?, _ right: Double) -> Bool {
        left.map { abs($0 - right) < 1e-9 * max(abs(right), 1) } ?? false
    }

    @Test func baselineIsDistributionOfReadings() throws {
        let baseline = try baseline()
        #expect(isNear(baseline.logVariability.mean, 3.8422924252377704))
        #expect(isNear(baseline.logVariability.deviation, 0.10196673505446914))
        #expect(baseline.logVariability.days == 20)
        #expect(isNear(baseline.heartRate?.mean, 60.666666666666664))
        #expect(isNear(baseline.heartRate?.deviation, 2.179074577216644))
        #expect(baseline.heartRate?.days == 18)
    }

    @Test(
        arguments: [
            (48.0, 60.0, 0.2835099668012145, -0.29098673486499727, 39, StressLevel.Category.usual),
            (30, 75, -4.325871994822512, 5.076486605328383, 100, .high),
            (30, nil, -4.325871994822512, 4.325871994822512, 100, .high),
            (70, 52, 3.983679742168869, -3.981527669080356, 0, .relaxed),
        ] as [(Double, Double?, Double, Double, Int, StressLevel.Category)])
    func levelFollowsDeviation(
        variability: Double, rate: Double?, log: Double, deviation: Double, value: Int, category: StressLevel.Category
    ) throws {
        let reading = Reading(time: .latest, variability: variability, heartRate: rate)
        let level = StressLevel(reading, against: try baseline())
        #expect(isNear(level.logVariabilityDeviation, log) && isNear(level.deviation, deviation))
        #expect(level.value == value && level.category == category)
    }

    @Test func baselineNeedsFourteenDays() {
        var history = history(of: readings(days: 20))
        #expect(history.baseline(of: first.advanced(by: 13), .sdnn) == nil)
        #expect(history.daysWithReadings(before: first.advanced(by: 13), .sdnn) == 13)
        #expect(history.baseline(of: first.advanced(by: 14), .sdnn) != nil)
        // Of the first fourteen days only twelve have a heart rate.
        #expect(history.baseline(of: first.advanced(by: 14), .sdnn)?.heartRate == nil)
    }

    @Test func baselineCoversSixtyDays() {
        var history = history(of: readings(days: 20))
        #expect(history.baseline(of: first.advanced(by: 66), .sdnn)?.logVariability.days == 14)
        #expect(history.baseline(of: first.advanced(by: 67), .sdnn) == nil)
    }

    @Test func levelsOfDays() throws {
        var history = history(of: readings(days: 20))
        let levels = history.levels(in: first..<first.advanced(by: 20))
        #expect(levels.map(\.day) == (14..<20).map { first.advanced(by: $0) })
        #expect(isNear(levels.first?.level.deviation, -0.6174474587272243))
        #expect(isNear(levels.last?.level.deviation, 0.5338978496563814))
        #expect([levels.first, levels.last].map { $0?.level.value } == [27, 70])
        #expect([levels.first, levels.last].map { $0?.level.category } == [.relaxed, .elevated])
    }

    @Test func constantReadingsHaveMinimumDeviation() throws {
        let steady = (0..<20).map {
            Reading(time: LocalTimeZone.utc.start(of: first.advanced(by: $0)), variability: 50, heartRate: 60)
        }
        let baseline = try baseline(of: steady)
        #expect(baseline.logVariability.deviation == 0.05 && baseline.heartRate?.deviation == 1)
        #expect(StressLevel(Reading(time: .latest, variability: 50, heartRate: 60), against: baseline).value == 50)
    }

    @Test func levelIsLimitedTo0To100() {
        for deviation in [-1e300, -.infinity, .nan, 0, 1e300, .infinity] {
            let level = StressLevel(logVariabilityDeviation: deviation, heartRateDeviation: nil)
            #expect((0...100).contains(level.value))
        }
    }
}
