import Canvas
import Geometry
import PageKit
import Testing

@testable import StressMonitor

@Suite
struct GrowthPageTests {
    let source = MockData.source()
    let page: GrowthPage
    let context = phone
    var layout: GrowthLayout { GrowthLayout(context) }

    init() {
        page = GrowthPage(source)
        page.settle()
    }

    private func scroll(by distance: Double, at now: UInt64 = second) {
        _ = page.pointer(.scroll(dy: distance, source: .finger, isFinal: false), context: context, now: now)
    }

    /// The items of a day, where they have been read.
    private var items: [HistoryItem]? { Day(word: "2026-11-18").flatMap { page.detail(of: $0)?.items } }

    @Test func scrollOffsetIsKeptWhileHidden() {
        let wheel = PagePointerEvent.scroll(dy: 200, source: .wheel, isFinal: true)
        #expect(page.pointer(wheel, context: context, now: second) == .redraw)
        #expect(page.nextFrame(after: second, context: context) == .immediately)
        #expect(page.nextFrame(after: 2 * second, context: context) == .never)
        page.disappeared(now: 2 * second)
        page.appeared(now: 60 * second)
        #expect(page.offset(at: 60 * second) == 200)
    }

    @Test(arguments: Period.allCases)
    func eachPeriodIsShown(period: Period) throws {
        let index = try #require(Period.allCases.firstIndex(of: period))
        _ = page.tap(layout.segments[index].center, context, at: second)
        #expect(page.period == period)
        let trend = try #require(page.trend(context, now: second))
        let (count, title) =
            switch period {
            case .day: (6, "Today")
            case .week: (7, "16 – 22 November")
            case .month: (30, "November 2026")
            case .year: (12, "2026")
            }
        #expect(trend.marks.count == count && trend.title == title && !trend.isPartial)
        let values = trend.marks.compactMap(\.value)
        #expect(!values.isEmpty && values.allSatisfy { (0...100).contains($0) })
        let average = try #require(trend.average)
        #expect(average >= values.min() ?? 101 && average <= values.max() ?? -1)
    }

    @Test("A day has one level: in the week's bar, on its own page and in the history")
    func dayHasOneLevel() throws {
        let index = try #require(Period.allCases.firstIndex(of: .week))
        _ = page.tap(layout.segments[index].center, context, at: second)
        let week = try #require(page.trend(context, now: second))
        let day = try #require(Period.allCases.firstIndex(of: .day))
        _ = page.tap(layout.segments[day].center, context, at: second)
        // Today is the fourth day of the week; then come the days before it.
        for weekday in (0...3).reversed() {
            let trend = try #require(page.trend(context, now: second))
            #expect(trend.average == week.marks[weekday].value)
            _ = page.tap(layout.earlier.center, context, at: second)
        }
    }

    @Test func earlierPeriodsAreShownButNoneAfterToday() throws {
        #expect(page.tap(layout.later.center, context, at: second) == .none)
        _ = page.tap(layout.earlier.center, context, at: second)
        #expect(page.trend(context, now: second)?.title == "9 – 15 November")
        _ = page.tap(layout.later.center, context, at: second)
        #expect(page.trend(context, now: second)?.title == "16 – 22 November")
        #expect(!page.canGoLater(second))
    }

    @Test func readoutFollowsPointerFingerAndArrowKeys() throws {
        let plot = layout.plot
        let tuesday = Point(x: plot.x + plot.width * 1.5 / 7, y: plot.center.y)
        #expect(page.pointer(.move(tuesday), context: context, now: second) == .redraw)
        #expect(page.shownMark == 1)
        // Future days have no values: the nearest mark with one is today.
        _ = page.pointer(.move(Point(x: plot.maxX, y: plot.y)), context: context, now: second)
        #expect(page.shownMark == 3)
        #expect(page.pointer(.leave, context: context, now: second) == .redraw)
        #expect(page.shownMark == nil)

        _ = page.pointer(.press(tuesday), context: context, now: second)
        #expect(page.shownMark == 1)
        _ = page.pointer(.move(Point(x: tuesday.x + 60, y: tuesday.y)), context: context, now: second)
        #expect(page.shownMark == 2 && page.offset(at: second) == 0)
        _ = page.pointer(.release(tuesday), context: context, now: second)

        #expect(page.key(.left, context: context, now: second) == .redraw)
        #expect(page.shownMark == 1)
        for _ in 0..<5 { _ = page.key(.left, context: context, now: second) }
        #expect(page.shownMark == 0)
        #expect(page.key(.escape, context: context, now: second) == .redraw)
        #expect(page.shownMark == nil)
    }

