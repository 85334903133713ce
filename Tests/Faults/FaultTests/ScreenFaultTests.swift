// SPDX-License-Identifier: MIT
import FakeCompositor
import Foundation
import TestSupport
import Testing

/// The n-th system call of the panel fails: it starts and draws, or it ends with a sentence and a documented
/// status.
@Suite(.serialized) struct ScreenFaultTests {
    private static let programs = [
        (name: "tabshell-panel", namespace: "tabshell-bar")
    ]

    @Test(arguments: programs, FaultControl.errors)
    func startFails(program: (name: String, namespace: String), error: Int32) throws {
        var plan = FaultPlan(share: 4)
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        _ = try #require(try daemon.client())
        let control = try FaultControl(program: program.name)
        try plan.forEachCall("start of \(program.name)", of: error) { call in
            let scene = try Scene(program, daemon, control)
            control.arm(error, call: call)
            try scene.start()
            let isShown: Void? = try? scene.compositor.waitUntil("a frame, or the end") {
                scene.hasEnded || scene.surface != nil
            }
            let result = control.disarm()
            #expect(
                isShown != nil, "call \(call), \(result.failed ?? "none"): \(scene.namespaces) \(scene.errorOutput)")
            expectFrameOrEnd(scene, "call \(call), \(result.failed ?? "none")")
            return result
        }
    }

    @Test(arguments: programs, FaultControl.errors)
    func drawFails(program: (name: String, namespace: String), error: Int32) throws {
        var plan = FaultPlan(share: 2)
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        let client = try #require(try daemon.client())
        let control = try FaultControl(program: program.name)
        var scene = try Scene(program, daemon, control)
        try scene.startAndShow()
        var isHome = true
        try plan.forEachCall("a transition of \(program.name)", of: error) { call in
            if scene.hasEnded {
                scene = try Scene(program, daemon, control)
                try scene.startAndShow()
            }
            let commits = scene.surface?.commits.count ?? 0
            control.arm(error, call: call)
            isHome.toggle()
            try client.request("select", ["tab": isHome ? "home" : "flash"])
            let isDrawn: Void? = try? scene.compositor.waitUntil("the transition, or the end") {
                scene.hasEnded || scene.isAtRest(after: commits)
            }
            let result = control.disarm()
            #expect(isDrawn != nil, "call \(call), \(result.failed ?? "none"): nothing is drawn: \(scene.errorOutput)")
            expectFrameOrEnd(scene, "call \(call), \(result.failed ?? "none")")
            return result
        }
    }

    private func expectFrameOrEnd(_ scene: Scene, _ place: String) {
        #expect(scene.compositor.violations == [], "\(place)")
        guard scene.hasEnded else { return }
        guard case .code(1...8) = scene.exit else {
            Issue.record("\(place): it ended with \(scene.exit as Any): \(scene.errorOutput)")
            return
        }
        #expect(!scene.errorOutput.isEmpty, "\(place): it ended without a sentence")
    }
}

/// A compositor and a program on it whose calls can fail.
private final class Scene {
    let compositor: FakeCompositor
    private var program: ChildProcess?
    private let name: String
    private let namespace: String
    private let environment: [String: String]

    init(_ program: (name: String, namespace: String), _ daemon: FaultyDaemon, _ control: FaultControl) throws {
        (name, namespace) = program
        compositor = try FakeCompositor()
        environment = Environment.plain.merging(control.environment) { $1 }.merging([
            "WAYLAND_DISPLAY": compositor.socketPath, "XDG_RUNTIME_DIR": compositor.folder.path,
            "XDG_DATA_HOME": compositor.folder.path, "TABSHELL_SOCKET": daemon.socketPath,
        ]) { $1 }
    }

    deinit { program?.kill() }

    var hasEnded: Bool { !(program?.isRunning ?? true) }
    var exit: ChildProcess.Exit? { program?.exit }
    var errorOutput: String { program?.errorOutput ?? "" }

    /// The program's surface, once it shows a frame.
    var surface: FakeSurface? {
        compositor.surfaces.last { $0.shown != nil && ($0.layer?.namespace.hasPrefix(namespace) ?? false) }
    }

    /// The namespaces of all surfaces with the number of their frames.
    var namespaces: String {
        compositor.surfaces.map { "\($0.layer?.namespace ?? "?"): \($0.frameCount)" }.joined(separator: ", ")
    }

    func start() throws {
        program = try ChildProcess(
            BuiltProducts.url(name).path, environment: environment)
    }

    func startAndShow() throws {
        try start()
        try compositor.waitUntil("the first frame: \(errorOutput)") { surface != nil }
    }

    /// True if the program has drawn and awaits no frame callback.
    func isAtRest(after commits: Int) -> Bool {
        guard let surface else { return false }
        return surface.commits.count > commits && surface.callbacks.isEmpty
    }
}
