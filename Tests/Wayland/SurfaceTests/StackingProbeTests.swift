// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct StackingProbeTests {
    /// Returns the result of a probe on a compositor, which has no trace of it afterwards.
    private func result(
        versions: [String: UInt32] = [:], prepare: (FakeCompositor) -> Void
    ) throws -> StackingProbe.Result? {
        let local = try LocalSession(versions: versions, prepare: prepare)
        let output = try #require(local.connection.outputs.first)
        var results: [StackingProbe.Result] = []
        let probe = StackingProbe(local.connection, output: output, color: 0x123456) { results.append($0) }
        guard let probe else { return nil }
        try withExtendedLifetime(probe) {
            try local.waitUntil("the result") { !results.isEmpty }
            try local.settle()
        }
        #expect(results.count == 1)
        #expect(local.compositor.surfaces.isEmpty)
        return results.first
    }

    @Test(arguments: [true, false])
    func endAtWhichSurfacesEnterIsSeen(above: Bool) throws {
        let result = try result {
            $0.skipsCoveredSurfaces = true
            $0.stacksNewestAbove = above
        }
        #expect(result == (above ? .above : .below))
    }

    /// sway 1.7 calls back every surface of an output.
    @Test func compositorThatCallsBackCoveredSurfacesGivesNoResult() throws {
        let result = try result { $0.skipsCoveredSurfaces = false }
        #expect(result == .indistinct)
    }

    @Test func compositorThatLeavesSurfacesInTheirPlaceGivesNoResult() throws {
        let result = try result {
            $0.skipsCoveredSurfaces = true
            $0.restacks = false
        }
        #expect(result == .indistinct)
    }

    /// A compositor under load answers late, and one whose output is off when it is on: both do so after any timeout.
    @Test func outputThatIsOffIsMeasuredOnceItIsOn() throws {
        let local = try LocalSession {
            $0.skipsCoveredSurfaces = true
            $0.framePace = .manual
        }
        let output = try #require(local.connection.outputs.first)
        var results: [StackingProbe.Result] = []
        let probe = StackingProbe(local.connection, output: output, color: 0) { results.append($0) }
        try withExtendedLifetime(probe) {
            try local.waitUntil("the surfaces") {
                local.compositor.surfaces("tabshell-probe").filter { !$0.callbacks.isEmpty }.count == 2
            }
            let late = Monotonic.now + 1_100_000_000
            try local.waitUntil("the answer to be late") { Monotonic.now > late }
            #expect(results.isEmpty)
            local.compositor.framePace = .every(4)
            for surface in local.compositor.surfaces("tabshell-probe") where !local.compositor.isSkipped(surface) {
                surface.fireFrame()
            }
            try local.waitUntil("the result") { !results.isEmpty }
        }
        #expect(results == [.above])
    }

    @Test func withoutChangesOfTheLayerThereIsNoProbe() throws {
        let result = try result(versions: ["zwlr_layer_shell_v1": 1]) { _ in }
        #expect(result == nil)
    }

    @Test func closedSurfaceEndsTheProbe() throws {
        let local = try LocalSession { $0.framePace = .manual }
        let output = try #require(local.connection.outputs.first)
        var results: [StackingProbe.Result] = []
        let probe = StackingProbe(local.connection, output: output, color: 0) { results.append($0) }
        try withExtendedLifetime(probe) {
            let surfaces = try local.waitFor("the surfaces") {
                let surfaces = local.compositor.surfaces("tabshell-probe")
                return surfaces.count == 2 ? surfaces : nil
            }
            for surface in surfaces { surface.sendClosed() }
            try local.waitUntil("the result") { !results.isEmpty }
            try local.settle()
        }
        #expect(results == [.closed])
        #expect(local.compositor.surfaces.isEmpty)
    }
}
