import FakeCompositor
import StageTestSupport
import Testing
import TestSupport

@testable import SurfaceKit

@Suite struct FrameSchedulerTests {
    /// An event in the life of a surface.
    private enum Transition: CaseIterable {
        case invalidate, press, start, configured, resized, draw, drawInVain, drawInvalidated, tooLate, noBuffer
        case callback, missing, release
    }

    private func apply(_ transition: Transition, to scheduler: inout FrameScheduler) {
        switch transition {
        case .invalidate: scheduler.invalidate(.paced)
        case .press: scheduler.invalidate(.press)
        case .start: scheduler.invalidate(.start)
        case .configured: scheduler.configured()
        case .resized: scheduler.resized()
        case .draw where scheduler.shouldDraw:
            scheduler.beginFrame()
            scheduler.awaitsCallback = true
        case .drawInVain where scheduler.shouldDraw: scheduler.beginFrame()
        case .drawInvalidated where scheduler.shouldDraw:
            scheduler.beginFrame()
            scheduler.invalidate(.start)
            scheduler.awaitsCallback = true
            #expect(scheduler.isDirty)
        case .tooLate where scheduler.shouldDraw && scheduler.awaitsCallback: scheduler.waitForCallback()
        case .noBuffer where scheduler.shouldDraw && !scheduler.awaitsCallback: scheduler.awaitsBuffer = true
        case .draw, .drawInVain, .drawInvalidated, .tooLate, .noBuffer: break
        case .callback: if scheduler.awaitsCallback { scheduler.awaitsCallback = false }
        case .missing: if scheduler.awaitsCallback { scheduler.awaitsCallback = false }
        case .release: if scheduler.awaitsBuffer { scheduler.awaitsBuffer = false }
        }
    }

    @Test(arguments: 0..<UInt64(Rounds.count(30)))
    func dirtySurfaceAlwaysDrawsEventually(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var scheduler = FrameScheduler()
        for _ in 0..<200 {
            apply(Transition.allCases.randomElement(using: &random) ?? .draw, to: &scheduler)
            if scheduler.shouldDraw {
                #expect(scheduler.isConfigured && scheduler.isDirty && !scheduler.awaitsBuffer)
            }
            var later = scheduler
            later.invalidate(.paced)
            if !later.isConfigured { later.configured() }
            // In either order.
            if random.next() % 2 == 0 {
                if later.awaitsCallback { apply(.missing, to: &later) }
                if later.awaitsBuffer { apply(.release, to: &later) }
            } else {
                if later.awaitsBuffer { apply(.release, to: &later) }
                if later.awaitsCallback { apply(.callback, to: &later) }
            }
            #expect(later.shouldDraw)
        }
    }

    /// Between two callbacks, each urgency except the lowest has one frame, and none after a higher one.
    @Test(
        arguments: [
            ([.paced, .paced], []), ([.press, .press], [.press]), ([.start, .start], [.start]),
            ([.press, .paced, .start, .press, .start], [.press, .start]), ([.start, .press], [.start]),
        ] as [([FrameUrgency], [FrameUrgency])])
    func urgentFrameDoesNotWaitForTheCallback(changes: [FrameUrgency], expected: [FrameUrgency]) {
        var scheduler = FrameScheduler()
        scheduler.configured()
        for _ in 0..<2 {
            #expect(scheduler.shouldDraw)
            scheduler.beginFrame()
            scheduler.awaitsCallback = true
            var drawn: [FrameUrgency] = []
            for change in changes {
                scheduler.invalidate(change)
                guard scheduler.shouldDraw else { continue }
                scheduler.beginFrame()
                drawn.append(change)
            }
            #expect(drawn == expected)
            scheduler.invalidate(.paced)
            #expect(!scheduler.shouldDraw)
            scheduler.awaitsCallback = false
        }
    }

    @Test func resizeIgnoresHeldBuffers() {
        var scheduler = FrameScheduler()
        scheduler.configured()
        scheduler.awaitsBuffer = true
        scheduler.resized()
        #expect(scheduler.shouldDraw)
        scheduler.awaitsBuffer = true
        scheduler.configured()
        #expect(scheduler.shouldDraw)
        scheduler.awaitsCallback = true
        scheduler.configured()
        #expect(!scheduler.shouldDraw)
    }
}

