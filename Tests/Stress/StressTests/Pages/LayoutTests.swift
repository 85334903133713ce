import Geometry
import PageKit
import ShellModel
import Testing

@testable import StressMonitor

private let contexts = [320.0, 360, 428, 600, 768, 1024, 1366, 1920].flatMap { width in
    [500.0, 681, 800, 961, 1200].flatMap { height in
        [0.8, 1, 1.6, 3].map { PageContext(size: Size(width: width, height: height), textScale: $0) }
    }
}

@Suite
struct LayoutTests {
    private func expect(_ cards: [Rect], in context: PageContext) {
        for (index, card) in cards.enumerated() {
            let isInside = card.x >= 0 && card.maxX <= context.size.width
            #expect(card.width >= 44 && card.height >= 36 && isInside, "\(card) in \(context.size)")
            for other in cards[..<index] {
                #expect(card.intersection(other) == nil, "\(card), \(other) in \(context.size), \(context.textScale)")
            }
        }
    }

    private func expect(_ inner: Rect, inside outer: Rect, _ context: PageContext) {
        let common = inner.union(outer)
        let excess = max(abs(common.width - outer.width), abs(common.height - outer.height))
        #expect(excess < 0.001, "\(inner) in \(outer) at \(context.size), \(context.textScale)")
    }

    @Test(arguments: contexts)
    func homeFits(context: PageContext) throws {
        let layout = HomeLayout(context)
        let chart = try #require(layout.chartCard)
        expect([layout.frame.header, layout.heroCard, chart, layout.suggestionCard], in: context)
        expect(layout.plot, inside: chart, context)
        let radius = layout.dialRadius * 1.07
        let arc = Rect(
            x: layout.dialCenter.x - radius, y: layout.dialCenter.y - radius, width: 2 * radius,
            height: radius + layout.dialRadius * 0.8)
        expect(arc, inside: layout.heroCard, context)
        #expect(arc.intersection(layout.figures) == nil)
        #expect(layout.contentHeight >= layout.suggestionCard.maxY)
    }

    @Test(arguments: contexts)
    func flashFits(context: PageContext) {
        let layout = FlashLayout(context)
        let cards = [layout.frame.header, layout.guideCard] + layout.exercises + layout.actions
        expect(cards + [layout.noteField] + layout.notes, in: context)
        expect(layout.saveButton, inside: layout.noteField, context)
        expect(layout.guideArea, inside: layout.guideCard, context)
        for button in layout.buttons(isRunning: true) + layout.buttons(isRunning: false) {
            expect(button.area, inside: layout.guideCard, context)
            #expect(layout.guideArea.intersection(button.area) == nil)
            #expect(button.area.height >= 44)
        }
    }

    @Test(arguments: contexts)
    func growthFits(context: PageContext) {
        let layout = GrowthLayout(context)
        #expect(layout.frame == HomeLayout(context).frame && layout.frame == FlashLayout(context).frame)
        expect([layout.frame.header, layout.trendCard], in: context)
        for part in layout.segments + [layout.title, layout.readout, layout.plot] {
            expect(part, inside: layout.trendCard, context)
        }
        #expect(layout.plot.height >= 40)
        #expect(layout.readout.maxY <= layout.plot.y)
        let day = DayLayout(context, rows: 12)
        expect([day.chartCard, day.list, day.deleteButton], in: context)
        expect(day.plot, inside: day.chartCard, context)
        #expect(day.plot.maxY <= day.figures.y)
        for row in 0..<12 { expect(day.trash(row), inside: day.list.inset(by: -6), context) }
    }

    /// Pages at every width, above a bar.
    private static let widths = stride(from: 320.0, through: 2560, by: 37).flatMap { width in
        [500.0, 681, 807, 961, 1061, 1321].map { PageContext(size: Size(width: width, height: $0)) }
    }

