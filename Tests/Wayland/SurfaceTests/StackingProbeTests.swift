import FakeCompositor
import StageTestSupport
import Testing

@testable import SurfaceKit

@Suite struct StackingProbeTests {
    /// Returns the result of a probe on a compositor, which keeps no trace of it. Before the result it runs
    /// `measure`, whose `hasResult` is true once it is known.
    private func result(
        versions: [String: UInt32] = [:], prepare: (FakeCompositor) -> Void,
        measure: (_ local: LocalSession, _ hasResult: () -> Bool) throws -> Void = { _, _ in }
    ) throws -> StackingProbe.Result? {
        let local = try LocalSession(versions: versions, prepare: prepare)
        let output = try #require(local.connection.outputs.first)
        var results: [StackingProbe.Result] = []
        let probe = StackingProbe(local.connection, output: output, color: 0x123456) { results.append($0) }
        guard let probe else { return nil }
        try withExtendedLifetime(probe) {
            try measure(local) { !results.isEmpty }
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

    /// sway 1.7 calls back every surface of an output. Another compositor may leave surfaces in their place.
    @Test(arguments: [(false, true), (true, false)])
    func indistinctCompositorGivesNoResult(skipsCovered: Bool, restacks: Bool) throws {
        let result = try result {
            $0.skipsCoveredSurfaces = skipsCovered
            $0.restacks = restacks
        }
        #expect(result == .indistinct)
    }

    /// A compositor under load answers late, and one whose output is off when it is on: both do so after any timeout.
    @Test func outputThatIsOffIsMeasuredOnceItIsOn() throws {
        let result = try result {
            $0.skipsCoveredSurfaces = true
            $0.framePace = .manual
        } measure: { local, hasResult in
            try local.waitUntil("the surfaces") {
                local.compositor.surfaces("tabshell-probe").filter { !$0.callbacks.isEmpty }.count == 2
            }
            try local.pass(1_100_000_000)
            #expect(!hasResult())
            local.compositor.framePace = .every(4)
            for surface in local.compositor.surfaces("tabshell-probe") where !local.compositor.isSkipped(surface) {
                surface.fireFrame()
            }
        }
        #expect(result == .above)
    }

    @Test func withoutChangesOfTheLayerThereIsNoProbe() throws {
        let result = try result(versions: ["zwlr_layer_shell_v1": 1]) { _ in }
        #expect(result == nil)
    }

    @Test func closedSurfaceEndsTheProbe() throws {
        let result = try result {
            $0.framePace = .manual
        } measure: { local, _ in
            let surfaces = try local.waitFor("the surfaces") {
                let surfaces = local.compositor.surfaces("tabshell-probe")
                return surfaces.count == 2 ? surfaces : nil
            }
            for surface in surfaces { surface.sendClosed() }
        }
        #expect(result == .closed)
    }
}
