// SPDX-License-Identifier: MIT
import Testing

@testable import StressMonitor

@Suite
struct EffectTests {
    private let start = MockData.now.advanced(by: -3_600_000)

    private func measurement(_ minutes: Int64, _ variability: Double?, _ rate: Double?) -> HistoryItem {
        let time = start.advanced(by: minutes * 60_000)
        return .measurement(Measurement(id: 100 + minutes, time: time, sdnn: variability, heartRate: rate))
    }

    /// The page of a day with measurements and an exercise of five minutes.
    private func detail(_ measurements: [HistoryItem]) throws -> DayViewModel {
        let session = Session(start: start, length: 300_000, kind: Exercise.kind, name: "Box breathing")
        let source = MemorySource(
            measurements + [.session(Identified(id: 7, value: session))], now: MockData.now)
        return try DayViewModel(LocalTimeZone.utc.day(at: start), source, timeZone: .utc)
    }

    @Test func effectIsLastValueBeforeAndFirstValueAfterSessionWithinHalfAnHour() throws {
        let detail = try detail([
            measurement(-31, 10, 10), measurement(-20, 40, 80), measurement(-2, nil, 75), measurement(2, 99, 99),
            measurement(5, nil, 62), measurement(20, 55, 64), measurement(36, 11, 11),
        ])
        #expect(detail.effects[7]?.changes == ["40 → 55 ms", "75 → 62 bpm"])
    }
}
