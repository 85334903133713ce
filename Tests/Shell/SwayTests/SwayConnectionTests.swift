import EventLoop
import LoopTestSupport
import Glibc
import Posix
import TabshellIPC
import TestSupport
import Testing

@testable import Sway

@Suite final class SwayConnectionTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let loop: EventLoop
    private let listener: FileDescriptor

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("sway")
        loop = try EventLoop()
        listener = try UnixSocket.listen(at: path)
    }

    private func version(_ answer: [UInt8]?) throws -> (major: Int64, minor: Int64)? {
        let connection = SwayConnection(to: path, loop)
        var result: (major: Int64, minor: Int64)??
        connection.version { result = .some($0) }
        let sway = try listener.accept()
        #expect(
            try sway.read(upTo: 100)
                == SwayIPCMessage.subscription + SwayIPCMessage.message(SwayIPCMessage.version, []))
        if let answer { _ = try sway.send(answer.span) }
        sway.shutDownWriting()
        try loop.turn { result != nil }
        return result ?? nil
    }

    @Test func versionIsRead() throws {
        let text = #"{"human_readable":"1.7","major":1,"minor":7,"patch":0}"#
        let version = try version(SwayIPCMessage.message(7, Array(text.utf8)))
        #expect(version?.major == 1 && version?.minor == 7)
    }

    @Test(arguments: [nil, "GET / HTTP/1.1\r\n\r\n"])
    func noAnswerIsNoVersion(text: String?) throws {
        #expect(try version(text.map { Array($0.utf8) }) == nil)
    }

    @Test func withoutSwayRequestsFailAtOnce() throws {
        let connection = SwayConnection(to: "/nonexistent/sway", try EventLoop())
        var replies: [JSON?] = []
        connection.request(SwayIPCMessage.tree) { replies.append($0) }
        #expect(replies == [nil])
    }

    @Test func usersShareOneConnectionWhileTheyHoldIt() throws {
        let shared = SharedSway(paths: [path], compositor: getpid(), loop: loop)
        var first = shared.open()
        var arranger = shared.open().map { SwayArranger($0, loop: loop) }
        let sway = try listener.accept()
        #expect(!Deadline(seconds: 0).poll(listener.rawValue))
        // The arranger holds it alone.
        first = nil
        #expect(try sway.read(upTo: 1000)?.isEmpty == false)
        #expect(try sway.read(upTo: 1000) == nil)
        // Unused, it is closed, and made again for the next user.
        arranger = nil
        #expect(try sway.read(upTo: 1000) == [])
        let next = shared.open()
        _ = try listener.accept()
        withExtendedLifetime((first, arranger, next)) {}
        #expect(SharedSway(paths: [], compositor: getpid(), loop: loop).open() === nil)
    }

    @Test func anotherCompositorWithinSwayIsNotSway() throws {
        func isSway(_ paths: [String], compositor: Int32 = getpid()) throws -> Bool {
            SharedSway(paths: paths, compositor: compositor, loop: try EventLoop()).open() != nil
        }
        #expect(try isSway(["/nonexistent", path]))
        #expect(try !isSway([path], compositor: 1) && !isSway(["/nonexistent"]) && !isSway([]))
    }

    /// At the start of a session many programs connect at once, and sway's queue has three places.
    @Test func fullQueueIsAskedAgain() throws {
        #expect(listen(listener.rawValue, 0) == 0)
        let first = try UnixSocket.connect(to: path)
        #expect(throws: Posix.SystemError.self) { _ = try UnixSocket.connect(to: path) }
        let shared = SharedSway(paths: [path], compositor: getpid(), loop: loop)
        let connection = try #require(shared.open())
        var version: (major: Int64, minor: Int64)?
        connection.version { version = $0 }
        #expect(!connection.isConnected && version == nil)
        _ = try listener.accept()
        try loop.turn { connection.isConnected }
        let sway = try listener.accept()
        _ = try sway.send(SwayIPCMessage.message(7, Array(#"{"major":1,"minor":7}"#.utf8)).span)
        // The request has waited.
        try loop.turn { version?.minor == 7 }
        _ = consume first
    }

    @Test func socketIsFoundWithoutTheVariable() {
        let variables = ["XDG_RUNTIME_DIR": "/run/user/7", "SWAYSOCK": "/x"]
        func paths(_ names: String...) -> [String] {
            SharedSway.paths(compositor: 42, user: 7) { names.contains($0) ? variables[$0] : nil }
        }
        #expect(paths("XDG_RUNTIME_DIR", "SWAYSOCK") == ["/x", "/run/user/7/sway-ipc.7.42.sock"])
        #expect(paths("XDG_RUNTIME_DIR") == ["/run/user/7/sway-ipc.7.42.sock"])
        #expect(paths().isEmpty)
    }
}

extension SwayConnection {
    convenience init(
        to path: String, _ loop: EventLoop, shortestDelay: UInt64 = 1_000_000_000, timeout: UInt64 = 10_000_000_000
    ) {
        self.init(loop: loop, shortestDelay: shortestDelay, timeout: timeout) { () throws(Posix.SystemError) in
            try UnixSocket.connect(to: path)
        }
    }
}
