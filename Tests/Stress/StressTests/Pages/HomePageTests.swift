import Geometry
import PageKit
import Testing

@testable import StressMonitor

@Suite
struct HomePageTests {
    private func face(_ source: TestSource) -> HomeViewModel {
        let page = HomePage(source).settle()
        return page.viewModel(at: 0)
    }

    @Test func nothingIsLoadedBeforeFirstShowAndLittleAtATime() {
        let source = MockData.source()
        let page = HomePage(source)
        _ = page.picture(phone, at: 0)
        #expect(page.nextTask(after: 0) == nil)
        #expect(source.itemsRead == 0)
        #expect(page.viewModel(at: 0).state == .loading)
        page.settle()
        #expect(page.nextTask(after: 0) == nil)
        #expect(source.maximumItemsRead <= HistoryModel.pageLength)
        // Two months, not the whole year.
        #expect(source.itemsRead < 2000)
    }

    @Test func levelTrendReadingAgeAndCurveAreShown() throws {
        let face = face(MockData.source())
        let level = try #require(face.state.level)
        #expect((0...100).contains(level.value))
        #expect(face.measured == "13:21 · 1 h ago")
        #expect(face.trend?.contains("week") == true)
        #expect(face.figures.map(\.name) == ["HRV", "Heart rate"])
        #expect(face.figures.allSatisfy { $0.value != nil && $0.usual != nil })
        #expect(face.curve.count == 6 && face.isCurveOfLevels)
        #expect(face.curve.last.map { Int($0.value) } == level.value)
    }

    @Test func emptyHistoryIsReported() {
        let face = face(MockData.source(days: 0))
        #expect(face.state == .empty && !face.hasChart && face.curve.isEmpty && face.measured == nil)
    }

    @Test(arguments: [1, 5, 14, 15])
    func progressTowardsBaselineIsShown(days: Int) {
        let face = face(MockData.source(days: days))
        let isLevel = face.state.level != nil
        #expect(isLevel ? days == 15 : face.state == .firstDays(days - 1, of: 14))
        #expect(face.isCurveOfLevels == isLevel && !face.curve.isEmpty)
        #expect(face.measured != nil)
    }

    @Test func oldReadingIsNotShownAsPresentLevel() {
        let source = MockData.source()
        source.now = source.now.advanced(by: 30 * 3_600_000)
        let face = face(source)
        #expect(face.state == .stale(MockData.now.advanced(by: -71 * 60_000)))
        #expect(face.measured == "Yesterday, 13:21 · 31 h ago")
        #expect(face.curve.isEmpty)
    }

    @Test func failureIsShownAndRetriedOnNextShow() {
        let source = MockData.source()
        source.failure = StressFailure(reason: "it is damaged")
        let page = HomePage(source).settle()
        #expect(page.viewModel(at: 0).state == .failed("it is damaged"))
        source.failure = nil
        page.disappeared(now: 1)
        page.settle(at: 2)
        #expect(page.viewModel(at: 2).state.level != nil)
    }

    @Test func changeOfAnotherProcessReplacesContentsOnceLoaded() throws {
        let source = MockData.source()
        let page = HomePage(source).settle()
        let before = page.viewModel(at: 0)
        let sample = try Sample(time: MockData.now, sdnn: 20, heartRate: 95, source: "")
        try source.ask { try $0.add(StressStore.Batch(samples: [sample])) }
        page.measurementsChanged()
        #expect(page.viewModel(at: 0) == before)
        page.work()
        let after = page.viewModel(at: 0)
        #expect(after.measured == "14:32 · just now")
        #expect(after.state.level?.category == .high)
        #expect(after.suggestion.title == "Wind down")
    }

    @Test func suggestionSelectsFlashByFingerAndKey() {
        let page = HomePage(MockData.source()).settle()
        let card = HomeLayout(phone).suggestionCard
        #expect(page.tap(card.center, phone, at: 0) == .request(.select(tab: "flash")))
        #expect(page.tap(Point(x: 5, y: 5), phone, at: 0) == .none)
        #expect(page.key(.activate, context: phone, now: 0) == nil)
        #expect(page.key(.tab, context: phone, now: 0) == .redraw)
        #expect(page.key(.activate, context: phone, now: 0) == .request(.select(tab: "flash")))
        #expect(page.nextFrame(after: 0, context: phone) == .never)
    }
}

@Suite
struct StressLogTests {
    @Test(arguments: [3, 40, 200])
    func levelsEqualThoseOfReadingHistory(days: Int) throws {
        let source = MockData.source(days: days)
        let log = HistoryModel(source)
        while log.hasPendingLoad { log.loadNext(now: source.now) }
        let all = try source.ask { try $0.variabilities() }.reversed().compactMap { $0.reading(.sdnn) }
        var history = ReadingHistory()
        for reading in all { history.add(reading, .sdnn, on: LocalTimeZone.utc.day(at: reading.time)) }
        let today = LocalTimeZone.utc.day(at: source.now)
        let expected = history.levels(in: today.advanced(by: -days)..<today.advanced(by: 1))
        #expect(expected.count == max(days - 14, 0))
        for level in expected {
            let own = try #require(log.level(of: level.day))
            #expect(own.readings == level.readings && own.level.value == level.level.value)
        }
        #expect((today.number - days...today.number).count { log.level(of: Day(number: $0)) != nil } == expected.count)
        let assessment = StressAssessment(
            at: source.now, in: .utc, latest: { $0 == .sdnn ? all.last { $0.time <= source.now } : nil },
            baseline: { $1 == .sdnn ? history.baseline(of: $0, .sdnn) : nil },
            daysWithReadings: { $1 == .sdnn ? history.daysWithReadings(before: $0, .sdnn) : 0 })
        #expect(log.assessment(at: source.now).isSame(as: assessment))
        // The tool shows the same.
        let now = source.now
        #expect(try source.ask { try $0.assessment(at: now, timeZone: .utc) }.isSame(as: assessment))
    }

    @Test func everyItemIsListedOnceInOrderEvenWithEqualTimes() throws {
        let samples = try (0..<1000).map { (index: Int) throws -> Sample in
            let time = Timestamp(seconds: Int64(index / 300) * 259_200)
            return try Sample(time: time, sdnn: Double(50 + index % 300), source: "")
        }
        let source = TestSource(StressStore.Batch(samples: samples), now: Timestamp(seconds: 86_400 * 20))
        let log = HistoryModel(source)
        while log.hasPendingLoad { log.loadNext(now: source.now) }
        let listed = log.pages.indices.flatMap { log.items(ofPage: $0) }
        #expect(log.itemCount == 1000 && listed.count == 1000)
        #expect(zip(listed, listed.dropFirst()).allSatisfy { $0.time >= $1.time })
        #expect(log.pages.reduce(0) { $0 + $1.names } == 4)
    }
}

extension StressAssessment {
    /// Compares with a tolerance.
    fileprivate func isSame(as other: StressAssessment) -> Bool {
        switch (self, other) {
        case (.level(let level, let reading, _, _), .level(let otherLevel, let otherReading, _, _)):
            level.value == otherLevel.value && reading == otherReading
        case (.notEnoughData, .notEnoughData): true
        default: false
        }
    }
}
