import Glibc
import ShellModel
import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct ProgramExitTests {
    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func lostCompositorExitsWith7(name: String) throws {
        let stage = try Stage(name)
        try stage.compositor.waitUntil("a frame") { stage.compositor.surfaces.contains { $0.shown != nil } }
        stage.compositor.disappear()
        #expect(try stage.exit() == .code(7))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test(
        arguments: [
            ("tabshell-panel", ["zwlr_layer_shell_v1": 0], "zwlr_layer_shell_v1"),
            ("tabshell-sample", ["zwlr_layer_shell_v1": 0], "zwlr_layer_shell_v1"),
            ("tabshell-panel", ["wl_shm": 0, "wl_compositor": 3], "wl_compositor version 4, wl_shm"),
        ] as [(String, [String: UInt32], String)])
    func missingLayerShellExitsWith8(name: String, versions: [String: UInt32], missing: String) throws {
        let stage = try Stage(name, versions: versions)
        #expect(try stage.exit() == .code(8))
        #expect(stage.program.errorOutput.contains(missing))
        #expect(stage.program.errorOutput.split(separator: "\n").count == 1)
    }

    @Test func statusAndSelectNameTheMissingLayerShell() throws {
        let compositor = try FakeCompositor(versions: ["zwlr_layer_shell_v1": 0])
        let daemon = try ChildProcess(BuiltProducts.url("tabshelld").path, [], environment: compositor.environment)
        let socket = try SocketClient.waiting(for: compositor.daemonSocket)
        try compositor.waitUntil("all programs to fail") {
            try socket.state().programs.allSatisfy { $0.phase == .failed }
        }
        for program in try socket.state().programs {
            let problem = program.problem ?? ""
            #expect(problem.contains("zwlr_layer_shell_v1") && problem.contains("--window"), "\(program)")
        }
        let select = try ChildProcess(
            BuiltProducts.url("tabctl").path, ["select", "flash"], environment: compositor.environment)
        #expect(try compositor.waitFor("tabctl") { select.isRunning ? nil : select.exit } == .code(0))
        #expect(select.output.contains(#""tab":"flash""#))
        #expect(select.errorOutput.contains("no panel shows it"))
        #expect(select.errorOutput.contains("zwlr_layer_shell_v1"))
        daemon.terminate()
    }

    /// A page whose surface is refused does without the request; one that is refused again would be restarted for ever.
    @Test(arguments: [([1, 2], .alive, 1), ([0, 1, 2], .failed, 2)] as [(Set<Int>, ProgramStatus.Phase, Int)])
    func refusedRequestsEndTheRestarts(keyboards: Set<Int>, phase: ProgramStatus.Phase, restarts: Int) throws {
        let compositor = try FakeCompositor()
        compositor.refusedKeyboards = keyboards
        let daemon = try ChildProcess(BuiltProducts.url("tabshelld").path, [], environment: compositor.environment)
        let socket = try SocketClient.waiting(for: compositor.daemonSocket)
        let page = try compositor.waitFor("the page") {
            try socket.state().status(of: .page("home")).flatMap { $0.phase == phase && $0.problem != nil ? $0 : nil }
        }
        #expect(page.restarts == restarts && page.problem?.hasSuffix(": Unsupported setting") == true, "\(page)")
        daemon.terminate()
    }

    @Test func doctorNamesTheMissingLayerShell() throws {
        let compositor = try FakeCompositor(versions: ["zwlr_layer_shell_v1": 0])
        let doctor = try ChildProcess(
            BuiltProducts.url("tabctl").path, ["doctor"], environment: compositor.environment)
        try compositor.waitUntil("tabctl") { !doctor.isRunning }
        #expect(doctor.exit == .code(1))
        let rows = doctor.output.split(separator: "\n")
        let row = rows.first { $0.contains("zwlr_layer_shell_v1") } ?? ""
        #expect(row.contains(#""verdict":"failed""#) && row.contains("tabshell-session --window"), "\(doctor.output)")
        #expect(rows.contains { $0.contains("wl_compositor") && $0.contains(#""verdict":"ok""#) })
    }

    @Test func daemonStartsItsProgramsInWindows() throws {
        let compositor = try FakeCompositor(versions: ["zwlr_layer_shell_v1": 0])
        let daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--window"], environment: compositor.environment)
        let names = ["Panel", "Page.home", "Page.flash", "Page.growth"].map { "org.tabshell.\($0)" }
        try compositor.waitUntil("all windows; the daemon says: \(daemon.errorOutput)") {
            Set(compositor.surfaces.filter { $0.shown != nil }.compactMap(\.appID)).isSuperset(of: names)
        }
        #expect(compositor.violations == [])
        daemon.terminate()
        try compositor.waitUntil("the end") { !daemon.isRunning }
    }

    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func windowIsMovedByDraggingIt(name: String) throws {
        let stage = try Stage(
            name, ["--window"], versions: ["zwlr_layer_shell_v1": 0, "zxdg_decoration_manager_v1": 1])
        let window = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.toplevelIsShown }
        }
        #expect(stage.compositor.objects("zxdg_toplevel_decoration_v1").count == 1)
        let y = name == "tabshell-panel" ? BarGeometry.y : 10
        let x = BarGeometry.centers[1]
        func drag(to point: (x: Double, y: Double), from start: (x: Double, y: Double)) throws {
            stage.compositor.pointerEnters(window, x: start.x, y: start.y)
            stage.compositor.button(on: window, isPressed: true)
            stage.compositor.pointerMoves(on: window, x: point.x, y: point.y)
            stage.compositor.pointerLeaves(window)
            try stage.compositor.settle(window.client)
        }
        try drag(to: (x + 5, y + 5), from: (x, y))
        #expect(window.moves == 0)
        try drag(to: (x + 5, y + 30), from: (x, y))
        #expect(window.moves == 1)
        // A drag is not a press on a tab.
        #expect(try stage.selected(window.client) == "home")
        if name == "tabshell-sample" {
            // Below, a drag scrolls the page.
            try drag(to: (x, 200), from: (x, 300))
            #expect(window.moves == 1)
        }
    }

    @Test(arguments: [nil, "", "/nonexistent/wayland-0", "nonsense"])
    func missingCompositorExitsWith3(display: String?) throws {
        var environment = Environment.plain
        environment["WAYLAND_DISPLAY"] = display
        environment["XDG_RUNTIME_DIR"] = "/nonexistent"
        environment["TABSHELL_SOCKET"] = "/nonexistent/daemon.sock"
        let child = try ChildProcess(BuiltProducts.url("tabshell-panel").path, environment: environment)
        #expect(try child.waitForExit() == .code(3))
        let reason = "no Wayland compositor found (is WAYLAND_DISPLAY set?): No such file or directory"
        #expect(child.errorOutput == "tabshell-panel: \(reason)\n")
    }

    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func terminationExitsWith0(name: String) throws {
        let stage = try Stage(name)
        let surface = try stage.compositor.waitFor("a frame") { stage.compositor.surfaces.first { $0.shown != nil } }
        // The pointer may be on a tab.
        stage.compositor.pointerEnters(surface, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.settle(surface.client)
        stage.program.signal(15)
        #expect(try stage.exit() == .code(0))
        #expect(stage.program.errorOutput == "")
    }

    @Test func closingTheWindowExits() throws {
        let stage = try Stage("tabshell-panel", ["--window"], versions: ["zwlr_layer_shell_v1": 0])
        let bar = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.title == "tabshell" && $0.shown != nil && $0.showsIcons }
        }
        #expect(bar.appID == "org.tabshell.Panel")
        #expect(bar.shown?.bufferSize == PixelSize(428, 152))
        try stage.select(1, on: bar)
        // A tiled window is higher than the bar, which is drawn at its bottom; the rest is opaque.
        bar.configure(428, 600, serial: stage.compositor.serial())
        let tall = try stage.compositor.waitFor("the taller window") {
            bar.shown?.bufferSize == PixelSize(428, 600) ? bar.shown : nil
        }
        #expect((0..<600).allSatisfy { tall.pixel(5, $0) >> 24 == 0xFF })
        #expect(tall.pixel(5, 600 - 119) == 0xFFFF_FFFF && tall.pixel(5, 10) == 0xFFF6_F5F3)
        bar.sendClosed()
        #expect(try stage.exit() == .code(0))
    }

    @Test func pageKeepsItsWindowWhenOutputsAppear() throws {
        let stage = try Stage("tabshell-sample", ["--window"], versions: ["zwlr_layer_shell_v1": 0])
        let page = try stage.compositor.waitFor("the window") {
            stage.compositor.surfaces.first { $0.toplevelIsShown }
        }
        stage.compositor.add(FakeOutput("FAKE-0"))
        try stage.compositor.settle(page.client)
        for output in stage.compositor.outputs { stage.compositor.remove(output) }
        try stage.compositor.settle(page.client)
        #expect(page.isAlive)
        #expect(page.client.surfaces.count == 1)
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
    }
}

extension FakeSurface {
    fileprivate var toplevelIsShown: Bool { title != nil && shown?.bufferSize.map { $0.width > 1 } ?? false }
}
