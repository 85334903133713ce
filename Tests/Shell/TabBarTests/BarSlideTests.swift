import ShellModel
import Testing

@testable import TabBar

@Suite struct BarSlideTests {
    private let spring = Transition(duration: 300_000_000, bounce: 0)
    private let end: UInt64 = 10_000_000_000

    private func out() -> BarSlide {
        var slide = BarSlide()
        slide.setOut(true, from: 0, along: spring, reducesMotion: false)
        return slide
    }

    @Test func barSlidesOutAndRests() {
        let slide = out()
        #expect(slide.value(at: 0) == 0)
        #expect((0.01..<0.99).contains(slide.value(at: 100_000_000)))
        #expect(slide.value(at: end) == 1)
        #expect(!slide.isMoving(at: end))
    }

    @Test func reducedMotionMovesItAtOnce() {
        var slide = BarSlide()
        slide.setOut(true, from: 5, along: spring, reducesMotion: true)
        #expect(slide.value(at: 5) == 1)
        #expect(!slide.isMoving(at: 5))
    }

    @Test func fingerDrawsTheBarIn() {
        var slide = out()
        slide.beginDrag(at: 1, depth: 150, now: end)
        for (step, distance) in [30.0, 75, 60, 150, 300].enumerated() {
            slide.drag(to: distance, depth: 150, now: end + UInt64(step) * 16_000_000)
            #expect(abs((1 - slide.value(at: end)) * 150 - min(distance, 150)) < 1e-9)
        }
        slide.endDrag(now: end + 1_000_000_000, isCancelled: false, along: spring, reducesMotion: false)
        #expect(!slide.isOut)
        #expect(slide.value(at: 2 * end) == 0)
    }

    /// Position at a slow release, speed at a fast one.
    @Test(
        arguments: [
            ([10.0, 20, 60], 200_000_000, true), ([10, 20, 90], 200_000_000, false), ([10, 20, 60], 16_000_000, false),
            ([140, 140, 140, 140, 140, 140, 110, 80], 16_000_000, true),
        ] as [([Double], UInt64, Bool)])
    func releaseDecides(path: [Double], step: UInt64, isOut: Bool) {
        var slide = out()
        slide.beginDrag(at: 0, depth: 150, now: end)
        var now = end
        for distance in path {
            now += step
            slide.drag(to: distance, depth: 150, now: now)
        }
        slide.endDrag(now: now, isCancelled: false, along: spring, reducesMotion: false)
        #expect(slide.isOut == isOut)
        #expect(slide.value(at: now + end) == (isOut ? 1 : 0))
    }

    @Test func barInItsPlaceFollowsTheFingersMovement() {
        var slide = BarSlide()
        slide.beginDrag(at: 100, depth: 150, now: end)
        #expect(slide.value(at: end) == 0)
        slide.drag(to: 70, depth: 150, now: end)
        #expect(abs(slide.value(at: end) - 0.2) < 1e-9)
        slide.drag(to: 500, depth: 150, now: end)
        #expect(slide.value(at: end) == 0)
    }

    @Test func cancelledDragGoesBack() {
        var slide = out()
        slide.beginDrag(at: 1, depth: 150, now: end)
        slide.drag(to: 140, depth: 150, now: end + 1_000_000)
        slide.endDrag(now: end + 2_000_000, isCancelled: true, along: spring, reducesMotion: false)
        #expect(slide.isOut)
        #expect(slide.value(at: 2 * end) == 1)
    }

    @Test func fingerKeepsTheBarWhenTheStateChanges() {
        var slide = out()
        slide.beginDrag(at: 1, depth: 150, now: end)
        slide.drag(to: 75, depth: 150, now: end)
        slide.setOut(false, from: end, along: spring, reducesMotion: false)
        #expect(slide.value(at: 2 * end) == 0.5)
        slide.endDrag(now: 2 * end, isCancelled: true, along: spring, reducesMotion: false)
        #expect(slide.value(at: 3 * end) == 0)
    }
}
