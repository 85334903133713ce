import FakeCompositor
import Foundation
import ShellModel
import TestSupport
import Testing

/// A fake compositor, the real daemon, and real programs as clients of both.
public final class Stage {
    public let compositor: FakeCompositor
    public private(set) var daemon: ChildProcess
    /// A connection to the daemon.
    public let socket: SocketClient
    public private(set) var programs: [ChildProcess] = []
    /// False in a test whose programs may violate the protocol. In all others the end of the stage checks that none has.
    public var isJudged = true
    /// True once a program is expected to end. Until then the end of the stage checks that all are running.
    private var hasEnd = false
    private let environment: [String: String]
    private let daemonArguments: [String]

    /// Starts the daemon alone, with the text of the user's configuration file, if any, and with other globals than the
    /// usual ones, see ``FakeCompositor``. The closure returns further variables of all programs.
    public init(
        daemonWith configuration: String?, arguments: [String] = [], versions: [String: UInt32] = [:],
        outputs: [FakeOutput] = [FakeOutput("FAKE-1")],
        prepare: (FakeCompositor) throws -> [String: String] = { _ in [:] }
    ) throws {
        compositor = try FakeCompositor(versions: versions, outputs: outputs)
        environment = try compositor.environment.merging(prepare(compositor)) { $1 }
        let file = try configuration.map { [folder = compositor.folder] in
            ["--config", try folder.write($0, to: "config.toml", mode: 0o644)]
        }
        daemonArguments = ["--no-programs"] + (file ?? []) + arguments
        daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, daemonArguments, environment: environment)
        socket = try SocketClient.waiting(for: compositor.daemonSocket)
    }

    /// Starts the daemon and a program.
    public convenience init(
        _ name: String = "tabshell-panel", _ arguments: [String] = [], versions: [String: UInt32] = [:],
        outputs: [FakeOutput] = [FakeOutput("FAKE-1")], configuration: String? = nil,
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        try self.init(daemonWith: configuration, versions: versions, outputs: outputs) {
            prepare($0)
            return [:]
        }
        try start(name, arguments)
    }

    /// The panel with its bar, once it shows its icons, or at rest: once the panel has nothing to do.
    public static func withBar(
        atRest: Bool = false, versions: [String: UInt32] = [:], outputs: [FakeOutput] = [FakeOutput("FAKE-1")],
        configuration: String? = nil, prepare: (FakeCompositor) -> Void = { _ in }
    ) throws -> (Stage, FakeSurface) {
        let stage = try Stage(versions: versions, outputs: outputs, configuration: configuration, prepare: prepare)
        let bar = try stage.bar()
        if atRest { try stage.rest(bar) }
        return (stage, bar)
    }

    deinit {
        guard isJudged else { return }
        if hasEnd { #expect(compositor.violations == []) } else { checkLegality() }
    }

    public var program: ChildProcess { programs[0] }

    /// The standard error of the programs and the daemon.
    public var complaints: String { (programs + [daemon]).map(\.errorOutput).joined() }

    /// Starts the daemon again after it has ended.
    public func restartDaemon() throws {
        daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, daemonArguments, environment: environment)
    }

    /// Starts another program.
    @discardableResult
    public func start(
        _ name: String, _ arguments: [String] = [], environment changes: [String: String] = [:]
    ) throws -> ChildProcess {
        let child = try ChildProcess(
            BuiltProducts.url(name).path, arguments, environment: environment.merging(changes) { $1 })
        programs.append(child)
        return child
    }

    /// The first surface of a namespace that shows something.
    public func surface(_ namespace: String) throws -> FakeSurface {
        try compositor.waitFor("the surface \(namespace); the programs say: \(complaints)") {
            compositor.surfaces(namespace).first { $0.shown != nil }
        }
    }

    /// The panel's client, once its bar shows its icons.
    public var client: FakeClient { compositor.clients[0] }

    /// The bar on an output, once it shows its icons.
    @discardableResult
    public func bar(on output: String? = nil) throws -> FakeSurface {
        try compositor.waitFor("the bar on \(output ?? "the output"); the program says: \(program.errorOutput)") {
            try checkRunning()
            return compositor.surfaces("tabshell-bar").last {
                (output == nil || $0.layer?.output?.name == output) && $0.frameCount > 0 && $0.showsIcons
            }
        }
    }

    /// The only bar, at rest, wherever it is.
    public func barAtRest() throws -> FakeSurface {
        let bar = try compositor.waitFor("the bar; the program says: \(program.errorOutput)") {
            try checkRunning()
            let bars = compositor.surfaces("tabshell-bar")
            return bars.count == 1 && bars[0].frameCount > 0 ? bars[0] : nil
        }
        try rest(bar)
        return bar
    }

    /// Opens a window, once the panel asks for them.
    public func openWindow(_ appID: String, title: String = "", states: [UInt32] = []) throws -> FakeToplevel {
        try compositor.waitFor("the toplevel manager to be bound") {
            try compositor.openWindow(appID, title: title, states: states)
        }
    }

    /// Replaces the text of the user's configuration file, and reloads it.
    public func configure(_ text: String) throws {
        // In one step: the daemon watches the file, and would read a half-written one.
        let file = try compositor.folder.write(text, to: "config.toml.new", mode: 0o644)
        guard rename(file, compositor.folder.appending("config.toml")) == 0 else {
            throw SystemError("no configuration")
        }
        try socket.request("reload", id: 4)
    }

    /// Waits for the frame that follows a number of frames.
    @discardableResult
    public func frame(of surface: FakeSurface, after count: Int) throws -> FakeCommit {
        try compositor.waitFor("another frame") {
            try checkRunning()
            return surface.frameCount > count ? surface.commits.filter(\.hasBuffer)[count] : nil
        }
    }

    /// Serves until the program has handled everything, with the replies of the daemon, and no frame callback is pending.
    public func rest(_ surface: FakeSurface) throws {
        var before = -1
        while before != surface.commits.count || !surface.callbacks.isEmpty {
            before = surface.commits.count
            try compositor.waitUntil("rest") { surface.callbacks.isEmpty }
            try compositor.settle(surface.client)
            try socket.request("ping")
            try compositor.settle(surface.client)
        }
    }

    /// The selected tab, after all requests of the program.
    public func selected(_ client: FakeClient) throws -> String {
        try compositor.settle(client)
        // The daemon reads pending requests in its first iteration and replies to the second ping afterwards.
        try socket.request("ping", id: 1)
        return try socket.state().selection?.tab.rawValue ?? ""
    }

    /// Taps on a tab of the default look, and waits until it is selected.
    public func select(_ tab: Int, on bar: FakeSurface) throws {
        compositor.tap(on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
        try waitForSelection(of: SamplePages.tabs[tab])
    }

    /// Waits until the daemon has a tab selected.
    public func waitForSelection(of tab: String) throws {
        try compositor.waitUntil("the selection of \(tab)") { try socket.state().selection?.tab.rawValue == tab }
    }

    /// Waits until the page in front has a text in its accessibility tree, as JSON.
    public func wait(forText text: String) throws {
        try compositor.waitUntil("\(text): \(complaints)") { try socket.accessibilityText().contains(text) }
    }

    /// Presses a part by its name, as soon as the page lists it.
    public func press(_ name: String) throws {
        try compositor.waitUntil("the press of \(name): \(complaints)") {
            (try? socket.request("press", ["name": name])) != nil
        }
    }

    public func exit() throws -> ChildProcess.Exit {
        hasEnd = true
        return try compositor.waitFor("the program to end") { program.isRunning ? nil : program.exit }
    }

    /// Checks that no protocol was violated and that all programs are running.
    public func checkLegality(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(compositor.violations == [], sourceLocation: sourceLocation)
        for program in programs {
            #expect(program.isRunning, "\(program.errorOutput)", sourceLocation: sourceLocation)
        }
    }

    /// Ends the program as the daemon does, and waits until it has gone.
    public func endPanel() throws {
        kill(program.pid, SIGTERM)
        #expect(try exit() == .code(0))
    }

    public func checkRunning() throws {
        guard program.isRunning else {
            throw SystemError("the program ended with \(program.exit as Any): \(program.errorOutput)")
        }
    }
}

