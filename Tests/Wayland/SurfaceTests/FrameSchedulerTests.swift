// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct FrameSchedulerTests {
    /// An event in the life of a surface.
    private enum Transition: CaseIterable {
        case invalidate, configured, resized, draw, drawInVain, drawInvalidated, noBuffer, callback, missing, release
    }

    private func apply(_ transition: Transition, to scheduler: inout FrameScheduler) {
        switch transition {
        case .invalidate: scheduler.invalidate()
        case .configured: scheduler.configured()
        case .resized: scheduler.resized()
        case .draw where scheduler.shouldDraw:
            scheduler.began()
            scheduler.committed()
        case .drawInVain where scheduler.shouldDraw: scheduler.began()
        case .drawInvalidated where scheduler.shouldDraw:
            scheduler.began()
            scheduler.invalidate()
            scheduler.committed()
            #expect(scheduler.isDirty)
        case .noBuffer where scheduler.shouldDraw: scheduler.noBuffer()
        case .draw, .drawInVain, .drawInvalidated, .noBuffer: break
        case .callback: if scheduler.awaitsCallback { scheduler.callbackArrived() }
        case .missing: if scheduler.awaitsCallback { scheduler.callbackTimedOut() }
        case .release: if scheduler.awaitsBuffer { scheduler.bufferReleased() }
        }
    }

    @Test(arguments: 0..<UInt64(Rounds.count(30)))
    func dirtySurfaceAlwaysDrawsEventually(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var scheduler = FrameScheduler()
        for _ in 0..<200 {
            apply(Transition.allCases.randomElement(using: &random) ?? .draw, to: &scheduler)
            if scheduler.shouldDraw {
                #expect(
                    scheduler.isConfigured && scheduler.isDirty && !scheduler.awaitsCallback && !scheduler.awaitsBuffer)
            }
            var later = scheduler
            later.invalidate()
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

    @Test func waitsForConfigureCallbackAndBuffer() {
        var scheduler = FrameScheduler()
        scheduler.invalidate()
        #expect(!scheduler.shouldDraw)
        scheduler.configured()
        #expect(scheduler.shouldDraw)
        scheduler.began()
        scheduler.committed()
        scheduler.invalidate()
        #expect(!scheduler.shouldDraw)
        scheduler.callbackArrived()
        #expect(scheduler.shouldDraw)
        scheduler.noBuffer()
        #expect(!scheduler.shouldDraw)
        scheduler.bufferReleased()
        #expect(scheduler.shouldDraw)
        scheduler.began()
        #expect(!scheduler.shouldDraw)
    }

    @Test func resizeIgnoresHeldBuffers() {
        var scheduler = FrameScheduler()
        scheduler.configured()
        scheduler.noBuffer()
        scheduler.resized()
        #expect(scheduler.shouldDraw)
        scheduler.noBuffer()
        scheduler.configured()
        #expect(scheduler.shouldDraw)
        scheduler.committed()
        scheduler.configured()
        #expect(!scheduler.shouldDraw)
    }
}
