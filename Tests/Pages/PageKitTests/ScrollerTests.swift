import Geometry
import PageKit
import Testing

@Suite("Scroller")
struct ScrollerTests {
    /// A scroller of 1000 pixels of content beyond its window.
    private func make() -> Scroller {
        var scroller = Scroller()
        scroller.resize(content: 1500, window: 500, now: 0)
        return scroller
    }

    /// A scroller after ten drags by a number of pixels, one every 10 ms, released at 100 ms.
    private func thrown(by step: Double) -> Scroller {
        var scroller = make()
        for index in 1...10 { scroller.drag(by: step, now: UInt64(index) * 10 * millisecond) }
        scroller.touchUp(now: 100 * millisecond)
        return scroller
    }

    private func offsets(_ scroller: Scroller, from: UInt64, frames: Int) -> [Double] {
        (0..<frames).map { scroller.offset(at: (from + UInt64($0) * 16) * millisecond) }
    }

    @Test func inelasticDragAndWheelStopAtTheEnds() {
        var scroller = make()
        scroller.isElastic = false
        scroller.drag(by: -50, now: 0)
        #expect(scroller.offset(at: 0) == 0)
        scroller.drag(by: 5000, now: 0)
        #expect(scroller.offset(at: 0) == 1000)
        scroller.isElastic = true
        scroller.scroll(by: 50, now: 0)
        #expect(scroller.offset(at: 1000 * millisecond) == 1000)
        #expect(!scroller.isMoving(at: 1))
    }

    @Test(arguments: [-1.0, 1])
    func dragBeyondAnEndStretchesAndSpringsBack(direction: Double) {
        var scroller = make()
        let end = direction < 0 ? 0.0 : 1000
        scroller.drag(by: end, now: 0)
        var beyond = [0.0]
        for step in 1...50 {
            scroller.drag(by: direction * 20, now: UInt64(step) * millisecond)
            beyond.append((scroller.offset(at: UInt64(step) * millisecond) - end) * direction)
        }
        let steps = zip(beyond, beyond.dropFirst()).map { $1 - $0 }
        // UIKit's: 0.55 of the finger's way at first, never a window's height.
        #expect(abs(steps[0] - 0.55 * 20) < 0.3)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 < $0 && $1 > 0 })
        #expect(abs(beyond[50] - 500 * (1 - 1 / (1000 * 0.55 / 500 + 1))) < 1e-6)
        #expect(scroller.position(at: 50 * millisecond) == end)
        #expect(!scroller.isMoving(at: 50 * millisecond), "it is held")

        scroller.touchDown(now: 1000 * millisecond)
        scroller.touchUp(now: 1000 * millisecond)
        let back = offsets(scroller, from: 1000, frames: 70).map { ($0 - end) * direction }
        #expect(back.first == beyond[50])
        #expect(zip(back, back.dropFirst()).allSatisfy { $1 <= $0 && $1 >= 0 })
        #expect(back.last == 0)
        #expect(scroller.isMoving(at: 1100 * millisecond) && !scroller.isMoving(at: 2100 * millisecond))
    }

    @Test func caughtContentSpringsBackAgain() {
        var scroller = make()
        scroller.drag(by: -300, now: 0)
        scroller.stop(now: 0)
        let place = scroller.offset(at: 80 * millisecond)
        #expect(place < -1)
        scroller.touchDown(now: 80 * millisecond)
        #expect(scroller.offset(at: 900 * millisecond) == place)
        scroller.drag(by: 0, now: 900 * millisecond)
        #expect(abs(scroller.offset(at: 900 * millisecond) - place) < 1e-6)
        scroller.touchUp(now: 2000 * millisecond)
        #expect(scroller.offset(at: 3000 * millisecond) == 0)
    }

    @Test func momentumContinuesWhileTheContentGrows() {
        var scroller = thrown(by: 5)
        let undisturbed = scroller
        for step in 1...20 {
            let now = UInt64(100 + step * 16) * millisecond
            scroller.resize(content: 1500 + Double(step) * 100, window: 500, now: now)
            #expect(scroller.isMoving(at: now + 1))
            #expect(abs(scroller.offset(at: now) - undisturbed.offset(at: now)) < 1e-6)
        }
        #expect(abs(scroller.offset(at: 9000 * millisecond) - undisturbed.offset(at: 9000 * millisecond)) < 0.1)
    }

    @Test func contentThatFitsDoesNotScroll() {
        var scroller = Scroller()
        scroller.resize(content: 100, window: 500, now: 0)
        scroller.drag(by: 80, now: 0)
        scroller.scroll(by: 80, now: 0)
        #expect(scroller.offset(at: 1000 * millisecond) == 0)
    }

