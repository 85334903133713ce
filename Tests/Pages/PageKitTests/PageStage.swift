// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import TestSupport
import Testing

/// A fake compositor, the real daemon with a configuration of the test's own, and the programs of some pages.
final class PageStage {
    /// A bar that covers 80 px of the pages and can be minimized; changes are immediate unless a test sets a duration.
    static let look = """
        [bar]
        height = 80
        reserve = "none"
        [minimize]
        policy = "on-scroll-down"
        [page]
        bottom_inset = 90
        [safe_area]
        top = 12
        [sheet]
        top = 40
        corner_radius = 20
        [motion]
        page = "none"
        sheet = "none"
        appearance = "none"
        """

    let compositor: FakeCompositor
    let socket: SocketClient
    private(set) var programs: [ChildProcess] = []
    private let daemon: ChildProcess
    private let environment: [String: String]

    /// - Parameters:
    ///   - tabs: the tabs in order, each with its role.
    ///   - look: the rest of the configuration.
    ///   - direction: that of the layout.
    init(
        tabs: [(id: String, role: String)], look: String = PageStage.look, direction: String = "auto",
        outputs: [FakeOutput] = [FakeOutput("FAKE-1")],
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        compositor = try FakeCompositor(outputs: outputs)
        prepare(compositor)
        let path = compositor.folder.appending("daemon.sock")
        let file = try Self.write(tabs, look, direction: direction, in: compositor.folder)
        environment = Environment.plain.merging([
            "WAYLAND_DISPLAY": compositor.socketPath, "XDG_RUNTIME_DIR": compositor.folder.path,
            "XDG_STATE_HOME": compositor.folder.path, "TABSHELL_SOCKET": path,
        ]) { $1 }
        daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--no-programs", "--config", file], environment: environment)
        socket = try SocketClient.waiting(for: path)
    }

    /// Writes another configuration, which the daemon reads on a reload.
    func configure(tabs: [(id: String, role: String)], look: String = PageStage.look) throws {
        try Self.write(tabs, look, in: compositor.folder)
    }

    @discardableResult
    private static func write(
        _ tabs: [(id: String, role: String)], _ look: String, direction: String = "auto", in folder: TemporaryDirectory
    ) throws -> String {
        let order = tabs.map { "\"\($0.id)\"" }.joined(separator: ", ")
        let tables = tabs.map {
            "[[tabs]]\nid = \"\($0.id)\"\ntitle = \"\($0.id)\"\nicon = \"home\"\nrole = \"\($0.role)\"\n"
        }
        return try folder.write(
            "direction = \"\(direction)\"\norder = [\(order)]\n" + tables.joined() + look + "\n", to: "config.toml")
    }

    /// Starts a page with made-up content for a tab.
    @discardableResult
    func startPage(_ tab: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws
        -> ChildProcess
    {
        try start("tabshell-sample", ["--tab", tab] + arguments, environment: environment)
    }

    @discardableResult
    func start(
        _ program: String, _ arguments: [String] = [], environment changes: [String: String] = [:]
    ) throws -> ChildProcess {
        let child = try ChildProcess(
            BuiltProducts.url(program).path, arguments, environment: environment.merging(changes) { $1 })
        programs.append(child)
        return child
    }

    /// Returns the surface of a tab's page or sheet once the compositor has it.
    func surface(_ namespace: String) throws -> FakeSurface {
        try compositor.waitFor("\(namespace); the programs say: \(programs.map(\.errorOutput))") {
            compositor.surfaces(namespace).first { $0.shown != nil }
        }
    }

    /// Returns that surface once it shows something.
    func shown(_ namespace: String) throws -> FakeSurface {
        try compositor.waitFor("\(namespace); the programs say: \(programs.map(\.errorOutput))") {
            compositor.surfaces(namespace).first { $0.isVisible }
        }
    }

    func request(_ verb: String, _ arguments: [String: Any] = [:]) throws {
        try socket.request(verb, arguments)
    }

    func state() throws -> [String: Any] { try socket.request("state", id: 9) }

    func path(_ tab: String) throws -> [String] {
        (try state()["paths"] as? [String: Any])?[tab] as? [String] ?? []
    }

    /// Waits until the daemon's state satisfies a condition, while the compositor runs.
    func waitForState(_ what: String, _ isReached: ([String: Any]) throws -> Bool) throws {
        try compositor.waitUntil(what) { try isReached(state()) }
    }

    /// Runs until a client has handled all events, has nothing to draw, and has the replies of the daemon.
    func rest(_ surface: FakeSurface) throws {
        var before = -1
        while before != surface.commits.count || !surface.callbacks.isEmpty {
            before = surface.commits.count
            try compositor.waitUntil("rest") { surface.callbacks.isEmpty }
            try compositor.settle(surface.client)
            try request("ping")
            try compositor.settle(surface.client)
        }
    }

    /// A press and a release with the pointer.
    func click(_ surface: FakeSurface, x: Double, y: Double) {
        compositor.pointerEnters(surface, x: x, y: y)
        compositor.button(on: surface, isPressed: true)
        compositor.button(on: surface, isPressed: false)
    }

    /// Checks that the protocol was not violated and that the programs are running.
    func checkLegality(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(compositor.violations == [], sourceLocation: sourceLocation)
        for program in programs {
            #expect(program.isRunning, "\(program.errorOutput)", sourceLocation: sourceLocation)
        }
    }
}

extension FakeSurface {
    /// True if the surface shows more than the one transparent pixel of a hidden surface.
    var isVisible: Bool { (shown?.bufferSize?.width ?? 0) > 1 }

    /// The content of the surface.
    var picture: [UInt32] { shown?.pixels ?? [] }
}
