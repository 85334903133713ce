// SPDX-License-Identifier: MIT

import Foundation
import Geometry
import Glibc
import InputTestSupport
import TabBar
import ShellModel
import TabshellIPC
import TestSupport

/// A compositor and the shell in a given look, driven by a pointer, and compared with the pictures that the panel
/// renders without a compositor.
final class LookSession {
    let sway: HeadlessSway
    let daemon: ChildProcess
    let pointer: VirtualPointer
    private let arguments: [String]
    private let look: String
    private let size: (width: Int, height: Int)

    /// - Parameters:
    ///   - look: its name.
    ///   - configuration: the text of the user's configuration file, if any.
    ///   - lines: further lines of sway's configuration.
    ///   - isReady: returns true once the shell has started; by default, once all programs are alive.
    init(
        _ look: String, configuration: String? = nil, width: Int = 428, height: Int = 800, sway lines: [String] = [],
        isReady: (ShellState) -> Bool = { $0.programs.allSatisfy { $0.phase == .alive } }
    ) throws {
        var options = HeadlessSway.Options()
        options.width = width
        options.height = height
        options.configuration = ["seat seat0 hide_cursor 100"] + lines
        size = (width, height)
        let sway = try HeadlessSway(options)
        self.sway = sway
        self.look = look
        try Self.write(SamplePages.completing(configuration ?? "", look: look), for: sway)
        let arguments = ["--config", Self.file(for: sway), "--look", look]
        self.arguments = arguments
        daemon = try sway.start(BuiltProducts.url("tabshelld").path, arguments)
        pointer = try VirtualPointer(sway)
        try wait(for: "all programs to be alive", isReady)
        try waitUntilShown()
    }

    deinit {
        daemon.terminate()
        sway.stop()
    }

    private static func file(for sway: HeadlessSway) -> String {
        "\(sway.runtimeDirectory)/home/.config/tabshell/config.toml"
    }

    private static func write(_ configuration: String, for sway: HeadlessSway) throws {
        let file = URL(fileURLWithPath: file(for: sway))
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Other programs have their configuration beside it.
        if let user = Privilege.user { chown(folder.deletingLastPathComponent().path, user, user) }
        try Data(configuration.utf8).write(to: file, options: .atomic)
    }

    /// Replaces the text of the user's configuration file.
    func configure(_ configuration: String) throws {
        try Self.write(SamplePages.completing(configuration, look: look), for: sway)
    }

    func connect() throws -> SocketClient {
        let client = try SocketClient.waiting(for: "\(sway.runtimeDirectory)/tabshell/\(sway.display).sock")
        try client.expect(event: "hello")
        return client
    }

    func state() throws -> ShellState {
        let client = try connect()
        try client.send(line: #"{"verb":"state"}"#)
        while let line = try client.readLine() {
            let message = try JSONParser.parse(Array(line.utf8))
            if let state = message["ok"] { return try ShellState(json: state) }
        }
        throw SystemError("the daemon has hung up")
    }

    /// Waits until the bar is on the screen, by the colour of its selected icon.
    func waitUntilShown() throws {
        guard let look = try state().look else { throw SystemError("the state has no look") }
        let ink = look.light[.selectedIcon].rgb
        let color = Screenshot.Pixel(UInt8(ink >> 16 & 0xFF), UInt8(ink >> 8 & 0xFF), UInt8(ink & 0xFF))
        let bar = look.bar.position.strip(of: look.coveredHeight, in: screen)
        let (rows, columns) = (Int(bar.y)..<Int(bar.maxY), Int(bar.x)..<Int(bar.maxX))
        try waitUntil("the bar to be on the screen; the daemon wrote: \(daemon.errorOutput.suffix(2000))") {
            let picture = try restingPicture()
            return rows.contains { y in
                columns.contains { picture.pixel($0, y).distance(to: color) <= 4 }
            }
        }
    }

    /// Waits until the state satisfies a condition.
    @discardableResult
    func wait(for what: String, _ isSo: (ShellState) -> Bool) throws -> ShellState {
        try waitFor("\(what); the daemon wrote: \(daemon.errorOutput.suffix(2000))") {
            let state = try state()
            return isSo(state) ? state : nil
        }
    }

    /// Waits until all programs are idle.
    func waitUntilIdle() throws {
        let programs = try state().programs.compactMap { status in status.pid.map { ProcessFacts(pid: pid_t($0)) } }
        try waitUntilSettled("the shell", quiet: 0.6) { try programs.map { try $0.switches } }
    }

    private var screen: Size { Size(width: Double(size.width), height: Double(size.height)) }

    /// The bar's scene at rest in a state, and the frame of its surface on the screen.
    private func scene(_ state: ShellState) throws -> (scene: Scene, frame: Rect) {
        var model = BarModel()
        model.update(to: state, at: .max)
        guard let look = model.look(on: screen) else { throw SystemError("the state has no look") }
        let frame = look.bar.position.strip(of: look.surfaceHeight, in: screen)
        return (model.scene(width: frame.width, height: frame.height, screen: screen, at: .max), frame)
    }

    /// Clicks at a position in the bar.
    func click(_ target: BarPart.Target) throws {
        let (scene, frame) = try scene(try state())
        guard let hotspot = scene.parts.first(where: { $0.target == target }) else {
            throw SystemError("there is no \(target) on the bar")
        }
        try pointer.click(frame.x + hotspot.rect.center.x, frame.y + hotspot.rect.center.y)
    }

    /// Clicks on a tab until it is selected: on a busy machine the button may be down for so long that the click is none.
    func select(_ tab: TabID) throws {
        try waitUntil("\(tab) to be selected") {
            try click(.tab(tab))
            return (try? waitUntil("the selection", seconds: 5) { try state().selection?.tab == tab }) != nil
        }
    }

    /// A screenshot that is the same twice in a row.
    func restingPicture() throws -> Screenshot {
        var last: Screenshot?
        return try waitFor("the screen to rest") {
            let picture = try Screenshot(of: sway)
            defer { last = picture }
            return picture == last ? picture : nil
        }
    }

    /// The fraction of the container's pixels that differ noticeably from the picture that the panel renders of the
    /// same state without a compositor. The container's edges are left out.
    func difference(_ options: [String]) throws -> Double {
        let state = try state()
        guard let look = state.look else { throw SystemError("the state has no look") }
        let file = "\(sway.runtimeDirectory)/home/picture.png"
        let panel = try sway.start(
            BuiltProducts.url("tabshell-panel").path,
            ["--render", file, "--width", "\(size.width)"] + arguments + options)
        guard try panel.waitForExit() == .code(0) else { throw SystemError("no picture: \(panel.errorOutput)") }
        let wanted = try Screenshot(pngFile: file)
        let margin = max(look.bar.cornerRadius / 2, 4)
        let height = Int(look.bar.height - 2 * margin)
        let width = size.width - Int(2 * (look.bar.sideMargin + margin))
        let x = Int(look.bar.sideMargin + margin)
        let offset = Int(look.topOverflow + margin)
        let inPicture = wanted.crop(x: x, y: offset, width: width, height: height)
        let top = Int(Double(size.height) - look.surfaceHeight)
        // A target under the pointer is raised.
        try pointer.move(2, 2)
        var share = 1.0
        // The frames that draw the state follow it.
        _ = try? waitFor("the bar to match its picture", seconds: 5) { () -> Bool? in
            let screen = try restingPicture().crop(x: x, y: top + offset, width: width, height: height)
            share = Double(screen.differingPixels(from: inPicture, tolerance: 6)) / Double(width * height)
            return share < 0.001 ? true : nil
        }
        return share
    }
}