    @Test func momentumDeceleratesToRest() {
        let scroller = thrown(by: 5)
        #expect(scroller.offset(at: 100 * millisecond) == 50)
        #expect(scroller.isMoving(at: 101 * millisecond))
        let values = offsets(scroller, from: 100, frames: 250)
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 <= $0 + 1e-9 })
        // From 50, 500 px/s at a loss of 2 per second go 250 px, less the rest at 10 px/s.
        #expect(abs((values.last ?? 0) - 295) < 1)
        #expect(!scroller.isMoving(at: 4100 * millisecond))
    }

    @Test func offsetDoesNotDependOnTheNumberOfFrames() {
        var drawn = thrown(by: 4)
        let skipped = drawn
        for time in stride(from: UInt64(100), to: 600, by: 7) { _ = drawn.offset(at: time * millisecond) }
        #expect(drawn.offset(at: 600 * millisecond) == skipped.offset(at: 600 * millisecond))
        drawn.stop(now: 600 * millisecond)
        #expect(drawn.offset(at: 9000 * millisecond) == skipped.offset(at: 600 * millisecond))
        #expect(!drawn.isMoving(at: 601 * millisecond))
    }

    @Test func flingEndsAtTheEnd() {
        let scroller = thrown(by: 60)
        let values = offsets(scroller, from: 100, frames: 300)
        #expect(values.last == 1000)
        // It goes beyond by no more than 3000 px/s carry it, and comes back without swinging.
        let farthest = values.max() ?? 0
        #expect(farthest > 1020 && farthest < 1102)
        let back = values[(values.firstIndex(of: farthest) ?? 0)...]
        #expect(zip(back, back.dropFirst()).allSatisfy { $1 <= $0 && $1 >= 1000 })
        let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
        #expect(steps.allSatisfy { $0 <= 6000 * 0.016 + 1 }, "it never jumps")
        #expect(!scroller.isMoving(at: 4000 * millisecond))
        var rigid = thrown(by: 60)
        rigid.isElastic = false
        #expect(offsets(rigid, from: 100, frames: 300).allSatisfy { $0 <= 1000 })
        #expect(rigid.isMoving(at: 110 * millisecond) && !rigid.isMoving(at: 1000 * millisecond))
    }

    @Test func releaseAfterAPauseHasNoMomentum() {
        var scroller = make()
        for index in 1...10 { scroller.drag(by: 5, now: UInt64(index) * 10 * millisecond) }
        scroller.touchUp(now: 400 * millisecond)
        #expect(scroller.offset(at: 2000 * millisecond) == 50)
        #expect(!scroller.isMoving(at: 401 * millisecond))
    }

    @Test func consecutiveWheelStepsAddUp() {
        var scroller = make()
        scroller.scroll(by: 60, now: 0)
        scroller.scroll(by: 60, now: 50 * millisecond)
        let values = offsets(scroller, from: 50, frames: 40)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(values.last == 120)
        scroller.scroll(by: 60, now: 1000 * millisecond, animated: false)
        #expect(scroller.offset(at: 1000 * millisecond) == 180)
    }

    @Test func scrollToTopEndsThere() {
        var scroller = thrown(by: 40)
        scroller.scrollToTop(now: 500 * millisecond)
        let values = offsets(scroller, from: 500, frames: 40)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(values.last == 0)
        #expect(!scroller.isMoving(at: 1200 * millisecond))
    }

    @Test func animationContinuesWhenTheContentChanges() {
        let middle = 50 * millisecond
        for content in [1400.0, 9000] {
            var scroller = make()
            scroller.scroll(by: 600, now: 0)
            let offset = scroller.offset(at: middle)
            scroller.resize(content: content, window: 500, now: middle)
            #expect(scroller.offset(at: middle) == offset && scroller.isMoving(at: middle))
            #expect(scroller.offset(at: 1000 * millisecond) == 600)
        }
        var scroller = make()
        scroller.scroll(by: 600, now: 0)
        scroller.resize(content: 900, window: 500, now: middle)
        #expect(scroller.offset(at: middle) == 400 && !scroller.isMoving(at: middle))
        // Content stopped at the end does not continue when it grows.
        var thrown = thrown(by: 90)
        let end = 3000 * millisecond
        #expect(thrown.offset(at: end) == 1000)
        thrown.resize(content: 2500, window: 500, now: end)
        #expect(thrown.offset(at: end) == 1000 && !thrown.isMoving(at: end))
    }

    @Test func keysScrollBySteps() {
        let context = PageContext(
            size: Size(width: 400, height: 500), insets: PageInsets(top: 20, bottom: 80))
        var scroller = make()
        var time: UInt64 = 0
        func offset(after key: PageKey) -> Double {
            scroller.scroll(by: key, context, now: time)
            time += 1000 * millisecond
            return scroller.offset(at: time)
        }
        #expect(offset(after: .down) == 64)
        #expect(offset(after: .up) == 0)
        #expect(offset(after: .up) == 0)
        #expect(offset(after: .pageDown) == 320)
        #expect(offset(after: .end) == 1000)
        #expect(offset(after: .pageUp) == 680)
        for key in PageKey.allCases where [.left, .right, .tab, .backtab, .activate, .escape].contains(key) {
            #expect(offset(after: key) == 680)
        }
        #expect(offset(after: .home) == 0)
        // Quick ones add up, and reduced motion shows none.
        scroller.scroll(by: .pageDown, context, now: time)
        scroller.scroll(by: .pageDown, context, now: time)
        #expect(scroller.offset(at: time + 1000 * millisecond) == 640)
        var still = context
        still.reducedMotion = true
        scroller.scroll(by: .home, still, now: time)
        #expect(scroller.offset(at: time) == 0)
    }

    @Test func shrinkingContentMovesTheOffset() {
        var scroller = make()
        scroller.drag(by: 900, now: 0)
        scroller.resize(content: 700, window: 500, now: 0)
        #expect(scroller.offset(at: 0) == 200)
    }
}
