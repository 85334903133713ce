// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Posix
import TestSupport
import Testing

@testable import Sway

/// The query with a sway that is this process.
@Suite struct SwayVersionQueryTests {
    private func run(_ answer: [UInt8]?) throws -> (isAsked: Bool, version: (major: Int64, minor: Int64)?) {
        let directory = try TemporaryDirectory()
        let path = directory.appending("sway")
        let loop = try EventLoop()
        let listener = try UnixSocket.listen(at: path)
        var result: (major: Int64, minor: Int64)??
        let query = SwayVersionQuery(paths: ["/nonexistent", path], compositor: getpid(), loop: loop) {
            result = .some($0)
        }
        // One connection shows whose socket it is.
        _ = try listener.accept()
        let sway = try listener.accept()
        guard query != nil else { return (false, nil) }
        #expect(try sway.read(upTo: 100) == SwayIPCMessage.versionRequest)
        if let answer { _ = try sway.send(answer.span) }
        sway.shutDownWriting()
        let alarm = loop.timer {}
        let deadline = Deadline()
        while result == nil {
            if deadline.hasPassed { throw WaitTimeout(what: "the version", seconds: Deadline.usual) }
            alarm.arm(after: 5_000_000)
            try loop.runOnce()
        }
        return (true, result ?? nil)
    }

    @Test func versionIsRead() throws {
        let text = #"{"human_readable":"1.7","major":1,"minor":7,"patch":0}"#
        let version = try run(SwayIPCMessage.message(7, Array(text.utf8))).version
        #expect(version?.major == 1 && version?.minor == 7)
    }

    @Test(arguments: [nil, "GET / HTTP/1.1\r\n\r\n"])
    func noAnswerIsNoVersion(text: String?) throws {
        let (isAsked, version) = try run(text.map { Array($0.utf8) })
        #expect(isAsked && version == nil)
    }

    @Test func anotherCompositorWithinSwayIsNotAskedFor() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("sway")
        let listener = try UnixSocket.listen(at: path)
        let loop = try EventLoop()
        #expect(SwayVersionQuery(paths: [path], compositor: 1, loop: loop) { _ in } == nil)
        #expect(SwayVersionQuery(paths: ["/nonexistent"], compositor: getpid(), loop: loop) { _ in } == nil)
        #expect(SwayVersionQuery(paths: [], compositor: getpid(), loop: loop) { _ in } == nil)
        _ = consume listener
    }

    @Test func socketIsFoundWithoutTheVariable() {
        let variables = ["XDG_RUNTIME_DIR": "/run/user/7", "SWAYSOCK": "/x"]
        func paths(_ names: String...) -> [String] {
            SwayVersionQuery.paths(compositor: 42, user: 7) { names.contains($0) ? variables[$0] : nil }
        }
        #expect(paths("XDG_RUNTIME_DIR", "SWAYSOCK") == ["/x", "/run/user/7/sway-ipc.7.42.sock"])
        #expect(paths("XDG_RUNTIME_DIR") == ["/run/user/7/sway-ipc.7.42.sock"])
        #expect(paths().isEmpty)
    }
}
