import Foundation
import Geometry
import InputTestSupport
import ShellModel
import StageTestSupport
import TabBar
import TestSupport
import Testing

/// A headless sway with the whole shell in a look, driven by a pointer and through the socket. The fixture `tabshell-sample` is
/// the page of all tabs that the configuration gives no program.
final class ShellSession {
    let sway: HeadlessSway
    /// The compositor's own colour.
    let bare: Screenshot.Pixel
    private(set) var daemon: ChildProcess
    /// The programs by name, if the test starts them.
    private(set) var programs: [String: ChildProcess] = [:]
    let pointer: VirtualPointer
    private let look: String
    private let arguments: [String]
    private let environment: [String: String]
    private let pages: (options: [String], lines: String)
    private let screen: Size

    /// Starts everything, and waits until the programs, except windows', live, and the bar is on the screen.
    ///
    /// - Parameters:
    ///   - configuration: the text of the user's configuration file.
    ///   - width: logical pixels, as the height.
    ///   - lines: further lines of sway's configuration.
    ///   - isNested: see ``HeadlessSway/Options/isNested``.
    ///   - root: see ``HeadlessSway/Options/root``.
    ///   - pageOptions: further options of the fixture.
    ///   - pageLines: further lines of the tables of its tabs.
    ///   - environment: further variables of the daemon, and so of all programs.
    ///   - startsPrograms: false to start the programs from the test instead of from the daemon.
    init(
        _ look: String = "stress-monitor", configuration: String = "", width: Int = 428, height: Int = 800,
        sway lines: [String] = [], isNested: Bool = false, root: String? = nil, pageOptions: [String] = [],
        pageLines: String = "",
        environment: [String: String] = [:], startsPrograms: Bool = true
    ) throws {
        var options = HeadlessSway.Options()
        (options.width, options.height, options.isNested, options.root) = (width, height, isNested, root)
        // Without an output the cursor would be part of the screenshot.
        options.configuration = ["seat seat0 hide_cursor 100"] + lines
        (self.look, self.environment, pages) = (look, environment, (pageOptions, pageLines))
        screen = Size(width: Double(width), height: Double(height))
        sway = try HeadlessSway(options)
        bare = try Screenshot(of: sway).pixel(0, 0)
        arguments = ["--config", sway.configurationFile, "--look", look]
        let text = try SamplePages.completing(configuration, look: look, options: pageOptions, lines: pageLines)
        try sway.writeConfiguration(text)
        daemon = try sway.start(
            BuiltProducts.url("tabshelld").path, arguments + (startsPrograms ? [] : ["--no-programs"]),
            environment: environment)
        pointer = try VirtualPointer(sway)
        if !startsPrograms {
            programs["panel"] = try sway.start(BuiltProducts.url("tabshell-panel").path)
            for tab in SamplePages.tabs {
                programs[tab] = try sway.start(BuiltProducts.url("tabshell-sample").path, ["--tab", tab])
            }
        }
        try wait(for: "all programs to be alive") { state in
            !state.programs.isEmpty
                && state.programs.allSatisfy { $0.phase == .alive || $0.program.isWindow(in: state) }
        }
        try waitUntilBarIsShown()
    }

    deinit {
        for program in programs.values { program.terminate() }
        daemon.terminate()
        sway.stop()
    }

    /// Replaces the text of the user's configuration file.
    func configure(_ configuration: String) throws {
        try sway.writeConfiguration(
            SamplePages.completing(configuration, look: look, options: pages.options, lines: pages.lines))
    }

    /// Starts the daemon again after it was killed.
    func restartDaemon() throws {
        daemon = try sway.start(BuiltProducts.url("tabshelld").path, arguments, environment: environment)
    }

    // MARK: - The daemon

    /// Opens a connection to the daemon and reads its greeting.
    func connect() throws -> SocketClient {
        let client = try SocketClient.waiting(for: sway.daemonSocket)
        try client.expect(event: "hello")
        return client
    }

    func state() throws -> ShellState { try connect().state() }