    @Test func rowRequestsRouteOfDayAndRouteOpensDay() throws {
        scroll(by: 400)
        let row = try #require(
            page.rows(layout, offset: 400, height: 800).first { row in
                if case .item = row.content { row.y - 400 > 100 } else { false }
            })
        let reaction = page.tap(Point(x: 200, y: row.y - 400 + 20), context, at: second)
        #expect(reaction == .request(.push(["2026-11-19"])))
        let context = page.open("2026-11-18")
        #expect(page.openDay == Day(year: 2026, month: 11, day: 18))
        #expect(items?.isEmpty == false)
        let back = DayLayout(context, rows: 0).back
        #expect(page.tap(back.center, context, at: second) == .request(.pop))
        #expect(page.key(.escape, context: context, now: second) == .request(.pop))
        // The list's scroll offset is kept.
        let root = page.open()
        #expect(page.scrollOffset(at: 2 * second, context: root) == 400)
    }

    @Test(
        "says that there is no such day",
        arguments: ["2026-02-30", "soon", "", "2026-11-18-1", "9999999999999999999-1-1"])
    func noDay(word: String) {
        let context = page.open(word)
        #expect(page.openDay == nil)
        let picture = page.picture(context, at: second)
        #expect(Set(picture).count > 20)
        #expect(
            picture != page.picture(page.open(), at: second)
                && picture != page.picture(page.open("2026-11-18"), at: second))
        page.open(word)
        #expect(page.tap(DayLayout(context, rows: 0).back.center, context, at: second) == .request(.pop))
    }

    @Test func dayIsDrawnWhereItsLayoutSays() throws {
        let context = page.open("2026-11-18")
        let layout = page.dayLayout(items ?? [], context)
        let width = Int(context.size.width)
        let rest = page.picture(context, at: second)
        // A pressed button looks different, and nothing else does.
        for button in [layout.back, layout.trash(0), layout.trash(1)] {
            _ = page.pointer(.press(button.center), context: context, now: second)
            let pressed = page.picture(context, at: second)
            _ = page.pointer(.cancel, context: context, now: second)
            let changed = pressed.indices.filter { pressed[$0] != rest[$0] }.map {
                Point(x: Double($0 / 4 % width), y: Double($0 / 4 / width))
            }
            #expect(!changed.isEmpty)
            #expect(changed.allSatisfy { button.inset(by: -1).contains($0) }, "\(button)")
        }
        #expect(page.picture(context, at: second) == rest)
        // A day without readings has no rows.
        let empty = page.picture(page.open("2020-01-01"), at: second)
        #expect(empty != rest)
        let list = DayLayout(context, rows: 0).list
        let start = Int(list.y) * width * 4
        #expect(Set(empty[start..<start + 60 * width * 4]).count > 10)
    }

    @Test func readingAndDayAreDeletedAndRestored() throws {
        let context = page.open("2026-11-18")
        let before = try #require(items)
        let total = page.history.itemCount
        let layout = DayLayout(context, rows: before.count)
        _ = page.tap(layout.trash(0).center, context, at: second)
        page.work(context)
        #expect(items == Array(before.dropFirst()))
        #expect(page.history.itemCount == total - 1)
        let undo = try #require(page.toast?.areas(layout.frame, painter: page.painter).button)
        _ = page.tap(undo.center, context, at: 2 * second)
        page.work(context)
        #expect(items == before && page.history.itemCount == total && page.toast == nil)

        _ = page.key(.backtab, context: context, now: 3 * second)
        #expect(page.interaction.focused == "delete-day")
        _ = page.key(.activate, context: context, now: 3 * second)
        page.work(context)
        #expect(items?.isEmpty == true && page.history.itemCount == total - before.count)
        #expect(page.toast?.text == "\(before.count) entries deleted")
        _ = page.key(.backtab, context: context, now: 4 * second)
        #expect(page.interaction.focused == "undo")
        _ = page.key(.activate, context: context, now: 4 * second)
        page.work(context)
        #expect(items == before)
    }

    /// The known content is shown until the answer arrives.
    @Test func pageGoesOnWhileItsDiskHangs() throws {
        let context = page.open("2026-11-18")
        let before = try #require(items)
        let picture = page.picture(context, at: second)
        source.isHung = true
        _ = page.tap(DayLayout(context, rows: before.count).trash(0).center, context, at: second)
        page.measurementsChanged()
        page.work(context)
        #expect(page.picture(context, at: second) == picture && page.toast == nil)
        // An unknown day is drawn without its items, and is not said to be empty.
        page.open("2026-11-17")
        let other = try #require(page.openDay)
        #expect(Set(page.picture(context, at: second)).count > 20 && page.detail(of: other) == nil)
        let entries = page.parts(in: page.open("2026-11-17"), now: second).first { $0.node.label == "Entries" }
        #expect(entries?.node.value == nil && entries?.children.isEmpty == true)
        source.isHung = false
        source.answer()
        page.work(context)
        #expect(page.toast?.undo != nil && page.detail(of: other)?.items.isEmpty == false)
        page.open("2026-11-18")
        #expect(items == Array(before.dropFirst()))
    }

    @Test func rowsThatArriveLaterAreDrawn() throws {
        source.isHung = true
        _ = page.key(.end, context: context, now: second)
        let end = 3 * second
        let key = page.cacheKey(at: end, context: context)
        func items() -> Int {
            page.rows(layout, offset: page.offset(at: end), height: 800).count {
                if case .item = $0.content { true } else { false }
            }
        }
        #expect(items() == 0 && page.nextTask(after: end) == nil)
        source.answer()
        #expect(items() > 5)
        #expect(page.nextTask(after: end) == end)
        #expect(page.performTask(context: context, now: end) == .redraw)
        #expect(page.cacheKey(at: end, context: context) != key)
    }

    /// A change replaces nothing by a gap, wherever the list is.
    @Test(arguments: [0.0, 5000, 40_000]) func rowsStayWhileTheyAreReadAgain(offset: Double) {
        scroll(by: offset)
        func rows() -> [HistoryRow] { page.rows(layout, offset: offset, height: 800) }
        let before = rows()
        source.isHung = true
        page.measurementsChanged()
        for _ in 0..<100 where page.nextTask(after: second) != nil || page.history.isReplacing {
            _ = page.performTask(context: context, now: second)
            #expect(rows() == before)
            source.answer()
        }
        #expect(page.history.phase == .complete && !page.history.isReplacing && rows() == before && !before.isEmpty)
    }

    @Test func deletionThatFailsIsToldAndTheRowIsThere() throws {
        let context = page.open("2026-11-18")
        let before = try #require(items)
        let trash = DayLayout(context, rows: before.count).trash(0).center
        source.failure = StressFailure(reason: "no space left")
        _ = page.tap(trash, context, at: second)
        source.failure = nil
        page.work(context)
        #expect(page.toast?.text == "Not deleted: no space left" && page.toast?.undo == nil)
        #expect(items == before)
        // A waiting one is made later.
        source.failure = StressFailure(reason: "it is locked", isTemporary: true)
        _ = page.tap(trash, context, at: second)
        #expect(page.toast?.text == "Not deleted yet: it is locked" && items == before)
        source.failure = nil
        source.storeWaiting(now: second)
        page.work(context)
        #expect(page.toast?.undo != nil && items == Array(before.dropFirst()))
        source.failure = StressFailure(reason: "it is damaged")
        page.undo(now: second)
        #expect(page.toast?.text == "Not restored: it is damaged")
    }

    @Test func historyIsKeptWhileItIsLocked() throws {
        let count = page.history.itemCount
        #expect(items != nil)
        for (isTemporary, expected) in [(true, count), (false, 0), (false, 0)] {
            source.failure = StressFailure(reason: "it is locked", isTemporary: isTemporary)
            page.measurementsChanged()
            page.work()
            #expect(page.history.itemCount == expected && page.history.isFailed == !isTemporary)
            #expect((items != nil) == isTemporary)
            // The reason stays until the answer.
            page.measurementsChanged()
            #expect(page.history.isFailed == !isTemporary)
        }
        source.failure = nil
        page.work()
        #expect(page.history.itemCount == count && page.history.phase == .complete)
    }

    @Test func dayShowsWholeNotesAndHistoryTheirBeginning() throws {
        let day = try #require(Day(word: "2026-11-18"))
        let morning = source.timeZone.extent(of: day).lowerBound.advanced(by: 8 * 3_600_000)
        let words = ["Kurz", String(repeating: "Ein langer Satz 🙂 mit Akzent e\u{301}. ", count: 40), "שלום"]
        for (index, text) in words.enumerated() {
            let note = try #require(Note(time: morning.advanced(by: Int64(index)), text: text))
            source.change(.note(note), now: 0) { _, _ in }
        }
        page.measurementsChanged()
        page.work(context)
        for textScale in [0.8, 1, 2] {
            var context = page.open(day.description)
            context.textScale = textScale
            let items = try #require(items)
            let layout = page.dayLayout(items, context)
            let usual = DayLayout(context, rows: items.count)
            for (index, item) in items.enumerated() {
                let row = layout.row(index)
                #expect(row.y == (index == 0 ? layout.list.y + 6 : layout.row(index - 1).maxY))
                #expect(row.intersection(layout.trash(index)) == layout.trash(index))
                guard case .note(let note) = item, note.value.text.count > 100 else {
                    #expect(row.height == usual.rowHeight)
                    continue
                }
                #expect(row.height > usual.rowHeight + 100 * textScale)
            }
            #expect(layout.row(items.count - 1).maxY + 6 == layout.list.maxY)
            #expect(layout.contentHeight > usual.contentHeight + 100 * textScale)
            // At every scroll offset the visible rows are the drawn ones.
            for offset in stride(from: -100.0, to: layout.contentHeight, by: 97) {
                let seen = layout.rows(scrolledBy: offset, height: 800)
                let expected = items.indices.filter {
                    let row = layout.row($0)
                    return row.maxY > offset && row.y < offset + 800
                }
                #expect(Array(seen) == expected)
            }
        }
    }

    @Test func undoDisappearsAfterAWhile() {
        let context = page.open("2026-11-18")
        let layout = DayLayout(context, rows: 20)
        _ = page.tap(layout.trash(0).center, context, at: second)
        #expect(page.nextFrame(after: second, context: context) == .at(second + Toast.duration))
        #expect(page.shownToast(at: second + Toast.duration) == nil)
        page.disappeared(now: 2 * second)
        #expect(page.toast == nil)
    }

    @Test(arguments: [0, 7])
    func progressIsShownBeforeFirstBaseline(days: Int) {
        let page = GrowthPage(MockData.source(days: days)).settle()
        #expect(page.trend(context, now: 0)?.average == nil)
        #expect(Set(page.picture(context, at: 0)).count > 50)
    }

    @Test func chartIsFixedBesideListAndControlsOutsideColumnCannotBePressed() {
        let context = page.open("2026-11-18", in: desk)
        let layout = DayLayout(context, rows: 20)
        _ = page.pointer(.scroll(dy: 120, source: .wheel, isFinal: true), context: context, now: 0)
        let offset = page.offset(at: second)
        #expect(offset == 120)
        // A row's delete button below the header.
        let bin = layout.trash(0).center
        #expect(page.tap(Point(x: bin.x, y: bin.y - offset), context, at: second) == .none)
        _ = page.tap(layout.plot.center, context, at: second)
        #expect(page.shownMark != nil)
        let seen = layout.trash(4).center
        #expect(page.tap(Point(x: seen.x, y: seen.y - offset), context, at: second) == .redraw)
        #expect(page.toast?.undo != nil)
        #expect(page.tap(layout.back.center, context, at: second) == .request(.pop))
    }

    @Test func landscapePhoneHasOneColumnThatScrollsCompletely() {
        let low = PageContext(size: Size(width: 926, height: 309))
        #expect(PageGrid(desk).hasTwoColumns && !PageGrid(low).hasTwoColumns)
        _ = page.pointer(.scroll(dy: 60, source: .wheel, isFinal: true), context: low, now: 0)
        #expect(page.offset(at: second) == 60)
        #expect(page.picture(low, at: second) != page.picture(low, at: 0))
    }

    @Test func onlyAnimatedAreaChanges() throws {
        _ = page.nextFrame(after: 0, context: desk)
        let area = try #require(page.animatedArea(in: desk))
        let bitmap = Bitmap(format: .argb32, width: 1920, height: 961)
        _ = page.picture(desk, at: 0, over: bitmap)
        _ = page.pointer(.scroll(dy: 200, source: .finger, isFinal: true), context: desk, now: 0)
        let patched = page.picture(desk, at: 0, clip: area, over: bitmap)
        #expect(patched == page.picture(desk, at: 0))
    }

    /// Another period, a press within the card of the trend, and a mark.
    @Test(arguments: [Size(width: 920, height: 620), phone.size]) func onlyTheCardOfTheTrendChanges(size: Size) throws {
        let context = PageContext(size: size)
        let bitmap = Bitmap(
            format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        _ = page.picture(context, at: second, over: bitmap)
        var key = try #require(page.cacheKey(at: second, context: context))
        func change(_ body: () -> Void) throws {
            body()
            let next = try #require(page.cacheKey(at: second, context: context))
            let area = try #require(page.changedArea(from: key, to: next, in: context))
            #expect(area.width * area.height < context.size.width * context.size.height * 0.7)
            let patched = page.picture(context, at: second, clip: area, over: bitmap)
            #expect(patched == page.picture(context, at: second))
            key = next
        }
        let layout = GrowthLayout(context)
        try change { _ = page.tap(layout.plot.center, context, at: second) }
        #expect(page.shownMark != nil)
        for (period, segment) in zip(Period.allCases, layout.segments) where period != .week {
            try change { _ = page.pointer(.press(segment.center), context: context, now: second) }
            try change { _ = page.pointer(.release(segment.center), context: context, now: second) }
            #expect(page.period == period)
            try change { _ = page.tap(layout.earlier.center, context, at: second) }
            try change { _ = page.key(.tab, context: context, now: second) }
            try change { _ = page.key(.escape, context: context, now: second) }
        }
    }

    @Test func moreThanTheCardOfTheTrendChanges() throws {
        func area(of change: () -> Void) throws -> Rect? {
            let before = try #require(page.cacheKey(at: second, context: desk))
            change()
            let after = try #require(page.cacheKey(at: second, context: desk))
            #expect(before != after)
            return page.changedArea(from: before, to: after, in: desk)
        }
        let row = Point(x: GrowthLayout(desk).list.center.x, y: 300)
        #expect(try area { _ = page.pointer(.press(row), context: desk, now: second) } == nil)
        #expect(try area { _ = page.pointer(.cancel, context: desk, now: second) } == nil)
        let scroll = PagePointerEvent.scroll(dy: 200, source: .finger, isFinal: true)
        #expect(try area { _ = page.pointer(scroll, context: desk, now: second) } == nil)
        #expect(try area { page.measurementsChanged() } == nil)
        var context = desk
        context.reducedMotion = true
        #expect(try area { page.open("2026-11-18", in: context, at: second) } == nil)
        #expect(try area { page.show(.year) } == nil)
    }
}

