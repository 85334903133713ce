import Geometry
import PageKit
import ShellModel
import Testing

@Suite("SheetMotion")
struct SheetMotionTests {
    private let curve = Transition(duration: 200 * millisecond, curve: .linear)

    private func opened() -> SheetMotion {
        var motion = SheetMotion()
        motion.setOpen(true, from: 0, along: curve, reducesMotion: false)
        return motion
    }

    /// A drag by so many pixels every 10 ms, ten times, of a sheet 500 high; it begins at 1 s.
    private func dragged(by step: Double) -> SheetMotion {
        var motion = opened()
        motion.beginDrag(at: 100, now: 1000 * millisecond)
        for index in 1...10 {
            motion.drag(to: 100 + Double(index) * step, height: 500, now: (1000 + UInt64(index) * 10) * millisecond)
        }
        return motion
    }

    @Test func sheetSlidesFromTheTimeOfTheChange() {
        var motion = opened()
        #expect(motion.value(at: 0) == 0)
        #expect(abs(motion.value(at: 50 * millisecond) - 0.25) < 1e-9)
        #expect(motion.value(at: 200 * millisecond) == 1)
        motion.setOpen(false, from: 100 * millisecond, along: curve, reducesMotion: false)
        #expect(motion.value(at: 100 * millisecond) == 0.5)
        #expect(motion.value(at: 400 * millisecond) == 0)
        #expect(!motion.isMoving(at: 400 * millisecond))
        motion.setOpen(true, from: 500 * millisecond, along: curve, reducesMotion: true)
        #expect(motion.value(at: 500 * millisecond) == 1)
    }

    @Test func dragFollowsDownAndResistsUp() {
        let down = dragged(by: 10)
        #expect(abs(down.value(at: 1100 * millisecond) - 0.8) < 1e-9)
        #expect(!down.isMoving(at: 1100 * millisecond))
        let up = dragged(by: -10)
        #expect((1.0..<1.05).contains(up.value(at: 1100 * millisecond)))
    }

    @Test func longOrFastDragDismisses() {
        let now = 1100 * millisecond
        // Its step, the time for which the finger rests, ms, and the outcome.
        for (step, rest, isDismissed) in [(5, 0, false), (12, 0, true), (25, 500, true), (15, 500, false)]
            as [(Double, UInt64, Bool)]
        {
            var motion = dragged(by: step)
            let outcome = motion.endDrag(now: now + rest * millisecond, along: curve, reducesMotion: false)
            #expect(outcome == isDismissed, "\(step) px")
            guard step == 5 else { continue }
            #expect(motion.isMoving(at: now))
            #expect(motion.value(at: now + 300 * millisecond) == 1)
        }
    }

    @Test func upwardFlingDoesNotDismiss() {
        var motion = dragged(by: 30)
        for index in 1...9 {
            motion.drag(to: 400 - Double(index) * 5, height: 500, now: (1100 + UInt64(index) * 10) * millisecond)
        }
        #expect(motion.value(at: 1200 * millisecond) < 0.6)
        let isDismissed = motion.endDrag(now: 1190 * millisecond, along: curve, reducesMotion: false)
        #expect(!isDismissed)
    }

    @Test func dismissalContinuesFromTheDrag() {
        var motion = dragged(by: 25)
        let now = 1100 * millisecond
        _ = motion.endDrag(now: now, along: curve, reducesMotion: false)
        motion.setOpen(false, from: now, along: curve, reducesMotion: false)
        #expect(abs(motion.value(at: now) - 0.5) < 1e-9)
        #expect(motion.value(at: now + 300 * millisecond) == 0)
        motion.drag(to: 0, height: 500, now: now)
        #expect(!motion.isDragging)
    }
}

@Suite("SheetLayout")
struct SheetLayoutTests {
    @Test func cardIsCenteredInTheAvailableArea() {
        var style = SheetStyle()
        style.maximumWidth = 640
        style.top = 48
        func layout(_ width: Double, _ insets: PageInsets, _ edgeInset: Double, at edge: Edge = .bottom) -> SheetLayout
        {
            SheetLayout(
                size: Size(width: width, height: 700), style: style, insets: insets, edgeInset: edgeInset, at: edge)
        }
        let wide = layout(1280, PageInsets(top: 10), 0)
        #expect(wide.card == Rect(x: 320, y: 58, width: 640, height: 642))
        #expect(wide.area == Rect(x: 0, y: 0, width: 1280, height: 700))
        #expect(wide.frame(progress: 0).y == 700)
        // Below a bar at the upper edge, and beside a rail; as high as the screen.
        let below = layout(1280, PageInsets(top: 95), 95, at: .top)
        #expect(below.area == Rect(x: 0, y: 95, width: 1280, height: 605))
        #expect(below.card.y == 95 + style.top && below.card.maxY == 700)
        let beside = layout(1280, PageInsets(leading: 64), 64, at: .left)
        #expect(beside.area == Rect(x: 64, y: 0, width: 1216, height: 700) && beside.card.maxY == 700)
        #expect(beside.card.center.x == 672)
        let narrow = layout(400, PageInsets(leading: 20, trailing: 10), 95)
        // It extends below the bar, which its content keeps clear of, and slides out of the screen.
        #expect(narrow.card == Rect(x: 20, y: 48, width: 370, height: 652))
        #expect(narrow.area.maxY == 605 && narrow.insets == PageInsets(top: 48, bottom: 95))
        #expect(narrow.frame(progress: 0).y == 700 && narrow.frame(progress: 1) == narrow.card)
    }

    @Test func layoutIsValidForAnySize() {
        var style = SheetStyle()
        style.top = 5000
        style.cornerRadius = 900
        for side in [0.0, 1, 40, 400] {
            let layout = SheetLayout(
                size: Size(width: side, height: side), style: style,
                insets: PageInsets(top: 300, leading: 300, bottom: 300, trailing: 300), edgeInset: 1000)
            #expect(layout.card.width >= 0 && layout.card.height >= 0)
            #expect(layout.cornerRadius <= layout.card.width / 2 && layout.cornerRadius <= layout.card.height / 2)
            #expect(layout.card.maxY <= side + 1 && layout.area.maxY <= side)
        }
    }
}
