// SPDX-License-Identifier: MIT

import SeededRandom
import Testing

@testable import SurfaceKit

@Suite struct FrameSchedulerTests {
    /// An event in the life of a surface.
    private enum Happening: CaseIterable {
        case invalidate, configured, resized, draw, drawInVain, noBuffer, callback, missing, release
    }

    private func apply(_ happening: Happening, to machine: inout FrameScheduler) {
        switch happening {
        case .invalidate: machine.invalidate()
        case .configured: machine.configured()
        case .resized: machine.resized()
        case .draw where machine.shouldDraw: machine.committed()
        case .drawInVain where machine.shouldDraw: machine.nothingToDraw()
        case .noBuffer where machine.shouldDraw: machine.noBuffer()
        case .draw, .drawInVain, .noBuffer: break
        case .callback: if machine.awaitsCallback { machine.callbackArrived() }
        case .missing: if machine.awaitsCallback { machine.callbackTimedOut() }
        case .release: if machine.awaitsBuffer { machine.bufferReleased() }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func dirtySurfaceAlwaysDrawsEventually(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var machine = FrameScheduler()
        for _ in 0..<200 {
            apply(Happening.allCases.randomElement(using: &random) ?? .draw, to: &machine)
            if machine.shouldDraw {
                #expect(machine.isConfigured && machine.isDirty && !machine.awaitsCallback && !machine.awaitsBuffer)
            }
            var later = machine
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
        var machine = FrameScheduler()
        machine.invalidate()
        #expect(!machine.shouldDraw)
        machine.configured()
        #expect(machine.shouldDraw)
        machine.committed()
        machine.invalidate()
        #expect(!machine.shouldDraw)
        machine.callbackArrived()
        #expect(machine.shouldDraw)
        machine.noBuffer()
        #expect(!machine.shouldDraw)
        machine.bufferReleased()
        #expect(machine.shouldDraw)
        machine.nothingToDraw()
        #expect(!machine.shouldDraw)
    }

    @Test func resizeIgnoresHeldBuffers() {
        var machine = FrameScheduler()
        machine.configured()
        machine.noBuffer()
        machine.resized()
        #expect(machine.shouldDraw)
        machine.noBuffer()
        machine.configured()
        #expect(machine.shouldDraw)
        machine.committed()
        machine.configured()
        #expect(!machine.shouldDraw)
    }
}
