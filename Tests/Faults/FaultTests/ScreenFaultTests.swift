// SPDX-License-Identifier: MIT
import FakeCompositor
import Foundation
import Geometry
import PageKit
import StressPages
import TestSupport
import Testing

/// The n-th system call of the panel or of a page fails: it does what it should, or it ends with a sentence and a
/// documented status.
@Suite(.serialized) struct ScreenFaultTests {
    private static let programs = [FaultyProgram.panel, .home, .document]

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
            undisturbed = try settle(scene, undisturbed, place)
            scene.terminate()
            try scene.compositor.waitUntil("the end: \(place)") { scene.hasEnded }
            let result = control.disarm()
            if scene.exit != .code(0) { expectSoundness(scene, "call \(call), \(result.failed ?? "none")") }
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
            expectSoundness(scene, place)
            undisturbed = try settle(scene, undisturbed, place)
            return result
        }
    }

    /// What the page shows is true: a note that is shown as recorded is stored.
    @Test(arguments: FaultPlan.someErrors) func savingANoteFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        try #require(try daemon.client()).request("select", ["tab": "flash"])
        let control = try FaultControl(program: FaultyProgram.flash.name)
        let size = Size(width: Double(FaultyScene.width), height: Double(FaultyScene.height))
        let chip = try #require(FlashLayout(PageContext(size: size)).notes.first).center
        var recorded: [UInt32]?
        var undisturbed: Holdings?
        try plan.forEachCall("saving a note", of: error) { call in
            // Each call fails in a new database.
            let scene = try FaultyScene(.flash, daemon, control)
            try scene.startAndShow()
            let surface = try #require(scene.surface)
            control.arm(error, call: call)
            let frames = surface.frameCount
            scene.compositor.pointerEnters(surface, x: chip.x, y: chip.y)
            scene.compositor.button(on: surface, isPressed: true)
            scene.compositor.button(on: surface, isPressed: false)
            try scene.compositor.waitUntil("the note, or the end") { scene.hasEnded || surface.frameCount > frames }
            try scene.rest()
            let result = control.disarm()
            let place = "call \(call), \(result.failed ?? "none")"
            expectSoundness(scene, place)
            guard !scene.hasEnded else { return result }
            recorded = recorded ?? surface.shown?.pixels
            if surface.shown?.pixels == recorded {
                try scene.compositor.waitUntil("\(place): the note to be stored") { try scene.notes() == 1 }
            } else {
                #expect(try scene.notes() == 0, "\(place): it is stored, and not shown as recorded")
            }
            undisturbed = try settle(scene, undisturbed, place)
            return result
        }
    }

    /// Waits until a program holds no more than after the scenario without a failed call.
    private func settle(_ scene: FaultyScene, _ undisturbed: Holdings?, _ place: String) throws -> Holdings {
        try scene.rest()
        guard let undisturbed else { return scene.holdings }
        try scene.compositor.waitUntil("\(place): \(scene.holdings) to be \(undisturbed): \(scene.errorOutput)") {
            scene.holdings.isWithin(undisturbed)
        }
        return undisturbed
    }

    private func expectSoundness(_ scene: FaultyScene, _ place: String) {
        #expect(scene.compositor.violations == [], "\(place)")
        guard scene.hasEnded else { return }
        guard case .code(1...8) = scene.exit else {
            Issue.record("\(place): it ended with \(scene.exit as Any): \(scene.errorOutput)")
            return
        }
        #expect(!scene.errorOutput.isEmpty, "\(place): it ended without a sentence")
    }
}