@Suite
struct ManySamplesTests {
    /// A measurement every five minutes for a year.
    private func source() throws -> TestSource {
        try .heartRates(variability: "40 + i * 7919 % 23")
    }

    @Test func taskOrFrameReadsAtMostTwoPagesOfHistory() throws {
        let source = try source()
        let page = GrowthPage(source)
        page.appeared(now: 0)
        #expect(source.itemsRead == 0)
        let tasks = page.performSmallTasks(reading: source)
        #expect(page.history.itemCount == 100_000)
        #expect(tasks <= 100_000 / HistoryModel.pageLength + 1)

        // From the top to the end in the fastest fling, frame by frame.
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        let frame: UInt64 = 16_666_667
        var now = second
        var most = 0
        while now < 5 * second {
            let before = source.itemsRead
            _ = page.pointer(.scroll(dy: 133, source: .finger, isFinal: false), context: phone, now: now)
            _ = page.picture(phone, at: now, over: bitmap)
            most = max(most, source.itemsRead - before)
            now += frame
        }
        #expect(most > 0 && most <= 2 * HistoryModel.pageLength)
        #expect(page.key(.end, context: phone, now: now) == .redraw)
        let before = source.itemsRead
        _ = page.picture(phone, at: now + second, over: bitmap)
        #expect(source.itemsRead - before <= 2 * HistoryModel.pageLength)
        #expect(page.rows(GrowthLayout(phone), offset: page.offset(at: now + second), height: 800).count <= 16)
    }