@Suite struct FrameConstraintTests {
    private static let both: [String: UInt32] = ["wp_commit_timing_manager_v1": 1, "wp_fifo_manager_v1": 1]

    /// Draws a motion of some presented frames, and returns their commits.
    private func move(
        _ surface: Surface, _ fake: FakeSurface, _ content: PlainContent, _ local: LocalSession, frames: Int
    ) throws -> [FakeCommit] {
        local.compositor.framePace = .manual
        let first = fake.commits.count
        content.moves = true
        surface.invalidate()
        for frame in 1...frames {
            try local.waitUntil("frame \(frame)") { !fake.callbacks.isEmpty }
            fake.present(at: fake.commits.last?.time ?? 0, refresh: 10_000_000)
            if frame == frames {
                content.moves = false
                content.color ^= 0xFF
            }
            fake.fireFrame()
            try local.settle()
        }
        try local.waitUntil("the last frame") { !fake.callbacks.isEmpty }
        fake.fireFrame()
        try local.rest()
        return Array(fake.commits[first...])
    }

    @Test func framesOfAMotionAreConstrainedAndTheFirstOneIsNot() throws {
        let (local, bar, fake, content) = try LocalSession.showing(versions: Self.both)
        for _ in 0..<2 {
            let commits = try move(bar, fake, content, local, frames: 5)
            #expect(commits.count == 6)
            #expect(commits[0].timestamp == nil && !commits[0].setsBarrier && !commits[0].waitsForBarrier)
            for (earlier, commit) in zip(commits, commits.dropFirst()) {
                let timestamp = try #require(commit.timestamp)
                // A refresh after that at which the earlier frame was presented, less half an interval. A presentation within
                // a quarter of a millisecond of the predicted one moves no prediction.
                let refreshes = (Double(timestamp) + 5_000_000 - Double(earlier.time)) / 10_000_000
                #expect(refreshes > 0.5 && abs(refreshes - refreshes.rounded()) <= 0.025, "\(refreshes)")
                #expect(commit.waitsForBarrier)
            }
            #expect(commits[1...4].allSatisfy { $0.setsBarrier })
            #expect(commits.last?.setsBarrier == false)
        }
        bar.destroy()
        try local.settle()
        #expect(local.client.objects("wp_fifo_v1").isEmpty && local.client.objects("wp_commit_timer_v1").isEmpty)
    }

    @Test func timeThatIsOnlyAssumedIsNoConstraint() throws {
        let (local, bar, fake, content) = try LocalSession.showing(versions: Self.both)
        let first = fake.commits.count
        content.moves = true
        bar.invalidate()
        try local.waitUntil("frames that are not presented") { fake.commits.count > first + 4 }
        content.moves = false
        try local.rest()
        #expect(fake.commits[first...].allSatisfy { $0.timestamp == nil })
        #expect(fake.commits[(first + 1)...].contains { $0.waitsForBarrier })
    }

    /// A surface that the compositor does not show passes no barrier.
    @Test func motionThatWasInterruptedBeginsAnew() throws {
        let (local, bar, fake, content) = try LocalSession.showing(versions: Self.both)
        local.compositor.framePace = .manual
        content.moves = true
        bar.invalidate()
        try local.waitUntil("a frame") { !fake.callbacks.isEmpty }
        let count = fake.commits.count
        content.color ^= 0xFF
        // Without a callback, the animation ends after a time.
        try local.waitUntil("the frame after the timeout") { fake.commits.count > count }
        #expect(fake.commits.last?.waitsForBarrier == false && fake.commits.last?.timestamp == nil)
    }

    @Test func compositorWithoutTheProtocolsIsAskedForNothing() throws {
        let (local, bar, fake, content) = try LocalSession.showing()
        let commits = try move(bar, fake, content, local, frames: 3)
        #expect(commits.allSatisfy { $0.timestamp == nil && !$0.setsBarrier && !$0.waitsForBarrier })
    }
}
