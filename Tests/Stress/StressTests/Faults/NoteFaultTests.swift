import FakeCompositor
import FaultSupport
import Geometry
import PageKit
import TestSupport
import Testing

@testable import StressMonitor

/// The n-th system call of a page fails while it records something.
@Suite(.serialized) struct NoteFaultTests {
    private static let flash = FaultyProgram(name: "tabshell-flash", namespace: "tabshell-page-flash")

    /// The note is stored in the end, whichever call fails, unless the page ends.
    @Test(arguments: FaultPlan.someErrors) func savingANoteFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        try #require(try daemon.client()).request("select", ["tab": "flash"])
        let control = try FaultControl(program: Self.flash.name)
        let size = Size(width: Double(FaultyScene.width), height: Double(FaultyScene.height))
        let chip = try #require(FlashLayout(PageContext(size: size)).notes.first).center
        var undisturbed: Holdings?
        try plan.forEachCall("saving a note", of: error) { call in
            // Each call fails in a new database.
            let scene = try FaultyScene(Self.flash, daemon, control)
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
            scene.expectSoundness(place)
            guard !scene.hasEnded else { return result }
            if undisturbed == nil {
                // The page watches the database once the note is stored, which another process may see earlier.
                try scene.compositor.waitUntil("the page to watch its database: \(scene.holdings)") {
                    let held = scene.holdings.descriptors
                    return held["stress.db"] == 1 && held["anon_inode:inotify"] == 2
                }
            }
            try scene.compositor.waitUntil("\(place): the note to be stored") { try notes(scene) == 1 }
            try scene.rest()
            undisturbed = try scene.settle(undisturbed, place)
            return result
        }
    }

    /// The number of the stored notes.
    private func notes(_ scene: FaultyScene) throws -> Int {
        try StressTool.run(["list"], in: ["XDG_DATA_HOME": scene.compositor.folder.path])
            .split(separator: "\n").count { $0.contains("Work") }
    }
}
