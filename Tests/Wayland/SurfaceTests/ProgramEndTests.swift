// SPDX-License-Identifier: MIT

import FakeCompositor
import TestSupport
import Testing

@Suite("How programs end, on a scripted compositor", .serialized)
struct ProgramEndTests {
    @Test("the compositor goes: exit code 7", arguments: ["tabshell-panel", "tabshell-home"])
    func compositorGone(name: String) throws {
        let stage = try Stage(name)
        try stage.compositor.waitUntil("a frame") { stage.compositor.surfaces.contains { $0.shown != nil } }
        stage.compositor.disappear()
        #expect(try stage.exit() == .code(7))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test("no layer-shell: exit code 8, and one line that names it", arguments: ["tabshell-panel", "tabshell-home"])
    func noLayerShell(name: String) throws {
        let stage = try Stage(name, versions: ["zwlr_layer_shell_v1": 0])
        #expect(try stage.exit() == .code(8))
        #expect(stage.program.errorOutput.contains("zwlr_layer_shell_v1"))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test("what nothing can be shown without: exit code 8, and its name")
    func noMemory() throws {
        let stage = try Stage(versions: ["wl_shm": 0, "wl_compositor": 3])
        #expect(try stage.exit() == .code(8))
        #expect(stage.program.errorOutput.contains("wl_compositor version 4, wl_shm"))
    }

    @Test("no compositor: exit code 3 and a sentence", arguments: [nil, "", "/nonexistent/wayland-0", "nonsense"])
    func noCompositor(display: String?) throws {
        var environment = Environment.plain
        environment["WAYLAND_DISPLAY"] = display
        environment["XDG_RUNTIME_DIR"] = "/nonexistent"
        environment["TABSHELL_SOCKET"] = "/nonexistent/daemon.sock"
        let child = try ChildProcess(BuiltProducts.url("tabshell-panel").path, environment: environment)
        #expect(try child.waitForExit() == .code(3))
        #expect(child.errorOutput.contains("no Wayland compositor"))
        #expect(child.errorOutput.split(separator: "\n").count == 1)
    }

    @Test("ended by request: exit code 0", arguments: ["tabshell-panel", "tabshell-home"])
    func terminated(name: String) throws {
        let stage = try Stage(name)
        try stage.compositor.waitUntil("a frame") { stage.compositor.surfaces.contains { $0.shown != nil } }
        stage.program.signal(15)
        #expect(try stage.exit() == .code(0))
        #expect(stage.program.errorOutput == "")
        #expect(stage.compositor.violations == [])
    }

    @Test("in a window, without layer-shell: it works, and closing it ends the program")
    func window() throws {
        let stage = try Stage("tabshell-panel", ["--window"], versions: ["zwlr_layer_shell_v1": 0])
        let bar = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.title == "tabshell" && $0.shown != nil && $0.showsIcons }
        }
        #expect(bar.appID == "org.tabshell.Panel")
        #expect(bar.shown?.bufferSize == PixelSize(428, 152))
        stage.compositor.touchDown(1, on: bar, x: Place.centers[1], y: Place.y)
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        // A tiled window is higher than it needs to be: the bar stands at its bottom, and nothing shines through.
        bar.configure(428, 600, serial: stage.compositor.serial())
        let tall = try stage.compositor.waitFor("the higher window") {
            bar.shown?.bufferSize == PixelSize(428, 600) ? bar.shown : nil
        }
        #expect((0..<600).allSatisfy { tall.pixel(5, $0) >> 24 == 0xFF })
        #expect(tall.pixel(5, 600 - 119) == 0xFFFF_FFFF && tall.pixel(5, 10) == 0xFFF6_F5F3)
        stage.checkLegality()
        bar.sendClosed()
        #expect(try stage.exit() == .code(0))
    }

    @Test("a page in a window keeps it when outputs come, and ends when it is closed")
    func pageWindow() throws {
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
}

extension FakeSurface {
    fileprivate var toplevelIsShown: Bool { title != nil && shown?.bufferSize.map { $0.width > 1 } ?? false }
}
