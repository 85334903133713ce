// SPDX-License-Identifier: MIT

import EventLoop
import Foundation
import Posix
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