    /// Waits until the state satisfies a condition.
    @discardableResult
    func wait(for what: String, _ isSo: (ShellState) -> Bool) throws -> ShellState {
        var last: ShellState?
        return try waitFor(
            "\(what); the selection is \(last?.selection?.tab.rawValue ?? "none"), the menu \(last?.menu.tab?.rawValue ?? "none"), "
                + "the focus \(String(describing: last?.bar.focus)); the daemon wrote: \(daemon.errorOutput.suffix(2000))"
        ) {
            let state = try state()
            last = state
            return isSo(state) ? state : nil
        }
    }

    /// The process ids of the living programs.
    func alivePrograms() throws -> [Program: pid_t] {
        let alive = try state().programs.filter { $0.phase == .alive }
        return Dictionary(uniqueKeysWithValues: alive.compactMap { status in status.pid.map { (status.program, $0) } })
    }

    /// Waits until all programs are alive.
    @discardableResult
    func waitUntilAlive() throws -> [Program: pid_t] {
        try wait(for: "all programs to be alive") {
            !$0.programs.isEmpty && $0.programs.allSatisfy { $0.phase == .alive }
        }
        return try alivePrograms()
    }

    /// The output of `tabctl`, or its exit with the error.
    func tabctl(_ arguments: String...) throws -> String {
        let tabctl = try sway.start(BuiltProducts.url("tabctl").path, arguments)
        let exit = try tabctl.waitForExit()
        return exit == .code(0) ? tabctl.output : "\(exit): \(tabctl.errorOutput)\(tabctl.output)"
    }

    // MARK: - Processes

    /// All processes of the shell, with the daemon.
    func processes() throws -> [(name: String, facts: ProcessFacts)] {
        try [("tabshelld", ProcessFacts(pid: daemon.pid))]
            + alivePrograms().sorted { $0.key.name < $1.key.name }.map { ($0.key.name, ProcessFacts(pid: $0.value)) }
    }

    /// Waits until all processes of the shell are idle.
    func waitUntilIdle(quiet: Double = 0.6) throws {
        try processes().map(\.facts).waitUntilAsleep(
            "the shell; the daemon wrote: \(daemon.errorOutput.suffix(2000))", quiet: quiet)
    }

    // MARK: - The bar

    /// The bar's scene at rest, and the frame of its surface on the screen.
    private func scene() throws -> (scene: Scene, frame: Rect) {
        var model = BarModel()
        model.update(to: try state(), at: .max)
        guard let look = model.look(on: screen) else { throw SystemError("the state has no look") }
        let frame = look.bar.position.strip(of: look.surfaceHeight, in: screen)
        return (model.scene(width: frame.width, height: frame.height, screen: screen, at: .max), frame)
    }

    /// Clicks at a position in the bar.
    func click(_ target: BarPart.Target) throws {
        let (scene, frame) = try scene()
        guard let hotspot = scene.parts.first(where: { $0.target == target }) else {
            throw SystemError("there is no \(target) on the bar")
        }
        try pointer.click(frame.x + hotspot.rect.center.x, frame.y + hotspot.rect.center.y)
    }

    /// Selects a tab of the default look through the socket, and waits until it is shown.
    @discardableResult
    func show(_ tab: String) throws -> Screenshot {
        try connect().request("select", ["tab": tab])
        return try waitUntilShown(tab)
    }

    // MARK: - The screen

    func picture(_ output: String? = nil) throws -> Screenshot {
        try Screenshot(of: sway, output: output)
    }

    /// A screenshot of a shell that has finished drawing.
    func restingPicture() throws -> Screenshot { try sway.restingPicture() }

    /// True if pixels of the screen have a color, 0xRRGGBB.
    func isColored(_ color: UInt32, at points: [(x: Int, y: Int)]) throws -> Bool {
        let picture = try picture()
        return points.allSatisfy { picture.pixel($0.x, $0.y).distance(to: Screenshot.Pixel(color)) <= 4 }
    }