    private func prewarmed(_ source: TestSource) -> GrowthPage {
        let page = GrowthPage(source)
        page.prewarmed(now: 0)
        return page
    }

    @Test func firstFrameOfAPrewarmedPageHasItsContentAndReadsAndLaysOutNothing() throws {
        let source = try source()
        let page = prewarmed(source)
        var (mostLayouts, layouts) = (0, 0)
        page.performSmallTasks(reading: source, desk) {
            mostLayouts = max(mostLayouts, page.painter.textCount - layouts)
            layouts = page.painter.textCount
        }
        // The header and the trend, or the rows of one band; the week and the first rows, and not all the history.
        #expect(mostLayouts > 0 && mostLayouts < 48 && source.itemsRead < 50_000)
        let (texts, items) = (page.painter.textCount, source.itemsRead)
        page.appeared(now: second)
        _ = page.picture(desk, at: second)
        #expect(page.painter.textCount == texts && source.itemsRead == items)
        let rows = page.rows(GrowthLayout(desk), offset: 0, height: 800)
        let trend = try #require(page.trend(desk, now: second))
        #expect(!rows.isEmpty && !trend.isPartial && trend.average != nil)
        page.work(desk, at: second)
        #expect(page.history.itemCount == 100_000)
        #expect(page.rows(GrowthLayout(desk), offset: 0, height: 800) == rows && page.trend(desk, now: second) == trend)
    }

