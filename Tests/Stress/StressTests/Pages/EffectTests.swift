// SPDX-License-Identifier: MIT
import Testing

@testable import StressMonitor

@Suite
struct EffectTests {
    private let start = MockData.now.advanced(by: -3_600_000)

    private func sample(_ minutes: Int64, _ variability: Double?, _ rate: Double?) throws -> Sample {
        try Sample(time: start.advanced(by: minutes * 60_000), sdnn: variability, heartRate: rate, source: "")
    }

    /// The page of a day with measurements and an exercise of five minutes.
    private func detail(_ samples: [Sample]) throws -> DayViewModel {
        let session = Session(start: start, length: 300_000, kind: Exercise.kind, name: "Box breathing")
        let source = TestSource(StressStore.Batch(samples: samples, sessions: [session]))
        let day = LocalTimeZone.utc.day(at: start)
        return try source.ask { try DayViewModel(day, $0, timeZone: .utc) }
    }

    @Test func effectIsLastValueBeforeAndFirstValueAfterSessionWithinHalfAnHour() throws {
        let detail = try detail([
            try sample(-31, 10, 30), try sample(-20, 40, 80), try sample(-2, nil, 75), try sample(2, 99, 99),
            try sample(5, nil, 62), try sample(20, 55, 64), try sample(36, 11, 31),
        ])
        #expect(detail.effects[1]?.changes == ["40 → 55 ms", "75 → 62 bpm"])
    }
}
