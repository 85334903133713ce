import TestSupport
import Testing

@testable import StressMonitor

@Suite struct StoreTests {
    private let store: StressStore
    private let all = Timestamp.earliest..<Timestamp.latest

    init() throws {
        store = try StressStore.inMemory()
    }

    private func sample(
        _ time: Timestamp, sdnn: Double? = nil, rmssd: Double? = nil, rate: Double? = nil, _ source: String = "watch"
    ) throws -> Sample {
        try Sample(time: time, sdnn: sdnn, rmssd: rmssd, heartRate: rate, source: source)
    }

    @Test func addedRecordsAreRead() throws {
        let samples = [
            try sample(utc(2024, 5, 1), sdnn: 52, rate: 61), try sample(utc(2024, 5, 2), rmssd: 41.5, "strap"),
            try Sample(time: utc(2024, 5, 3), restingHeartRate: 55, source: "watch"),
        ]
        let session = Session(start: utc(2024, 5, 1, 9), length: 300_000, kind: "breathing", name: "box")
        let note = try #require(Note(time: utc(2024, 5, 1, 10), text: "slept \"well\", 8 h"))
        let added = try store.add(StressStore.Batch(samples: samples, sessions: [session], notes: [note]))
        #expect(added == StressStore.InsertSummary(added: 5))
        #expect(try store.samples(in: all, limit: 10).map(\.value) == samples)
        #expect(try store.lastSamples(2, in: all).map(\.value) == [samples[2], samples[1]])
        #expect(try store.sessions(in: all).map(\.value) == [session])
        #expect(try store.notes(in: all).map(\.value) == [note])
    }

    @Test func duplicatesAreAddedOnce() throws {
        let first = try sample(utc(2024, 5, 1), sdnn: 52)
        let others = [
            try sample(utc(2024, 5, 1), rmssd: 52), try sample(utc(2024, 5, 1), sdnn: 52, rate: 60),
            try sample(utc(2024, 5, 1), sdnn: 52, "strap"), try sample(utc(2024, 5, 1).advanced(by: 1), sdnn: 52),
        ]
        #expect(try store.add(StressStore.Batch(samples: [first, first])) == .init(added: 1, known: 1))
        #expect(try store.add(StressStore.Batch(samples: [first] + others)) == .init(added: 4, known: 1))
    }

    @Test func deletedRecordsStayDeletedUntilUndo() throws {
        let samples = try (1...9).map { try sample(utc(2024, 5, $0), sdnn: 50, rate: 60) }
        let batch = StressStore.Batch(
            samples: samples, sessions: [Session(start: utc(2024, 5, 3), length: 1, kind: "walk")],
            notes: [Note(time: utc(2024, 5, 3), text: "x")].compactMap { $0 })
        try store.add(batch)
        let deletion = try #require(try store.delete([.everything(in: utc(2024, 5, 3)..<utc(2024, 5, 5))]))
        #expect(deletion.count == 4)
        #expect(try store.samples(in: all, limit: 99).count == 7)
        #expect(try store.sessions(in: all).isEmpty)
        #expect(try store.notes(in: all).isEmpty)
        #expect(try store.buckets(of: .heartRate, in: all, by: .year, timeZone: .utc).first?.statistics.count == 7)
        #expect(try store.variabilities().count == 7)
        // Adding the same records again does not restore them.
        #expect(try store.add(batch) == .init(added: 0, known: 7, deleted: 4))
        #expect(try store.deletions() == [deletion])
        #expect(try store.undo(deletion.id) == 4)
        #expect(try store.samples(in: all, limit: 99).map(\.value) == samples)
        #expect(try store.undo(deletion.id) == 0)
        #expect(try store.deletions().isEmpty)
        #expect(try store.delete([.everything(in: utc(2025, 1, 1)..<utc(2025, 1, 2))]) == nil)
        #expect(try store.deletions().isEmpty)
    }