    /// The visible content besides the count.
    private struct Visible: Equatable {
        var trend: Trend?
        var rows: [HistoryRow]
        var levels: [StressLevel?]

        init(_ page: GrowthPage) {
            trend = page.trend(phone, now: second)
            rows = page.rows(GrowthLayout(phone), offset: page.offset(at: second), height: 800)
            levels = rows.map { row in
                switch row.content {
                case .name(let day): page.history.level(of: day)?.level
                case .item(let item, _): item.measurement.flatMap { page.history.level(of: $0) }
                }
            }
        }
    }

    @Test(arguments: [0.0, 40_000]) func olderMeasurementsRedrawNothing(offset: Double) throws {
        let page = GrowthPage(try source())
        page.appeared(now: 0)
        for _ in 0..<8 { _ = page.performTask(context: phone, now: second) }
        _ = page.pointer(.scroll(dy: offset, source: .finger, isFinal: false), context: phone, now: second)
        var drawn = Visible(page)
        var (redraws, itemsAtLast) = (0, 0)
        while page.nextTask(after: second) != nil {
            if page.performTask(context: phone, now: second) == .redraw, page.nextTask(after: second) != nil {
                (drawn, itemsAtLast) = (Visible(page), page.history.itemCount)
                redraws += 1
            }
        }
        #expect(!drawn.rows.isEmpty && !drawn.levels.contains(nil) && drawn.trend?.isPartial == false)
        #expect(Visible(page) == drawn)
        // Three loads, each 16th one, and the one that completes the visible content.
        #expect(redraws <= 3 + itemsAtLast / HistoryModel.pageLength / 16 + 1)
        #expect(itemsAtLast < 20_000)
    }

