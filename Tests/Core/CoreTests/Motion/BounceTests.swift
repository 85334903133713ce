import Glibc
import Motion
import Testing

@Suite struct BounceTests {
    private let timing = Timing.curve(.linear, duration: 350_000_000)

    @Test func risesAndReturnsToRest() {
        var bounce = Bounce()
        #expect(bounce.height(at: 0) == 0 && !bounce.isMoving(at: 0))
        bounce.start(from: ns(1), with: timing)
        // sin² of a quarter, a half and three quarters of π.
        for (seconds, height) in [(0, 0), (0.0875, 0.5), (0.175, 1), (0.2625, 0.5)] {
            #expect(abs(bounce.height(at: ns(1 + seconds)) - height) < 1e-6)
        }
        #expect(bounce.isMoving(at: ns(1.35) - 1) && !bounce.isMoving(at: ns(1.35)))
        #expect(bounce.height(at: ns(1.35)) == 0 && bounce.height(at: .max) == 0)
    }

    @Test func startedAgainItNeverJumps() {
        for again in stride(from: 0.01, through: 0.5, by: 0.01) {
            var bounce = Bounce()
            bounce.start(from: ns(1), with: timing)
            let before = bounce.height(at: ns(1 + again))
            bounce.start(from: ns(1 + again), with: timing)
            #expect(abs(bounce.height(at: ns(1 + again)) - before) < 1e-9)
            let heights = (0...400).map { bounce.height(at: ns(1 + again) + UInt64($0) * 1_000_000) }
            #expect(zip(heights, heights.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
            #expect(heights.max().map { $0 > 0.999 || again < 0.175 } == true)
            #expect(heights.last == 0)
        }
    }

    @Test func immediateBounceDoesNothing() {
        var bounce = Bounce()
        bounce.start(from: ns(1), with: .immediate)
        #expect(bounce.height(at: ns(1)) == 0 && !bounce.isMoving(at: ns(1)))
    }
}