    /// Waits until the bar is on the screen, by the colour of its selected icon.
    func waitUntilBarIsShown() throws {
        guard let look = try state().look else { throw SystemError("the state has no look") }
        let color = Screenshot.Pixel(look.light[.selectedIcon].rgb)
        try waitUntil("the bar to be on the screen; the daemon wrote: \(daemon.errorOutput.suffix(2000))") {
            let picture = try restingPicture()
            // A nested sway chooses its size itself.
            let size = Size(width: Double(picture.width), height: Double(picture.height))
            let bar = look.bar.position.strip(of: look.coveredHeight, in: size)
            let (rows, columns) = (Int(bar.y)..<Int(bar.maxY), Int(bar.x)..<Int(bar.maxX))
            return rows.contains { y in columns.contains { picture.pixel($0, y).distance(to: color) <= 4 } }
        }
    }

    /// Waits until an output's screenshot shows a tab of the default look as selected, with its page behind the bar, and the shell
    /// has nothing left to draw.
    ///
    /// - Parameter film: called with each screenshot before.
    @discardableResult
    func waitUntilShown(
        _ tab: String, output: String? = nil, hasPage: Bool = true, film: (Screenshot) -> Void = { _ in }
    ) throws -> Screenshot {
        let name = try output ?? sway.outputs.first?.name
        return try sway.restingPicture("\(tab) to be on the screen", output: name) {
            film($0)
            guard let place = try sway.outputs.first(where: { $0.name == name }) else { return false }
            let bar = BarPixels($0, scale: place.scale)
            return bar.isAtRest(on: tab) && (!hasPage || bar.hasPage)
        }
    }

    // MARK: - Windows

    /// The table of a tab whose page is a window.
    ///
    /// - Parameter lines: further lines.
    static func windowTab(_ id: String, appID: String, _ lines: String = "") -> String {
        """
        [[tabs]]
        id = "\(id)"
        title = "\(id)"
        icon = "agent"
        app_id = "\(appID)"
        \(lines)

        """
    }

    /// The options of a terminal of one color, 0xRRGGBB. foot ignores the section that it does not know; 1.28 renamed it.
    static func terminal(_ appID: String, color: UInt32 = 0x204060) -> [String] {
        ["--config=/dev/null", "--working-directory=/", "--app-id=\(appID)"]
            + ["colors", "colors-dark"].map { "--override=\($0).background=\(String(format: "%06x", color))" }
    }

    /// Starts a terminal in which nothing happens.
    func openTerminal(_ appID: String, color: UInt32 = 0x204060) throws -> ChildProcess {
        try sway.start("foot", Self.terminal(appID, color: color) + ["cat"])
    }
}

extension HeadlessSway {
    /// The socket of a daemon on this compositor.
    var daemonSocket: String { "\(runtimeDirectory)/tabshell/\(display).sock" }

    fileprivate var configurationFile: String { "\(runtimeDirectory)/home/.config/tabshell/config.toml" }

    fileprivate func writeConfiguration(_ text: String) throws {
        let file = URL(fileURLWithPath: configurationFile)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Other programs have their configuration beside it.
        if let user = Privilege.user {
            for path in [folder.deletingLastPathComponent().path, folder.path] { chown(path, user, user) }
        }
        try Data(text.utf8).write(to: file, options: .atomic)
    }
}

extension Screenshot {
    /// True if a row has 8 pixels of a colour beside each other, which texts and icons lack.
    func hasLine(of color: Pixel) -> Bool {
        stride(from: 0, to: height, by: 8).contains { y in
            stride(from: 0, to: width - 7, by: 8).contains { x in (0..<8).allSatisfy { pixel(x + $0, y) == color } }
        }
    }
}

extension Screenshot.Pixel {
    /// A pixel of 0xRRGGBB.
    init(_ rgb: UInt32) {
        self.init(UInt8(rgb >> 16 & 0xFF), UInt8(rgb >> 8 & 0xFF), UInt8(rgb & 0xFF))
    }
}

extension Program {
    fileprivate func isWindow(in state: ShellState) -> Bool {
        if case .page(let tab) = self { state.tab(tab)?.window != nil } else { false }
    }
}