    /// A page's content reaches from its top to the bar, without a hole.
    @Test(arguments: widths)
    func cardsFillThePage(context: PageContext) throws {
        let (home, flash, growth) = (HomeLayout(context), FlashLayout(context), GrowthLayout(context))
        let frame = home.frame
        #expect(frame.header.y <= 72 && frame.header.maxY <= 96)
        #expect(frame.hasTwoColumns == (context.size.width >= 900 && context.size.height >= 600))
        let chart = try #require(home.chartCard)
        for plot in [home.plot, growth.plot, DayLayout(context, rows: 3).plot] { #expect(plot.height <= 240) }
        guard frame.hasTwoColumns else { return }
        let bottom = min(context.size.height - 24, frame.body.y + PageGrid.tallestColumn)
        #expect(frame.body.maxY == bottom)
        let week = try #require(home.weekCard)
        #expect(home.heroCard.maxY == bottom && home.suggestionCard.maxY == bottom)
        #expect(chart.maxY + frame.gap == week.y && week.maxY + frame.gap == home.suggestionCard.y)
        #expect(growth.trendCard.maxY == bottom)
        #expect(growth.list.y + growth.listHeight(items: 0, names: 0) == bottom)
        #expect(flash.guideCard.maxY == bottom)
        let last = try #require(flash.notes.last)
        #expect(abs(last.maxY - bottom) <= 1)
        let day = DayLayout(context, rows: 3)
        #expect(day.chartCard.maxY == bottom && day.deleteButton.maxY == bottom)
    }

    @Test func tabletIsFilledDownToTheBar() throws {
        let context = PageContext(size: Size(width: 820, height: 1061))
        let home = HomeLayout(context)
        #expect(!home.frame.hasTwoColumns && home.frame.isWide)
        #expect(home.suggestionCard.maxY == 1061 - 24)
        #expect(abs((FlashLayout(context).notes.last?.maxY ?? 0) - (1061 - 24)) <= 1)
    }

    @Test(arguments: widths)
    func namesOfExercisesHaveOneSizeThatIsLegible(context: PageContext) {
        let painter = PagePainter()
        let layout = FlashLayout(context)
        #expect(layout.exerciseTitleSize >= 13)
        for exercise in Exercise.all {
            let width = painter.line(exercise.name, size: layout.exerciseTitleSize, weight: .semibold, .white).size
                .width
            #expect(layout.exercises.allSatisfy { width < $0.width })
        }
    }

    /// As in German: a long name has two lines rather than a row of its own.
    @Test func longNameOfAnExerciseKeepsTwoColumns() {
        let exercises = ["Physiologisches Seufzen", "Box", "Calm"].map {
            Exercise(name: $0, summary: "", pattern: "", phases: Exercise.all[0].phases, rounds: 1, symbol: .box)
        }
        let layout = FlashLayout(phone, FlashMenu(exercises: exercises))
        #expect(layout.exercises[0].y == layout.exercises[1].y && layout.exerciseTitleSize >= 13)
    }

    @Test(arguments: [428.0, 820, 1280, 1920])
    func emptyPageIsOneCardInTheMiddle(width: Double) {
        let context = PageContext(size: Size(width: width, height: 961))
        let home = HomeLayout(context, hasChart: false)
        for card in [home.heroCard, GrowthLayout(context).message] {
            #expect(card.width <= 560 && abs(card.center.x - width / 2) <= 1)
            #expect(abs(card.center.y - home.frame.body.center.y) <= 1)
        }
        expect(home.suggestionCard, inside: home.heroCard, context)
        let page = GrowthPage(MockData.source(days: 0)).settle(context)
        #expect(!page.tree(context).all.contains { $0.role == .list })
    }
}

@Suite
struct EveryPageTests {
    private func pages(_ days: Int) -> [any StressPage] {
        let source = MockData.source(days: days)
        return [HomePage(source), FlashPage(source), GrowthPage(source)]
    }

    @Test(arguments: [0, 1, 7, 60])
    func pagesDrawWithAndWithoutDataInAnyAppearanceAndSize(days: Int) {
        for page in pages(days) {
            let size = Size(width: 428, height: 681)
            page.settle(PageContext(size: size))
            let light = page.picture(PageContext(size: size), at: 0)
            let dark = page.picture(PageContext(size: size, appearance: .dark), at: 0)
            #expect(light != dark)
            #expect(Set(light).count > 50)
            for size in [Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 200, height: 90)] {
                for textScale in [0.1, 1, 100] {
                    let context = PageContext(size: size, textScale: textScale)
                    _ = page.picture(PageContext(size: Size(width: 300, height: 200), textScale: textScale), at: 0)
                    if size.width > 0 { _ = page.picture(context, at: 0) }
                    for key in PageKey.allCases { _ = page.key(key, context: context, now: 0) }
                    _ = page.tap(Point(x: 0.5, y: 0.5), context, at: 0)
                }
            }
        }
    }

    @Test func firstFrameLoadsNothing() {
        for page in pages(365) {
            #expect(Set(page.picture(phone, at: 0)).count > 20)
            #expect(page.nextTask(after: 0) == nil)
            #expect(page.nextFrame(after: 0, context: phone) == .never)
        }
    }

    @Test func fixedContentIsInsideSafeArea() {
        let insets = PageInsets(top: 60, leading: 50, bottom: 90, trailing: 40)
        let context = PageContext(size: Size(width: 900, height: 1500), insets: insets)
        let free = context.safeArea
        for page in pages(365).prefix(2) {
            page.settle(context)
            let pixels = page.picture(context, at: 0)
            for y in stride(from: 0, to: 1500, by: 3) {
                for x in stride(from: 0, to: 900, by: 3)
                where !free.contains(Point(x: Double(x), y: Double(y))) {
                    // A card's shadow is not content.
                    let pixel = Int(pixels[(y * 900 + x) * 4])
                    guard abs(pixel - 0xF3) >= 12 else { continue }
                    Issue.record("\(type(of: page)): \(x), \(y)")
                    return
                }
            }
        }
    }
}

@Suite
struct MockDataTests {
    @Test func syntheticMeasurementsDependOnSeedAndArePlausible() throws {
        func all(_ seed: UInt64) throws -> [Measurement] {
            try MockData.source(seed: seed, days: 30).ask { try $0.variabilities() }
        }
        #expect(try all(3) == all(3))
        #expect(try all(3) != all(4))
        for seed in UInt64(0)..<4 {
            let measurements = try all(seed)
            #expect((300...420).contains(measurements.count))
            #expect(measurements.allSatisfy { (15...120).contains($0.variability) })
            #expect(measurements.allSatisfy { (35...120).contains($0.heartRate ?? 0) })
            #expect(measurements.allSatisfy { $0.time <= MockData.now })
        }
    }

    /// Pango's and Cairo's caches for each drawn font size are bounded only if the sizes are few.
    @Test func textsThatAreMadeToFitHaveFewSizes() {
        let painter = PagePainter()
        var heights: Set<Double> = []
        for width in stride(from: 60.0, to: 160, by: 0.5) {
            heights.insert(painter.line("Measured at 12:34", size: 17, .white, width: width).size.height)
        }
        // From 10 px to all of 17.
        #expect(heights.count <= 8)
    }
}
