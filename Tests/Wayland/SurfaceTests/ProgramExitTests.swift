// SPDX-License-Identifier: MIT

import FakeCompositor
import TestSupport
import Testing

@Suite(.serialized) struct ProgramExitTests {
    @Test(arguments: ["tabshell-panel", "tabshell-home"])
    func lostCompositorExitsWith7(name: String) throws {
        let stage = try Stage(name)
        try stage.compositor.waitUntil("a frame") { stage.compositor.surfaces.contains { $0.shown != nil } }
        stage.compositor.disappear()
        #expect(try stage.exit() == .code(7))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["tabshell-panel", "tabshell-home"])
    func missingLayerShellExitsWith8(name: String) throws {
        let stage = try Stage(name, versions: ["zwlr_layer_shell_v1": 0])
        #expect(try stage.exit() == .code(8))
        #expect(stage.program.errorOutput.contains("zwlr_layer_shell_v1"))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test func missingSharedMemoryExitsWith8() throws {
        let stage = try Stage(versions: ["wl_shm": 0, "wl_compositor": 3])
        #expect(try stage.exit() == .code(8))
        #expect(stage.program.errorOutput.contains("wl_compositor version 4, wl_shm"))
    }

    @Test(arguments: [nil, "", "/nonexistent/wayland-0", "nonsense"])
    func missingCompositorExitsWith3(display: String?) throws {
        var environment = Environment.plain
        environment["WAYLAND_DISPLAY"] = display
        environment["XDG_RUNTIME_DIR"] = "/nonexistent"
        environment["TABSHELL_SOCKET"] = "/nonexistent/daemon.sock"
        let child = try ChildProcess(BuiltProducts.url("tabshell-panel").path, environment: environment)
        #expect(try child.waitForExit() == .code(3))
        #expect(child.errorOutput.contains("no Wayland compositor"))
        #expect(child.errorOutput.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["tabshell-panel", "tabshell-home"])
    func terminationExitsWith0(name: String) throws {
        let stage = try Stage(name)
        try stage.compositor.waitUntil("a frame") { stage.compositor.surfaces.contains { $0.shown != nil } }
        stage.program.signal(15)
        #expect(try stage.exit() == .code(0))
        #expect(stage.program.errorOutput == "")
        #expect(stage.compositor.violations == [])
    }

    @Test func closingTheWindowExits() throws {
        let stage = try Stage("tabshell-panel", ["--window"], versions: ["zwlr_layer_shell_v1": 0])
        let bar = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.title == "tabshell" && $0.shown != nil && $0.showsIcons }
        }
        #expect(bar.appID == "org.tabshell.Panel")
        #expect(bar.shown?.bufferSize == PixelSize(428, 152))
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        // A tiled window is higher than the bar, which is drawn at its bottom; the rest is opaque.
        bar.configure(428, 600, serial: stage.compositor.serial())
        let tall = try stage.compositor.waitFor("the taller window") {
            bar.shown?.bufferSize == PixelSize(428, 600) ? bar.shown : nil
        }
        #expect((0..<600).allSatisfy { tall.pixel(5, $0) >> 24 == 0xFF })
        #expect(tall.pixel(5, 600 - 119) == 0xFFFF_FFFF && tall.pixel(5, 10) == 0xFFF6_F5F3)
        stage.checkLegality()
        bar.sendClosed()
        #expect(try stage.exit() == .code(0))
    }

    @Test func pageKeepsItsWindowWhenOutputsAppear() throws {
        let stage = try Stage("tabshell-home", ["--window"], versions: ["zwlr_layer_shell_v1": 0])
        let page = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.toplevelIsShown }
        }
        stage.compositor.add(FakeOutput("FAKE-0"))
        try stage.compositor.settle(page.client)
        for output in stage.compositor.outputs { stage.compositor.remove(output) }
        try stage.compositor.settle(page.client)
        #expect(page.isAlive)
        #expect(page.client.surfaces.count == 1)
        stage.checkLegality()
        page.sendClosed()
        #expect(try stage.exit() == .code(0))
    }

    @Test func lossAndReturnOfTheDaemonAreLogged() throws {
        let stage = try Stage()
        try stage.bar()
        stage.daemon.terminate()
        try stage.compositor.waitUntil("the loss in the log") {
            stage.program.errorOutput.contains("tabshell-panel: the connection to the daemon is lost")
        }
        try stage.restartDaemon()
        try stage.compositor.waitUntil("the return in the log") {
            stage.program.errorOutput.contains("tabshell-panel: connected to the daemon again")
        }
        stage.checkLegality()
    }
}

extension FakeSurface {
    fileprivate var toplevelIsShown: Bool { title != nil && shown?.bufferSize.map { $0.width > 1 } ?? false }
}
