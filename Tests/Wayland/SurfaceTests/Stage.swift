// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import TestSupport
import Testing

/// A fake compositor, the real daemon, and one of the real programs between them.
final class Stage {
    let compositor: FakeCompositor
    let daemon: ChildProcess
    /// A client of the daemon.
    let socket: SocketClient
    private(set) var program: ChildProcess
    private let environment: [String: String]

    /// - Parameters:
    ///   - configuration: the user's file, if there is one.
    ///   - prepare: scripts the compositor before the program starts.
    init(
        _ name: String = "tabshell-panel", _ arguments: [String] = [], versions: [String: UInt32] = [:],
        outputs: [FakeOutput] = [FakeOutput("FAKE-1")], configuration: String? = nil,
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        compositor = try FakeCompositor(versions: versions, outputs: outputs)
        prepare(compositor)
        let path = compositor.folder.appending("daemon.sock")
        environment = Environment.plain.merging([
            "WAYLAND_DISPLAY": compositor.socketPath, "XDG_RUNTIME_DIR": compositor.folder.path,
            "XDG_STATE_HOME": compositor.folder.path, "TABSHELL_SOCKET": path,
        ]) { $1 }
        let file = try configuration.map { [folder = compositor.folder] in
            ["--config", try folder.write($0, to: "config.toml", mode: 0o644)]
        }
        daemon = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--no-programs"] + (file ?? []), environment: environment)
        socket = try SocketClient.waiting(for: path)
        program = try ChildProcess(BuiltProducts.url(name).path, arguments, environment: environment)
    }

    /// The client, once it has a bar that shows its icons.
    var client: FakeClient { compositor.clients[0] }

    /// The bar on an output, once it has been drawn with its icons.
    @discardableResult
    func bar(on output: String? = nil) throws -> FakeSurface {
        try compositor.waitFor("the bar on \(output ?? "the output"); the program says: \(program.errorOutput)") {
            try checkRunning()
            return compositor.surfaces("tabshell-bar").last {
                (output == nil || $0.layer?.output?.name == output) && $0.frameCount > 0 && $0.showsIcons
            }
        }
    }

    /// Waits for the next frame after a number of them.
    @discardableResult
    func frame(of surface: FakeSurface, after count: Int) throws -> FakeCommit {
        try compositor.waitFor("another frame") {
            try checkRunning()
            return surface.frameCount > count ? surface.commits.filter(\.hasBuffer)[count] : nil
        }
    }

    /// Serves until the program has handled everything and nothing moves any more.
    func rest(_ surface: FakeSurface) throws {
        var before = -1
        while before != surface.commits.count || !surface.callbacks.isEmpty {
            before = surface.commits.count
            try compositor.waitUntil("rest") { surface.callbacks.isEmpty }
            try compositor.settle(surface.client)
        }
    }

    /// The tab that the daemon has in front, after all that the program has sent.
    func selected(_ client: FakeClient) throws -> String {
        try compositor.settle(client)
        // The daemon takes what was there first in the first round, and answers the second one after it.
        try socket.request("ping", id: 1)
        let state = try socket.request("state", id: 2)
        return (state["selection"] as? [String: Any])?["tab"] as? String ?? ""
    }

    /// Waits until the daemon has a tab in front.
    func waitForSelection(of tab: String) throws {
        try compositor.waitUntil("the selection of \(tab)") {
            let state = try socket.request("state", id: 3)
            return (state["selection"] as? [String: Any])?["tab"] as? String == tab
        }
    }

    func exit() throws -> ChildProcess.Exit {
        try compositor.waitFor("the program to end") { program.isRunning ? nil : program.exit }
    }

    /// Nothing forbidden was done, and the program lives.
    func checkLegality(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(compositor.violations == [], sourceLocation: sourceLocation)
        #expect(program.isRunning, "\(program.errorOutput)", sourceLocation: sourceLocation)
    }

    func checkRunning() throws {
        guard program.isRunning else {
            throw SystemError("the program ended with \(program.exit as Any): \(program.errorOutput)")
        }
    }
}

/// Where things are on the default bar, 428 wide: logical pixels of the surface.
enum Place {
    static let shadow = 33.0
    static let height = 152
    static let centers = [88.0, 214.0, 340.0]
    static let y = 75.0
    /// The middle of the indicators.
    static let indicatorY = 89
}

extension FakeSurface {
    /// Whether the first tab's icon has been drawn, at whatever scale.
    var showsIcons: Bool {
        guard let shown, let size = shown.bufferSize, size.width > 100 else { return false }
        let scale = Double(size.height) / Double(Place.height)
        let row = (Int(Place.shadow * scale) + Int(24 * scale))..<(Int(Place.shadow * scale) + Int(50 * scale))
        let column = size.width / 2 - Int(14 * scale)..<size.width / 2 + Int(14 * scale)
        return row.contains { y in column.contains { x in shown.pixel(x, y) != 0xFFFF_FFFF } }
    }

    /// How dark the indicator of a tab is: 0 white … 255, at scale 1.
    func indicator(_ tab: Int) -> Int { shown.map { $0.ink(Int(Place.centers[tab]), Place.indicatorY) } ?? 0 }
}

extension FakeCommit {
    /// How far a pixel is from white (its green).
    func ink(_ x: Int, _ y: Int) -> Int { 255 - Int(pixel(x, y) >> 8 & 0xFF) }
    /// The mark of a press, at scale 1: just inside the left edge of a tab's target.
    func pressMark(_ tab: Int) -> Int { ink(Int(Place.centers[tab]) - 18, 75) }
}
