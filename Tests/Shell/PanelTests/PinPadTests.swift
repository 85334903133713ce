import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// The PIN pad over a guarded tab, whose PIN is 2580.
@Suite struct PinPadTests {
    private let stage: Stage
    private let bar: FakeSurface

    init() throws {
        (stage, bar) = try Stage.withBar(configuration: Stage.lock + "\ntabs = [\"flash\"]\n") { $0.setCapabilities(7) }
    }

    /// Opens the pad by a press of the guarded tab.
    private func open() throws -> FakeSurface {
        try stage.press("Flash tab")
        try stage.wait(forText: "Enter the PIN")
        return try stage.compositor.waitFor("the pad") {
            stage.compositor.surfaces("tabshell-pad").first { $0.isAlive && $0.frameCount > 0 }
        }
    }

    private func waitForEnd(of pad: FakeSurface) throws {
        try stage.compositor.waitUntil("the end of the pad") {
            try !pad.isAlive && stage.socket.state().lock?.prompt == nil
        }
    }

    /// The arrow keys begin at the 5, and Return presses the key with the focus.
    @Test func arrowKeysEnterThePIN() throws {
        let pad = try open()
        #expect(pad.layer?.layer == 3 && pad.layer?.keyboardInteractivity == 1)
        try stage.compositor.setKeymap(of: pad.client)
        stage.compositor.keyboardEnters(pad)
        let (enter, up, left, right, down): (UInt32, UInt32, UInt32, UInt32, UInt32) = (28, 103, 105, 106, 108)
        for key in [left, up, enter, down, enter, down, enter, down, enter] {
            stage.compositor.type(key, client: pad.client)
        }
        try stage.wait(forText: "4 digits entered")
        for key in [right, enter] { stage.compositor.type(key, client: pad.client) }
        try stage.waitForSelection(of: "flash")
        try waitForEnd(of: pad)
        try stage.socket.request("lock")
        try stage.waitForSelection(of: "home")
        // Escape closes it.
        let next = try open()
        stage.compositor.keyboardEnters(next)
        stage.compositor.type(1, client: next.client)
        try waitForEnd(of: next)
        #expect(try stage.selected(bar.client) == "home")
    }

    /// After three wrong PINs the next one has to wait, and the seconds are counted down; the pad can be closed meanwhile.
    @Test func wrongPINsAreCounted() throws {
        let pad = try open()
        for attempt in 1...3 {
            for key in ["1", "2"] { try stage.press(key) }
            try stage.wait(forText: "2 digits entered")
            try stage.press("Delete")
            try stage.wait(forText: "1 digit entered")
            try stage.press("OK")
            try stage.wait(forText: attempt < 3 ? "Wrong PIN" : "try again in 30 s")
        }
        #expect(throws: (any Error).self) { try stage.socket.request("press", ["name": "1"]) }
        try stage.rest(pad)
        let picture = pad.shown?.pixels
        try stage.compositor.waitUntil("the next second") { pad.shown?.pixels != picture }
        try stage.press("Close")
        try waitForEnd(of: pad)
        #expect(try stage.selected(bar.client) == "home" && stage.socket.state().isLocked)
    }
}
