// SPDX-License-Identifier: MIT

import PageKit
import Testing

private let millisecond: UInt64 = 1_000_000

@Suite("A scroller")
struct ScrollerTests {
    /// A scroller over 1000 pixels of content beyond its window.
    private func make() -> Scroller {
        var scroller = Scroller()
        scroller.resize(content: 1500, window: 500, now: 0)
        return scroller
    }

    /// A drag by fingers of so many pixels every 10 ms, ten times, then let go at 100 ms.
    private func thrown(by step: Double) -> Scroller {
        var scroller = make()
        for index in 1...10 { scroller.drag(by: step, now: UInt64(index) * 10 * millisecond) }
        scroller.release(now: 100 * millisecond)
        return scroller
    }

    private func offsets(_ scroller: Scroller, from: UInt64, frames: Int) -> [Double] {
        (0..<frames).map { scroller.offset(at: (from + UInt64($0) * 16) * millisecond) }
    }

    @Test("stops at both ends")
    func ends() {
        var scroller = make()
        scroller.drag(by: -50, now: 0)
        #expect(scroller.offset(at: 0) == 0)
        scroller.drag(by: 5000, now: 0)
        #expect(scroller.offset(at: 0) == 1000)
        scroller.wheel(by: 50, now: 0)
        #expect(scroller.offset(at: 1000 * millisecond) == 1000)
        #expect(!scroller.isMoving(at: 1))
    }

    @Test("has nowhere to go when everything fits")
    func fits() {
        var scroller = Scroller()
        scroller.resize(content: 100, window: 500, now: 0)
        scroller.drag(by: 80, now: 0)
        scroller.wheel(by: 80, now: 0)
        #expect(scroller.offset(at: 1000 * millisecond) == 0)
    }

    @Test("goes on after a throw, ever slower, and comes to rest")
    func momentum() {
        let scroller = thrown(by: 5)
        #expect(scroller.offset(at: 100 * millisecond) == 50)
        #expect(scroller.isMoving(at: 101 * millisecond))
        let values = offsets(scroller, from: 100, frames: 250)
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 <= $0 + 1e-9 })
        // 500 px/s at a loss of 2 per second go 250 px, less what is left at 10 px/s.
        #expect(abs((values.last ?? 0) - (50 + (500 - 10) / 2)) < 1)
        #expect(!scroller.isMoving(at: 4100 * millisecond))
    }

    @Test("is at the same place however many frames were drawn")
    func closedForm() {
        var drawn = thrown(by: 4)
        let skipped = drawn
        for time in stride(from: UInt64(100), to: 600, by: 7) { _ = drawn.offset(at: time * millisecond) }
        #expect(drawn.offset(at: 600 * millisecond) == skipped.offset(at: 600 * millisecond))
        drawn.stop(now: 600 * millisecond)
        #expect(drawn.offset(at: 9000 * millisecond) == skipped.offset(at: 600 * millisecond))
        #expect(!drawn.isMoving(at: 601 * millisecond))
    }

    @Test("ends a throw at the end of the content, and says so")
    func throwToEnd() {
        let scroller = thrown(by: 60)
        let values = offsets(scroller, from: 100, frames: 300)
        #expect(values.last == 1000)
        #expect(values.allSatisfy { $0 <= 1000 })
        #expect(!scroller.isMoving(at: 4000 * millisecond))
    }

    @Test("does not go on when the fingers had stopped")
    func rested() {
        var scroller = make()
        for index in 1...10 { scroller.drag(by: 5, now: UInt64(index) * 10 * millisecond) }
        scroller.release(now: 400 * millisecond)
        #expect(scroller.offset(at: 2000 * millisecond) == 50)
        #expect(!scroller.isMoving(at: 401 * millisecond))
    }

    @Test("adds up wheel steps that follow one another")
    func wheel() {
        var scroller = make()
        scroller.wheel(by: 60, now: 0)
        scroller.wheel(by: 60, now: 50 * millisecond)
        let values = offsets(scroller, from: 50, frames: 40)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(values.last == 120)
        scroller.wheel(by: 60, now: 1000 * millisecond, animated: false)
        #expect(scroller.offset(at: 1000 * millisecond) == 180)
    }

    @Test("goes back to the top and stays there")
    func top() {
        var scroller = thrown(by: 40)
        scroller.scrollToTop(now: 500 * millisecond)
        let values = offsets(scroller, from: 500, frames: 40)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(values.last == 0)
        #expect(!scroller.isMoving(at: 1200 * millisecond))
    }

    @Test("comes back when the content shrinks")
    func resize() {
        var scroller = make()
        scroller.drag(by: 900, now: 0)
        scroller.resize(content: 700, window: 500, now: 0)
        #expect(scroller.offset(at: 0) == 200)
    }
}
