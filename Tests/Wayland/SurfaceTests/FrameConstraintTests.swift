// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

/// The constraints of commit-timing and fifo on a surface's frames.
@Suite struct FrameConstraintTests {
    private static let both: [String: UInt32] = ["wp_commit_timing_manager_v1": 1, "wp_fifo_manager_v1": 1]

    /// Draws a motion of some frames, each of which is presented.
    ///
    /// - Returns: the commits of its frames.
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
        let local = try LocalSession(versions: Self.both)
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
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
        #expect(local.compositor.violations == [])
    }

    @Test func timeThatIsOnlyAssumedIsNoConstraint() throws {
        let local = try LocalSession(versions: Self.both)
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
        let first = fake.commits.count
        content.moves = true
        bar.invalidate()
        try local.waitUntil("frames that are not presented") { fake.commits.count > first + 4 }
        content.moves = false
        try local.rest()
        #expect(fake.commits[first...].allSatisfy { $0.timestamp == nil })
        #expect(fake.commits[(first + 1)...].contains { $0.waitsForBarrier })
        #expect(local.compositor.violations == [])
    }

    /// A surface that the compositor does not show passes no barrier.
    @Test func motionThatWasInterruptedBeginsAnew() throws {
        let local = try LocalSession(versions: Self.both)
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
        local.compositor.framePace = .manual
        content.moves = true
        bar.invalidate()
        try local.waitUntil("a frame") { !fake.callbacks.isEmpty }
        let count = fake.commits.count
        content.color ^= 0xFF
        // Without a callback, the animation ends after a time.
        try local.waitUntil("the frame after the timeout") { fake.commits.count > count }
        #expect(fake.commits.last?.waitsForBarrier == false && fake.commits.last?.timestamp == nil)
        #expect(local.compositor.violations == [])
    }

    @Test func compositorWithoutTheProtocolsIsAskedForNothing() throws {
        let local = try LocalSession()
        let content = PlainContent()
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
        let commits = try move(bar, fake, content, local, frames: 3)
        #expect(commits.allSatisfy { $0.timestamp == nil && !$0.setsBarrier && !$0.waitsForBarrier })
        #expect(local.compositor.violations == [])
    }
}
