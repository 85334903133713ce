// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import Pages
import TabModel
import Testing

private let second: UInt64 = 1_000_000_000

extension Page {
    /// A press and a release at one place.
    func tap(_ point: Point, _ context: PageContext, at now: UInt64) -> PageReaction {
        _ = pointer(.press(point), context: context, now: now)
        return pointer(.release(point), context: context, now: now)
    }

    /// The picture, as bytes.
    func picture(_ context: PageContext, at now: UInt64, clip: Rect? = nil, over: Bitmap? = nil) -> [UInt8] {
        let bitmap =
            over ?? Bitmap(format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if let clip {
            canvas.clipped(to: [clip]) { drawWhole(on: canvas, context: context, now: now) }
        } else {
            drawWhole(on: canvas, context: context, now: now)
        }
        return bitmap.withPixels { Array($0) }
    }
}

@Suite("The Flash page")
struct FlashPageTests {
    let page = FlashPage()
    let context = PageContext(size: Size(width: 428, height: 800))
    var layout: FlashLayout { FlashLayout(size: context.size) }

    @Test("starts and stops an exercise at a press on the guide")
    func guide() {
        #expect(page.nextFrame(after: second, context: context) == .never)
        #expect(page.tap(layout.guideCenter, context, at: second) == .redraw)
        #expect(page.startedAt == second)
        #expect(page.nextFrame(after: second, context: context) == .immediately)
        _ = page.tap(layout.button.center, context, at: 3 * second)
        #expect(page.startedAt == nil)
        #expect(page.nextFrame(after: 3 * second, context: context) == .never)
    }

    @Test("starts the exercise that is pressed, and stops it there")
    func actions() {
        _ = page.tap(layout.actions[1].center, context, at: second)
        #expect(page.selected == 1)
        #expect(page.startedAt == second)
        _ = page.tap(layout.actions[2].center, context, at: 2 * second)
        #expect(page.selected == 2)
        #expect(page.startedAt == 2 * second)
        _ = page.tap(layout.actions[2].center, context, at: 3 * second)
        #expect(page.startedAt == nil)
    }

    @Test("forgets a press that is let go elsewhere or taken away")
    func cancelled() {
        _ = page.pointer(.press(layout.guideCenter), context: context, now: 0)
        #expect(page.pointer(.release(layout.actions[0].center), context: context, now: 0) == .redraw)
        _ = page.pointer(.press(layout.guideCenter), context: context, now: 0)
        #expect(page.pointer(.cancel, context: context, now: 0) == .redraw)
        #expect(page.pointer(.release(layout.guideCenter), context: context, now: 0) == .none)
        #expect(page.startedAt == nil)
        #expect(page.tap(Point(x: 1, y: 1), context, at: 0) == .none)
    }

    @Test("is where the clock says when one comes back")
    func hidden() {
        page.start(0, now: second)
        page.disappeared(now: 2 * second)
        page.appeared(now: 100 * second)
        #expect(page.position(at: 100 * second) == Exercise.boxBreathing.position(elapsed: Int64(99 * second)))
    }

    @Test("counts by seconds with reduced motion")
    func reduced() {
        var context = context
        context.reducedMotion = true
        page.start(0, now: second)
        #expect(page.nextFrame(after: second, context: context) == .at(2 * second))
        #expect(page.nextFrame(after: 5 * second / 2, context: context) == .at(3 * second))
    }

    @Test("notes the moment and says for how long")
    func note() {
        let before = page.picture(context, at: 9 * second)
        _ = page.tap(layout.actions[3].center, context, at: 10 * second)
        #expect(page.notedAt == 10 * second)
        #expect(page.nextFrame(after: 30 * second, context: context) == .at(70 * second))
        #expect(page.nextFrame(after: 70 * second, context: context) == .at(130 * second))
        let just = page.picture(context, at: 11 * second)
        #expect(just != before)
        #expect(page.picture(context, at: 71 * second) != just)
    }

    @Test("changes nothing outside of what it says it animates")
    func area() throws {
        page.start(0, now: second)
        let area = try #require(page.animatedArea(in: context))
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        _ = page.picture(context, at: 2 * second, over: bitmap)
        let patched = page.picture(context, at: 4 * second, clip: area, over: bitmap)
        #expect(patched == page.picture(context, at: 4 * second))
        #expect(patched != page.picture(context, at: 2 * second))
    }
}

@Suite("The Growth page")
struct GrowthPageTests {
    let page = GrowthPage(data: MockData.make())
    let context = PageContext(size: Size(width: 428, height: 800))
    var layout: GrowthLayout { GrowthLayout(size: context.size) }

    @Test("scrolls by wheel, and to the top when selected again")
    func reselect() {
        let wheel = PagePointerEvent.scroll(dy: 300, source: .wheel, isFinal: true)
        #expect(page.pointer(wheel, context: context, now: second) == .redraw)
        #expect(page.nextFrame(after: second, context: context) == .immediately)
        #expect(page.offset(at: 2 * second) == 300)
        #expect(page.nextFrame(after: 2 * second, context: context) == .never)
        #expect(page.reselected(context: context, now: 3 * second) == .redraw)
        #expect(page.offset(at: 3 * second) == 300)
        #expect((1..<299).contains(page.offset(at: 3 * second + second / 10)))
        #expect(page.offset(at: 4 * second) == 0)
        #expect(page.nextFrame(after: 4 * second, context: context) == .never)
        #expect(page.reselected(context: context, now: 5 * second) == .none)
    }

