import FakeCompositor
import FaultSupport
import TestSupport
import Testing

/// The n-th system call of the panel or of a page fails: it works, or ends with a sentence and a documented status.
@Suite(.serialized) struct ScreenFaultTests {
    private static let programs = [FaultyProgram.panel, .sample, .document]

    @Test(arguments: programs, FaultPlan.someErrors)
    func startAndEndFail(program: FaultyProgram, error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        _ = try #require(try daemon.client())
        let control = try FaultControl(program: program.name)
        var undisturbed: Holdings?
        try plan.forEachCall("start and end of \(program.name)", of: error) { call in
            let scene = try FaultyScene(program, daemon, control)
            control.arm(error, call: call)
            try scene.start()
            let isShown: Void? = try? scene.compositor.waitUntil("a frame, or the end") {
                scene.hasEnded || scene.surface != nil
            }
            let place = "call \(call), \(control.failedCall ?? "none"): \(scene.namespaces) \(scene.errorOutput)"
            #expect(isShown != nil, "\(place)")
            undisturbed = try scene.settle(undisturbed, place)
            scene.terminate()
            try scene.compositor.waitUntil("the end: \(place)") { scene.hasEnded }
            let result = control.disarm()
            if scene.exit != .code(0) { scene.expectSoundness("call \(call), \(result.failed ?? "none")") }
            return result
        }
    }

    @Test(arguments: programs, FaultPlan.someErrors)
    func drawFails(program: FaultyProgram, error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        let client = try #require(try daemon.client())
        let control = try FaultControl(program: program.name)
        var scene = try FaultyScene(program, daemon, control)
        try scene.startAndShow()
        var undisturbed: Holdings?
        try plan.forEachCall("a transition of \(program.name)", of: error) { call in
            if scene.hasEnded {
                scene = try FaultyScene(program, daemon, control)
                try scene.startAndShow()
            }
            control.arm(error, call: call)
            for tab in ["flash", "home"] {
                let commits = scene.commits
                try client.request("select", ["tab": tab])
                let isDrawn: Void? = try? scene.compositor.waitUntil("a frame, or the end") {
                    scene.hasEnded || scene.commits > commits && (tab == "flash" || scene.surface != nil)
                }
                let place = "call \(call), \(control.failedCall ?? "none")"
                #expect(isDrawn != nil, "\(place): nothing is drawn: \(scene.errorOutput)")
                try scene.rest()
            }
            let result = control.disarm()
            let place = "call \(call), \(result.failed ?? "none")"
            scene.expectSoundness(place)
            undisturbed = try scene.settle(undisturbed, place)
            return result
        }
    }
}