/// Positions in the default bar at width 428, logical pixels of the surface.
public enum BarGeometry {
    public static let shadow = 33.0
    public static let height = 152
    public static let centers = [88.0, 214.0, 340.0]
    public static let y = 75.0
    /// The vertical centre of the indicators.
    public static let indicatorY = 89
}

extension FakeSurface {
    /// True if the first tab's icon is drawn, at any scale.
    public var showsIcons: Bool {
        guard let shown, let size = shown.bufferSize, size.width > 100 else { return false }
        let scale = Double(size.height) / Double(BarGeometry.height)
        let row =
            (Int(BarGeometry.shadow * scale) + Int(24 * scale))..<(Int(BarGeometry.shadow * scale) + Int(50 * scale))
        let column = size.width / 2 - Int(14 * scale)..<size.width / 2 + Int(14 * scale)
        return row.contains { y in column.contains { x in shown.pixel(x, y) != 0xFFFF_FFFF } }
    }

    /// The darkness of a tab's indicator, 0 (white) to 255, at scale 1.
    public func indicator(_ tab: Int) -> Int {
        shown.map { $0.ink(Int(BarGeometry.centers[tab]), BarGeometry.indicatorY) } ?? 0
    }
}

extension FakeCommit {
    /// The difference of a pixel's green from white.
    public func ink(_ x: Int, _ y: Int) -> Int { 255 - Int(pixel(x, y) >> 8 & 0xFF) }
    /// The darkness of a press highlight at scale 1, just inside the left edge of a tab's target.
    public func pressMark(_ tab: Int) -> Int { ink(Int(BarGeometry.centers[tab]) - 18, 75) }
}