    @Test("follows a finger on the list and goes on after a throw")
    func drag() {
        var point = layout.viewport.center
        _ = page.pointer(.press(point), context: context, now: second)
        for step in 1...8 {
            point.y -= 10
            let now = second + UInt64(step) * 10_000_000
            #expect(page.pointer(.move(point), context: context, now: now) == .redraw)
        }
        let end = second + 80_000_000
        #expect(page.offset(at: end) == 80)
        #expect(page.pointer(.release(point), context: context, now: end) == .redraw)
        #expect(page.nextFrame(after: end, context: context) == .immediately)
        #expect(page.offset(at: 2 * second) > 80)
        #expect(page.nextFrame(after: 10 * second, context: context) == .never)
    }

    @Test("leaves the list alone when something else is dragged")
    func elsewhere() {
        _ = page.pointer(.press(layout.weekCard.center), context: context, now: 0)
        #expect(page.pointer(.move(Point(x: 10, y: 10)), context: context, now: 1) == .none)
        #expect(page.offset(at: 1) == 0)
    }

    @Test("keeps its place while hidden")
    func hidden() {
        _ = page.pointer(.scroll(dy: 200, source: .finger, isFinal: false), context: context, now: second)
        page.disappeared(now: 2 * second)
        page.appeared(now: 60 * second)
        #expect(page.offset(at: 60 * second) == 200)
    }

    @Test("changes nothing outside of what it says it animates")
    func area() throws {
        let area = try #require(page.animatedArea(in: context))
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        _ = page.picture(context, at: 0, over: bitmap)
        _ = page.pointer(.scroll(dy: 200, source: .finger, isFinal: true), context: context, now: 0)
        let patched = page.picture(context, at: 0, clip: area, over: bitmap)
        #expect(patched == page.picture(context, at: 0))
    }
}

@Suite("The Home page")
struct HomePageTests {
    @Test("leads to the exercises")
    func request() throws {
        let page = HomePage(data: MockData.make())
        let context = PageContext(size: Size(width: 428, height: 800))
        let button = try #require(HomeLayout(size: context.size).breatheButton)
        #expect(page.tap(button.center, context, at: 0) == .request(.select(tab: "flash")))
        #expect(page.tap(Point(x: 5, y: 5), context, at: 0) == .none)
        #expect(page.nextFrame(after: 0, context: context) == .never)
    }
}

@Suite("Every page")
struct EveryPageTests {
    @Test("draws with and without data, light and dark")
    func draws() {
        let size = Size(width: 428, height: 681)
        for data in [MockData.make(), StressData(week: [])] {
            for page in [HomePage(data: data), FlashPage(), GrowthPage(data: data), GenericPage()] as [any Page] {
                let light = page.picture(PageContext(size: size), at: 0)
                let dark = page.picture(PageContext(size: size, appearance: .dark), at: 0)
                #expect(light != dark)
                #expect(Set(light).count > 50)
            }
        }
    }

    @Test("stands on the look's colour, and on a sheet's")
    func background() {
        var context = PageContext(size: Size(width: 40, height: 40))
        context.palette[.page] = RGBA(0x123456)
        context.palette[.sheet] = RGBA(0x654321)
        #expect(context.background == Color(rgb: 0x123456))
        context.role = .compose
        #expect(context.background == Color(rgb: 0x654321))
        let page = GrowthPage(data: MockData.make())
        context = PageContext(size: Size(width: 428, height: 800), palette: context.palette)
        #expect(page.picture(context, at: 0).prefix(4) == [0x56, 0x34, 0x12, 0xFF])
    }

    @Test("draws nothing where the screen's shape takes it away", arguments: [0, 1, 2] as [Int])
    func insets(index: Int) {
        let data = MockData.make()
        let page: any Page = [HomePage(data: data), FlashPage(), GrowthPage(data: data)][index]
        let insets = PageInsets(top: 60, leading: 50, bottom: 90, trailing: 40)
        let context = PageContext(size: Size(width: 428, height: 800), insets: insets)
        let pixels = page.picture(context, at: 0)
        // What a card throws beyond its edge is no content.
        let free = context.safeArea
        for y in stride(from: 0, to: 800, by: 3) {
            for x in stride(from: 0, to: 428, by: 3)
            where !free.contains(Point(x: Double(x), y: Double(y))) {
                let pixel = Int(pixels[(y * 428 + x) * 4])
                #expect(abs(pixel - 0xF3) < 12, "\(x), \(y)")
            }
        }
    }
}

@Suite("Mock data")
struct MockDataTests {
    @Test("is the same for the same seed")
    func deterministic() {
        #expect(MockData.make(seed: 3) == MockData.make(seed: 3))
        #expect(MockData.make(seed: 3) != MockData.make(seed: 4))
    }

    @Test("is plausible", arguments: UInt64(0)..<20)
    func plausible(seed: UInt64) {
        let data = MockData.make(seed: seed)
        #expect(data.week.count == 7)
        let readings = data.week.flatMap(\.readings)
        #expect((50...90).contains(readings.count))
        #expect(readings.allSatisfy { (0...100).contains($0.level) })
        #expect(readings.allSatisfy { (20...90).contains($0.variability) && (45...110).contains($0.heartRate) })
        for day in data.week {
            #expect(zip(day.readings, day.readings.dropFirst()).allSatisfy { $0.minute < $1.minute })
        }
        #expect(data.latest?.time == "14:32")
    }
}