    @Test func recordsAreDeletedById() throws {
        try store.add(StressStore.Batch(samples: try (1...5).map { try sample(utc(2024, 5, $0), sdnn: 50) }))
        let ids = try store.samples(in: all, limit: 9).map(\.id)
        #expect(
            try store.delete([
                .record(.sample, id: ids[1]), .record(.sample, id: ids[3]), .record(.sample, id: 999),
                .record(.note, id: 1),
            ])?.count == 2)
        #expect(try store.samples(in: all, limit: 9).map(\.id) == [ids[0], ids[2], ids[4]])
        // A second deletion does not include the records of the first one.
        #expect(try store.delete(ids.map { .record(.sample, id: $0) })?.count == 3)
        #expect(try store.deletions().map(\.count) == [3, 2])
    }

    @Test func compactionRemovesOldDeletionsOnly() throws {
        let count = 12_000
        let samples = try (0..<count).map { try sample(utc(2024, 5, 1).advanced(by: Int64($0) * 1000), rate: 60) }
        try store.add(StressStore.Batch(samples: samples))
        let (old, now) = (utc(2024, 6, 1), utc(2024, 7, 10))
        try store.delete([.everything(in: utc(2024, 5, 1)..<utc(2024, 5, 1, 3))], now: old)
        let young = try #require(try store.delete([.everything(in: utc(2024, 5, 1, 3)..<utc(2024, 5, 2))], now: now))
        #expect(try store.compact(now: now) == 10_800)
        #expect(try store.deletions() == [young])
        #expect(try store.undo(young.id) == count - 10_800)
        #expect(try store.compact(olderThan: 0, now: now) == 0)
        #expect(try store.samples(in: all, limit: count).count == count - 10_800)
    }

    /// Adds a heart rate an hour from the day before a change of Berlin's clocks on, and returns the first one's time.
    private func addHours(_ count: Int) throws -> Timestamp {
        let start = berlin.start(of: try #require(Day(year: 2024, month: 3, day: 30)))
        let samples = try (0..<count).map {
            try sample(start.advanced(by: Int64($0) * 3_600_000), rate: Double(60 + $0))
        }
        try store.add(StressStore.Batch(samples: samples))
        return start
    }

    @Test func bucketsFollowTheCalendar() throws {
        let start = try addHours(48)
        let days = try store.buckets(of: .heartRate, in: all, by: .day, timeZone: berlin)
        #expect(days.map(\.statistics.count) == [24, 23, 1])
        #expect(days[1].statistics == Statistics(count: 23, minimum: 84, mean: 95, maximum: 106))
        #expect(days[1].extent == utc(2024, 3, 30, 23)..<utc(2024, 3, 31, 22))
        #expect(try store.buckets(of: .heartRate, in: all, by: .hour, timeZone: berlin).count == 48)
        #expect(
            try store.buckets(of: .heartRate, in: all, by: .month, timeZone: berlin).map(\.statistics.count) == [47, 1])
        #expect(try store.buckets(of: .sdnn, in: all, by: .day, timeZone: berlin).isEmpty)
        // Values outside the range do not count.
        let part = start.advanced(by: 2 * 3_600_000)..<start.advanced(by: 5 * 3_600_000)
        #expect(try store.buckets(of: .heartRate, in: part, by: .day, timeZone: berlin).map(\.statistics.count) == [3])
    }

    @Test func daysOfHeartRatesFollowTheCalendar() throws {
        // And one a month later.
        _ = try addHours(47)
        let others = [try sample(utc(2024, 4, 30), sdnn: 40, rate: 50), try sample(utc(2024, 5, 1), sdnn: 40)]
        try store.add(StressStore.Batch(samples: others))
        let days = try store.heartRateDays(in: all, limit: 9, timeZone: berlin)
        #expect(days.map(\.statistics.count) == [1, 23, 24])
        #expect(days[1].statistics == Statistics(count: 23, minimum: 84, mean: 95, maximum: 106))
        #expect(days[1].extent == utc(2024, 3, 30, 23)..<utc(2024, 3, 31, 22) && days[1].last == utc(2024, 3, 31, 21))
        #expect(try store.heartRateDays(in: all, limit: 2, timeZone: berlin) == Array(days[..<2]))
        #expect(try store.heartRateDays(in: all, limit: 0, timeZone: berlin).isEmpty)
        let part = days[2].extent.upperBound.advanced(by: -2 * 3_600_000)..<days[1].extent.lowerBound
        #expect(try store.heartRateDays(in: part, limit: 9, timeZone: berlin).map(\.statistics.count) == [2])
        // Heart rates of samples with a variability stay.
        let deletion = try #require(try store.delete([.heartRates(in: all)]))
        #expect(deletion.count == 47)
        #expect(try store.heartRateDays(in: all, limit: 9, timeZone: berlin) == [days[0]])
        #expect(try store.undo(deletion.id) == 47)
    }

    @Test func pagesAreContiguous() throws {
        // Many samples of the same time, from several sources.
        let samples = try (0..<500).map { number in
            try sample(utc(2024, 5, 1).advanced(by: Int64(number / 7) * 1000), sdnn: 50, "source \(number % 7)")
        }
        try store.add(StressStore.Batch(samples: samples.shuffled()))
        func check(_ cursors: [StressStore.Cursor], isNewestFirst: Bool = false) {
            #expect(cursors.count == 500 && Set(cursors.map(\.id)).count == 500)
            let times = cursors.map(\.time)
            #expect(times == (isNewestFirst ? times.sorted().reversed() : times.sorted()))
        }
        var found: [StressStore.Cursor] = []
        while case let page = try store.samples(in: all, after: found.last, limit: 13), !page.isEmpty {
            found += page.map { StressStore.Cursor(time: $0.value.time, id: $0.id) }
        }
        check(found)
        found = []
        while case let page = try store.variabilities(before: found.last, limit: 13), !page.isEmpty {
            found += page.map(\.cursor)
        }
        check(found, isNewestFirst: true)
    }

    @Test func pageRangeStartsAtCursor() {
        let range = utc(2024, 5, 1)..<utc(2024, 5, 9)
        for (time, start) in [
            (utc(2024, 5, 4), utc(2024, 5, 4)), (.earliest, range.lowerBound), (.latest, range.upperBound),
        ] {
            #expect(StressStore.rest(of: range, after: .init(time: time, id: 7)) == start..<range.upperBound)
        }
    }

    @Test func nearestHeartRateBelongsToReading() throws {
        let time = utc(2024, 5, 1, 12)
        try store.add(
            StressStore.Batch(samples: [
                try sample(time, sdnn: 50), try sample(time.advanced(by: -100_000), rate: 70),
                try sample(time.advanced(by: 60_000), rate: 64), try sample(time.advanced(by: 3_600_000), sdnn: 40),
                try sample(time.advanced(by: 7_200_000), sdnn: 45, rate: 59),
                try sample(time.advanced(by: 7_200_000), rate: 99, "other"),
                try sample(time.advanced(by: 3_600_000 + 300_001), rate: 80),
            ]))
        #expect(try store.variabilities().map(\.heartRate) == [59, nil, 64])
    }

    @Test func readingsAroundASession() throws {
        let session = Session(start: utc(2024, 5, 1, 12), length: 600_000, kind: "breathing")
        let samples = [
            try sample(utc(2024, 5, 1, 11, 29), sdnn: 10, rate: 90),
            try sample(utc(2024, 5, 1, 11, 50), sdnn: 40, rate: 72), try sample(utc(2024, 5, 1, 11, 58), rate: 75),
            try sample(utc(2024, 5, 1, 12, 5), sdnn: 99, rate: 60), try sample(utc(2024, 5, 1, 12, 10), rate: 62),
            try sample(utc(2024, 5, 1, 12, 12), sdnn: 55, rate: 64),
            try sample(utc(2024, 5, 1, 12, 41), sdnn: 11, rate: 31),
        ]
        try store.add(StressStore.Batch(samples: samples, sessions: [session]))
        let readings = try store.readings(around: session)
        #expect(readings.before == [.heartRate: 75, .sdnn: 40])
        #expect(readings.after == [.heartRate: 62, .sdnn: 55])
        #expect(readings.changes == ["40 → 55 ms", "75 → 62 bpm"])
        let day = try #require(Day(year: 2024, month: 5, day: 1))
        #expect(try DayViewModel(day, store, timeZone: .utc).effects == [1: readings])
        #expect(try store.readings(around: Session(start: utc(2025, 1, 1), length: 0, kind: "walk")).changes == [])
        var odd = SessionReadings()
        (odd.before, odd.after) = ([.heartRate: .infinity, .sdnn: 1], [.heartRate: 60])
        #expect(odd.changes == ["– → 60 bpm"], "a metric that is missing before or after is left out")
    }

    @Test func assessmentStatesReasonWithoutLevel() throws {
        let now = utc(2024, 6, 1, 12)
        for time in [now, .earliest, .latest] {
            #expect(try store.assessment(at: time, timeZone: .utc) == .notEnoughData(days: 0, needed: 14))
        }
        for day in 1...13 { try store.add(StressStore.Batch(samples: [try sample(utc(2024, 5, day, 8), sdnn: 50)])) }
        #expect(try store.assessment(at: utc(2024, 5, 13, 9), timeZone: .utc) == .notEnoughData(days: 12, needed: 14))
        #expect(try store.assessment(at: now, timeZone: .utc) == .notEnoughData(days: 13, needed: 14))
        for day in 14...20 { try store.add(StressStore.Batch(samples: [try sample(utc(2024, 5, day, 8), sdnn: 50)])) }
        #expect(try store.assessment(at: now, timeZone: .utc) == .noRecentReading(last: utc(2024, 5, 20, 8)))
        // A single reading of another measure has no baseline, and is not compared with the first measure's.
        try store.add(StressStore.Batch(samples: [try sample(utc(2024, 6, 1, 11), rmssd: 50)]))
        #expect(try store.assessment(at: now, timeZone: .utc) == .notEnoughData(days: 0, needed: 14))
        try store.add(StressStore.Batch(samples: [try sample(utc(2024, 6, 1, 10), sdnn: 40)]))
        guard case .level(let level, let reading, .sdnn, _) = try store.assessment(at: now, timeZone: .utc) else {
            Issue.record("there is no level")
            return
        }
        #expect(reading.variability == 40)
        #expect(level.category == .high)
        // Two days later it is too old.
        #expect(
            try store.assessment(at: utc(2024, 6, 2, 12), timeZone: .utc) == .noRecentReading(last: utc(2024, 6, 1, 11))
        )
        #expect(
            try store.levels(in: Day(number: 0)..<Day(number: 99_999), timeZone: .utc).map(\.day.description)
                == (15...20).map { "2024-05-\($0)" } + ["2024-06-01"])
    }

    @Test func queriesUseCoveringIndexes() throws {
        try store.read { db in
            func plan(_ sql: String) throws -> String {
                try db.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }.joined(separator: "\n")
            }
            for metric in Metric.allCases {
                let text = try plan(
                    "SELECT avg(\(metric.column)) FROM sample INDEXED BY \(metric.index)"
                        + " WHERE \(metric.isLive) AND time >= 1 AND time < 2")
                #expect(text.contains("USING COVERING INDEX \(metric.index) (time>? AND time<?)"), "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            (nil, nil, "there is neither"), (0, nil, "SDNN 0.0 ms is out of range: expected 1 to 1000"),
            (.nan, nil, "out of range"), (.infinity, 60, "out of range"), (50, 301, "heart rate 301.0 bpm"),
        ] as [(Double?, Double?, String)])
    func implausibleSamplesAreRefused(sdnn: Double?, rate: Double?, reason: String) {
        #expect {
            try Sample(time: .now, sdnn: sdnn, heartRate: rate, source: "x")
        } throws: {
            "\($0)".contains(reason)
        }
    }

    @Test func namesAreSingleLines() throws {
        let name = " a\u{1B}[31m\n\tb" + String(repeating: "é", count: 200)
        let sample = try Sample(time: .now, sdnn: 50, source: name)
        #expect(sample.source.hasPrefix("a [31m  bé"))
        #expect(sample.source.utf8.count <= Sample.maximumSourceLength)
        #expect(Note(time: .now, text: " \n ") == nil)
        #expect(Session(start: .latest, length: .max, kind: "x").end == .latest)
    }
}
