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
        case .invalidate: scheduler.isDirty = true
        case .configured: scheduler.configured()
        case .resized: scheduler.resized()
        case .draw where scheduler.shouldDraw:
            scheduler.isDirty = false
            scheduler.awaitsCallback = true
        case .drawInVain where scheduler.shouldDraw: scheduler.isDirty = false
        case .drawInvalidated where scheduler.shouldDraw:
            scheduler.isDirty = false
            scheduler.isDirty = true
            scheduler.awaitsCallback = true
            #expect(scheduler.isDirty)
        case .noBuffer where scheduler.shouldDraw: scheduler.awaitsBuffer = true
        case .draw, .drawInVain, .drawInvalidated, .noBuffer: break
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
                #expect(
                    scheduler.isConfigured && scheduler.isDirty && !scheduler.awaitsCallback && !scheduler.awaitsBuffer)
            }
            var later = scheduler
            later.isDirty = true
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
        scheduler.isDirty = true
        #expect(!scheduler.shouldDraw)
        scheduler.configured()
        #expect(scheduler.shouldDraw)
        scheduler.isDirty = false
        scheduler.awaitsCallback = true
        scheduler.isDirty = true
        #expect(!scheduler.shouldDraw)
        scheduler.awaitsCallback = false
        #expect(scheduler.shouldDraw)
        scheduler.awaitsBuffer = true
        #expect(!scheduler.shouldDraw)
        scheduler.awaitsBuffer = false
        #expect(scheduler.shouldDraw)
        scheduler.isDirty = false
        #expect(!scheduler.shouldDraw)
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