    @Test func countOfItemsHasFramesOfTheListAlone() throws {
        let page = GrowthPage(try source())
        page.appeared(now: 0)
        _ = page.performTask(context: desk, now: 0)
        #expect(page.nextFrame(after: second, context: desk) == .at(second + second / 2))
        let layout = GrowthLayout(desk)
        let area = try #require(page.animatedArea(in: desk))
        #expect(area.intersection(layout.plot) == nil && area.x < layout.list.x)
        page.work(desk, at: second)
        #expect(page.nextFrame(after: second, context: desk) == .never)
    }

    @Test func pageThatAppearsWhileItIsPreparedGoesOnLoading() throws {
        let page = prewarmed(try source())
        for _ in 0..<1000 where page.painter.textCount == 0 { _ = page.performTask(context: phone, now: 0) }
        #expect(page.painter.textCount > 0)
        page.appeared(now: 0)
        page.work()
        #expect(page.history.itemCount == 100_000)
    }

    @Test func changeIsLoadedInSmallStepsAndScrollOffsetIsKept() throws {
        let source = try source()
        let page = GrowthPage(source).settle()
        _ = page.pointer(.scroll(dy: 1_000_000, source: .finger, isFinal: false), context: phone, now: second)
        page.measurementsChanged()
        page.performSmallTasks(reading: source, at: second) {
            _ = page.pointer(.move(.zero), context: phone, now: second)
            #expect(page.offset(at: second) == 1_000_000)
        }
    }
}
