import PageKit
import TestSupport
import Testing

@testable import StressMonitor

/// Days with only heart rates.
@Suite
struct HeartRateDayTests {
    private static let now = MockData.now
    private let today = LocalTimeZone.utc.day(at: now)

    private func time(_ daysBack: Int, _ hour: Int, _ minute: Int = 0) -> Timestamp {
        LocalTimeZone.utc.start(of: today.advanced(by: -daysBack)).advanced(by: Int64(hour * 60 + minute) * 60_000)
    }

    private func rate(_ daysBack: Int, _ hour: Int, _ value: Double) throws -> Sample {
        try Sample(time: time(daysBack, hour), heartRate: value, source: "")
    }

    private func reading(_ daysBack: Int, _ hour: Int) throws -> Sample {
        try Sample(time: time(daysBack, hour), sdnn: 50, heartRate: 60, source: "")
    }

    /// Readings today and three days ago, only heart rates on four other days.
    private func source() throws -> TestSource {
        let note = try #require(Note(time: time(2, 12), text: "Coffee late"))
        let samples = try [
            reading(0, 8), rate(0, 9, 90), rate(1, 8, 61.4), rate(1, 20, 121), rate(1, 9, 54), rate(2, 7, 70),
            rate(2, 13, 72), reading(3, 8), rate(3, 9, 99), rate(4, 9, 58),
        ]
        return TestSource(StressStore.Batch(samples: samples, notes: [note]))
    }

    private func items(_ page: GrowthPage) -> [HistoryItem] {
        page.history.pages.indices.flatMap { page.history.items(ofPage: $0) }
    }

    @Test func heartRateDayIsListedOnceWithRangeAndCountWithoutLevel() throws {
        let page = GrowthPage(try source()).settle()
        let days = items(page).map { (today.number - LocalTimeZone.utc.day(at: $0.time).number, $0.word) }
        #expect(
            days.map { "\($0.0) \($0.1)" } == [
                "0 Reading", "1 Heart rates", "2 Heart rates", "2 Note", "3 Reading", "4 Heart rates",
            ])
        guard case .heartRates(let first) = items(page)[1] else {
            Issue.record("no heart rates in \(items(page))")
            return
        }
        #expect(first.last == time(1, 20) && first.extent == time(1, 0)..<time(0, 0))
        #expect((first.statistics.count, first.statistics.minimum, first.statistics.maximum) == (3, 54, 121))
        #expect(page.history.itemCount == 6 && page.history.pages[0].names == 5)
        #expect(page.history.level(of: today.advanced(by: -1)) == nil)
        #expect(!page.history.isEmpty)
        #expect(Set(page.picture(phone, at: 0)).count > 50)
    }

    @Test func heartRatesOfDayAreDeletedAndRestoredWithoutOtherItems() throws {
        let page = GrowthPage(try source()).settle()
        let day = today.advanced(by: -2)
        let context = page.open("\(day)")
        let detail = try #require(page.detail(of: day))
        #expect(detail.items.map(\.word) == ["Heart rates", "Note"])
        #expect(detail.readings.isEmpty && detail.heartRates?.count == 2)
        #expect(page.trend(context, now: 0)?.average == nil)
        #expect(Set(page.picture(context, at: 0)).count > 50)
        _ = page.tap(DayLayout(context, rows: 2).trash(0).center, context, at: second)
        page.work(context)
        #expect(page.detail(of: day)?.items.map(\.word) == ["Note"])
        #expect(page.toast?.text == "Heart rates deleted")
        #expect(page.history.itemCount == 5)
        let undo = try #require(page.toast?.areas(PageGrid(context), painter: page.painter).button)
        _ = page.tap(undo.center, context, at: 2 * second)
        page.work(context)
        #expect(page.detail(of: day) == detail && page.history.itemCount == 6)
        // On days with readings, heart rates are part of them.
        page.open("\(today.advanced(by: -3))")
        #expect(page.detail(of: today.advanced(by: -3))?.items.map(\.word) == ["Reading"])
    }

    /// More days than a page of the history contains, among random readings.
    @Test(arguments: 1...6)
    func manyHeartRateDaysAreListedOnceEach(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var samples: [Sample] = []
        var expected: [String] = []
        let fraction = [0, 1, 5, 40, 90, 100][seed - 1]
        for back in 0..<1000 {
            let day = today.advanced(by: -back)
            let isReading = next(100) < fraction
            if next(10) == 0 { continue }
            samples.append(try rate(back, 5, 60))
            if isReading {
                let count = next(4) + 1
                samples += try (0..<count).map { try reading(back, 6 + $0) }
                expected += Array(repeating: "\(day) Reading", count: count)
            } else {
                expected.append("\(day) Heart rates")
            }
        }
        let source = TestSource(StressStore.Batch(samples: samples), now: Self.now.advanced(by: 86_400_000))
        let page = GrowthPage(source).settle()
        #expect(items(page).map { "\(LocalTimeZone.utc.day(at: $0.time)) \($0.word)" } == expected)
        #expect(page.history.itemCount == expected.count)
        #expect(page.history.pages.dropFirst().allSatisfy { $0.itemsBefore > 0 })
    }

    @Test func manyHeartRatesAreOneRowPerDayAndLoadedPageByPage() throws {
        let source = try TestSource.heartRates()
        let page = GrowthPage(source)
        page.appeared(now: 0)
        let tasks = page.performSmallTasks(reading: source)
        #expect(page.history.itemCount == 348)
        #expect(tasks <= 3)
        #expect(page.rows(GrowthLayout(phone), offset: 10_000, height: 800).count <= 16)
    }
}
