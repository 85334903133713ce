import EventLoop
import Foundation
import Posix
import ShellConfig
import ShellModel
import TestSupport
import Testing

@testable import DesktopSession

@Suite struct CompositorProbeTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private var path: String { directory.appending("wayland-9") }
    private let short: UInt64 = 1_000_000
    private let long: UInt64 = 3_600_000_000_000

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
    }

    /// A compositor that answers each connection, until it has answered some of them.
    private func answer(_ count: Int, then body: @escaping () -> Void) throws -> FileDescriptorSource {
        let listener = try UnixSocket.listen(at: path)
        var left = count
        let number = listener.rawValue
        return try loop.watch(number, for: .read) { [listener = Listener(listener)] _ in
            guard let client = try? listener.descriptor.accept() else { return }
            #expect((try? client.read(upTo: 64)) == [1, 0, 0, 0, 0, 0, 12, 0, 2, 0, 0, 0])
            try? client.writeAll([2, 0, 0, 0])
            left -= 1
            if left == 0 { body() }
        }
    }

    private final class Listener {
        let descriptor: FileDescriptor
        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    @Test func compositorThatAnswersIsAskedAgainAndAgain() throws {
        let source = try answer(5) { loop.stop() }
        let probe = CompositorProbe(path, interval: short, timeout: long, on: loop) {
            Issue.record("it has answered")
            loop.stop()
        }
        try withExtendedLifetime((source, probe)) { try loop.run() }
    }

    @Test func compositorThatDoesNotAnswerHangs() throws {
        // It listens, so that connections succeed.
        let listener = try UnixSocket.listen(at: path)
        var hangs = 0
        let probe = CompositorProbe(path, interval: short, timeout: short, on: loop) {
            hangs += 1
            loop.stop()
        }
        try withExtendedLifetime(probe) { try loop.run() }
        #expect(hangs == 1)
        #expect(listener.rawValue >= 0)
    }

    @Test func compositorWithoutRoomForConnectionsHangs() throws {
        let listener = try UnixSocket.listen(at: path)
        var waiting: [Listener] = []
        while let connection = try? UnixSocket.connect(to: path) { waiting.append(Listener(connection)) }
        try #require(waiting.count > 0)
        let probe = CompositorProbe(path, interval: short, timeout: short, on: loop) { loop.stop() }
        try withExtendedLifetime(probe) { try loop.run() }
        #expect(listener.rawValue >= 0)
    }

    @Test func compositorThatHasGoneIsNotReported() throws {
        let probe = CompositorProbe(path, interval: short, timeout: 20 * short, on: loop) {
            Issue.record("its parent hears of its end")
        }
        let timer = loop.timer { loop.stop() }
        timer.arm(after: 100 * short)
        try withExtendedLifetime((probe, timer)) { try loop.run() }
    }
}

@Suite struct JournalTests {
    /// The header is systemd-cat(1)'s.
    @Test func streamBeginsWithItsHeader() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("stdout")
        let listener = try UnixSocket.listen(at: path)
        let stream = try Journal.stream(at: path, identifier: "tabshell-session")
        try stream.writeAll(Array("<4>sway has ended\n".utf8))
        let journal = try listener.accept()
        let bytes = try waitFor("the lines") { try journal.read(upTo: 4096) }
        #expect(String(decoding: bytes, as: UTF8.self) == "tabshell-session\n\n6\n1\n0\n0\n0\n<4>sway has ended\n")
    }
}

@Suite struct SessionSetupTests {
    /// With a lock no key and no button starts a program, closes a window, opens a menu or ends the session.
    @Test(arguments: Compositor.names, [false, true])
    func lockedSessionHasNoKeys(name: String, isLocked: Bool) throws {
        let made = try #require(
            Compositor(named: name, folder: "/f", userFile: nil, executable: "/x", isLocked: isLocked))
        let text = made.files.filter { $0.name != "autostart" }.map(\.content).joined()
        let lines = text.split(separator: "\n")
        let keys = lines.filter { $0.hasPrefix("bind") }.compactMap { $0.split(separator: " ").last }
        let actions = text.split(separator: "<action name=\"").dropFirst().compactMap {
            $0.split(separator: "\"").first
        }
        let others = Set((keys + actions).map(String.init)).subtracting(["nop", "None", "Focus", "Raise", "Maximize"])
        #expect(others == (isLocked ? [] : name == "sway" ? ["exit", "kill"] : ["Exit"]))
        guard name == "labwc" else { return #expect(keys.count == 2) }
        #expect(text.contains("<default") != isLocked)
        // labwc adds its own to an empty list.
        let lists = ["<keybind ", "<mousebind ", "\"root-menu\" label=\"\"><sep", "\"client-menu\" label=\"\"><sep"]
        #expect(lists.allSatisfy(text.contains) == isLocked)
    }

    @Test func lockIsOneOfTheFilesOrHiddenByTheirErrors() {
        var locked = Configuration.default
        locked.setup = locked.setup.lockingChanges()
        for (reading, isLocked) in [
            (.success(ConfigurationReading(.default)), false), (.success(ConfigurationReading(locked)), true),
            (.failure(ConfigurationErrors([])), false), (.failure(ConfigurationErrors([], mayHideLock: true)), true),
        ] as [(Result<ConfigurationReading, ConfigurationErrors>, Bool)] {
            #expect(SessionSetup.isLocked(reading) == isLocked)
        }
    }

    @Test func compositorDrawsWithPixmanWithoutAGPU() {
        #expect(SessionSetup.renderer(chosen: nil, gpus: []) == "pixman")
        #expect(SessionSetup.renderer(chosen: nil, gpus: ["/dev/dri/renderD128"]) == nil)
        #expect(SessionSetup.renderer(chosen: "gles2", gpus: []) == nil)
    }

    @Test(
        arguments: [
            (.never, nil), (.touch, nil), (.always, "seat * hide_cursor 100"), (.after(2.5), "seat * hide_cursor 2500"),
        ] as [(PointerHiding, String?)])
    func swayHidesThePointerAfterATime(pointer: PointerHiding, line: String?) throws {
        let sway = try #require(
            Compositor(
                named: "sway", folder: "/f", userFile: "/u/sway.conf", executable: "/x", pointer: pointer))
        let lines = sway.files[0].content.split(separator: "\n").map(String.init)
        #expect(lines.first { $0.hasPrefix("seat ") } == line)
        // The user's file can change it.
        #expect(lines.last == "include user.conf")
    }
}
