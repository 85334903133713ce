import EventLoop
import Glibc
import LoopTestSupport
import TabshellIPC
import TestSupport
import Testing

@testable import SocketServer

extension Connection {
    /// Calls a function with each line.
    fileprivate func onEachFrame(_ body: @escaping (LineFramer.Frame) -> Void) {
        onFrames = { [unowned self] in while let frame = nextFrame() { body(frame) } }
    }
}

/// The daemon's end of connections, with clients of which each step is scripted.
@Suite struct ConnectionTests {
    /// A server that replies to each line with its number, and notes whose it was.
    private final class Server {
        var connections: [Connection] = []
        /// The index of the connection of each line, in the order in which they were handled.
        var handled: [Int] = []
        var closed: [Connection.CloseReason] = []
        var timeouts = 0
        /// True if all connections are flushed before each wait; else only the ones that epoll reports.
        var flushes = true
        var reply: (Int) -> [UInt8] = { Array("\($0)\n".utf8) }
        /// The time, which stands still except for the requests, ns.
        var now: UInt64 = 1
        /// The time that each request takes, ns.
        var cost: UInt64 = 0
        private let listener: Listener
        private var watch: FileDescriptorSource?
        private var hook: EventLoop.PrepareHook?

        init(_ path: String, on loop: EventLoop) throws {
            listener = try Listener(at: SocketPath(path))
            watch = try listener.accept(
                on: loop, hasCapacity: { true }, accepted: { [unowned self] in add($0) },
                clock: { [unowned self] in now })
            hook = loop.addPrepareHook { [weak self] in
                if let self, flushes { connections.forEach { $0.flush() } }
            }
        }

        private func add(_ connection: Connection) {
            let index = connections.count
            connections.append(connection)
            connection.onEachFrame { [unowned self, unowned connection] _ in
                handled.append(index)
                now += cost
                let line = reply(handled.count)
                connection.reply { $0 += line }
            }
            connection.onPartialLineTimeout = { [unowned self] in timeouts += 1 }
            connection.onClose = { [unowned self] in closed.append($0) }
        }
    }

    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private let server: Server
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("s")
        // The server is this process, not the unprivileged user.
        chown(directory.path, geteuid(), getegid())
        loop = try EventLoop()
        server = try Server(path, on: loop)
    }

    private func connect(_ count: Int) throws -> [SocketClient] {
        let clients = try (0..<count).map { _ in try SocketClient(path: path, asRoot: true) }
        try loop.turn { server.connections.count == count }
        return clients
    }

    /// Runs the loop until it has nothing to do.
    private func settle() throws { try loop.turn(times: 5) }

    @Test func requestsOfOneClientDoNotDelayAnother() throws {
        let clients = try connect(2)
        try clients[0].send(raw: Array(repeating: 0x0A, count: 10_000))
        try clients[1].send(raw: [0x0A])
        try loop.turn { server.handled.count == 10_001 }
        let turn = try #require(server.handled.firstIndex(of: 1))
        #expect(turn <= Limits.requestsPerTurn)
        // A request in the middle of the pipeline has its turn as soon.
        try clients[0].send(raw: Array(repeating: 0x0A, count: 10_000))
        try loop.turn { server.handled.count > 12_000 }
        let before = server.handled.count
        try clients[1].send(raw: [0x0A])
        try loop.turn { server.handled.count == 20_002 }
        let second = try #require(server.handled.lastIndex(of: 1))
        #expect(second - before <= 2 * Limits.requestsPerTurn)
    }

    @Test func clientsWithManyRequestsTakeTurns() throws {
        let clients = try connect(5)
        for client in clients { try client.send(raw: Array(repeating: 0x0A, count: 4000)) }
        try loop.turn { server.handled.count == 20_000 }
        // At no time is one client more than two turns ahead of another.
        var counts = [Int](repeating: 0, count: 5)
        var lead = 0
        for index in server.handled {
            counts[index] += 1
            lead = max(lead, (counts.max() ?? 0) - (counts.min() ?? 0))
        }
        #expect(lead <= 2 * Limits.requestsPerTurn)
    }

    /// A modest client's request waits for one of the others', whatever their number and cost.
    @Test func expensiveRequestsOfManyDelayAnotherByOne() throws {
        let clients = try connect(11)
        server.cost = 8 * Limits.timePerTurn
        for client in clients.dropLast() { try client.send(raw: Array(repeating: 0x0A, count: 200)) }
        try loop.turn { server.handled.count > 20 }
        for _ in 0..<5 {
            let before = server.handled.count
            try clients[10].send(raw: [0x0A])
            try loop.turn { server.handled.dropFirst(before).contains(10) }
            // The other one with a turn in the same iteration may have come first.
            let place = try #require(server.handled.dropFirst(before).firstIndex(of: 10))
            #expect(place - before <= 1)
            // Its own time passes, too.
            try loop.turn { server.handled.count > before + 12 }
        }
        try loop.turn { server.handled.count == 2005 }
        #expect((0..<10).allSatisfy { index in server.handled.count { $0 == index } == 200 })
    }

    @Test func onlyClientThatWaitsGetsItsReplyWithinTheTurn() throws {
        let clients = try connect(2)
        server.flushes = false
        try clients[0].send(raw: [0x0A])
        try loop.turn { server.handled.count == 1 }
        #expect(try clients[0].readLine() == "1")
        // The replies to several are written together, by the hook.
        for client in clients { try client.send(raw: [0x0A]) }
        try loop.turn { server.handled.count == 3 }
        #expect(clients.allSatisfy { !Deadline(seconds: 0).poll($0.descriptor) })
        server.flushes = true
        try settle()
        #expect(try Set(clients.map { try $0.readLine() }) == ["2", "3"])
    }

    @Test(arguments: [1, 2000]) func everyRequestOfClosedConnectionIsCarriedOut(replyBytes: Int) throws {
        server.reply = { _ in [UInt8](repeating: 0x78, count: replyBytes) + [0x0A] }
        var client: SocketClient? = try connect(1)[0]
        // More than one read, and with long replies more than the client's side takes.
        try client?.send(raw: Array(repeating: 0x0A, count: 20_000))
        if replyBytes > 1 { try loop.turn { server.connections[0].isBlocked } }
        client = nil
        try loop.turn { !server.closed.isEmpty }
        #expect(server.handled.count == 20_000)
        #expect(server.closed == [.closedByPeer])
    }

    @Test func slowReaderIsNotTakenForOneThatReadsNothing() throws {
        let client = try connect(1)[0]
        server.reply = { _ in [UInt8](repeating: 0x78, count: 2000) + [0x0A] }
        try client.send(raw: Array(repeating: 0x0A, count: 1000))
        let connection = server.connections[0]
        try loop.turn { connection.isBlocked }
        try settle()
        server.flushes = false
        // Too little for epoll to report the socket.
        for _ in 1...30 { _ = try client.readLine() }
        try settle()
        #expect(connection.isReadingHeldBack)
        connection.writeTimeoutPassed()
        #expect(server.closed == [])
        // The socket is full again, and the client reads nothing more.
        try loop.turn { connection.isBlocked }
        connection.writeTimeoutPassed()
        #expect(server.closed == [.writeTimeout])
    }

    @Test func requestsThatWaitForASlowReaderDoNotKeepTheLoopBusy() throws {
        let client = try connect(1)[0]
        let connection = server.connections[0]
        // The socket and a part of the buffer are filled by events, so that requests are still read.
        let event = [UInt8](repeating: 0x78, count: 2000) + [0x0A]
        while connection.isIdle { _ = connection.send(event: event) }
        try settle()
        #expect(!connection.isReadingHeldBack)
        server.flushes = false
        // The events that fill it up are followed by no turn of the connection.
        while !connection.isReadingHeldBack { connection.send { $0 += event } }
        try client.send(raw: [0x0A])
        var (iterations, isOver) = (0, false)
        let alarm = loop.timer { isOver = true }
        alarm.arm(after: 20_000_000)
        while !isOver {
            try loop.runOnce()
            iterations += 1
        }
        #expect(iterations < 10)
        #expect(server.handled == [])
    }

    @Test func timeOfUnfinishedLineDoesNotCountWhileReadingIsHeldBack() throws {
        let client = try connect(1)[0]
        server.reply = { _ in [UInt8](repeating: 0x78, count: 2000) + [0x0A] }
        // The replies fill the socket and the buffer, so that the server stops reading in the middle of a line.
        try client.send(raw: Array(repeating: Array("line\n".utf8), count: 1000).joined() + Array("unfinis".utf8))
        try loop.turn { server.connections[0].isBlocked }
        #expect(!server.connections[0].isPartialLineTimerArmed)
        // It counts again once the client has read.
        try loop.turn {
            while Deadline(seconds: 0).poll(client.descriptor), try client.readLine() != nil {}
            return server.handled.count == 1000 && server.connections[0].isPartialLineTimerArmed
        }
        #expect(!server.connections[0].isReadingHeldBack)
        try client.send(raw: Array("hed\n".utf8))
        try loop.turn { server.handled.count == 1001 }
        #expect(!server.connections[0].isPartialLineTimerArmed && server.timeouts == 0)
    }

    @Test func requestsWithoutReplyAreBoundedAndConnectionWaitsForThem() throws {
        let client = try connect(1)[0]
        var count = 0
        server.connections[0].onEachFrame { _ in count += 1 }
        let all = Limits.maximumUnansweredRequests + 36
        try client.send(raw: Array(repeating: 0x0A, count: all))
        try loop.turn { count == Limits.maximumUnansweredRequests }
        client.closeWriting()
        try settle()
        #expect(count == Limits.maximumUnansweredRequests && server.connections[0].isOpen)
        for _ in 0..<count { server.connections[0].reply { $0.append(0x0A) } }
        try loop.turn { count == all }
        try settle()
        #expect(server.connections[0].isOpen)
        for _ in Limits.maximumUnansweredRequests..<all { server.connections[0].reply { $0.append(0x0A) } }
        try loop.turn { !server.connections[0].isOpen }
        // The descriptor is closed with its owner.
        server.connections = []
        for _ in 0..<all { #expect(try client.readLine() == "") }
        #expect(try client.readLine() == nil)
    }

    /// The client closes while a reply is still to come: the loop must not spin, and the rest is carried out afterwards.
    @Test func requestsBehindMissingRepliesOutliveTheirClient() throws {
        var client: SocketClient? = try connect(1)[0]
        var count = 0
        server.connections[0].onEachFrame { _ in count += 1 }
        try client?.send(raw: Array(repeating: 0x0A, count: 20_000))
        try loop.turn { count == Limits.maximumUnansweredRequests }
        client = nil
        try settle()
        var handled = 0
        try loop.turn {
            while handled < count {
                handled += 1
                server.connections[0].reply { $0.append(0x0A) }
            }
            return !server.connections[0].isOpen
        }
        #expect(count == 20_000)
    }

    @Test func acceptingDoesNotKeepConnectionsWaiting() throws {
        let first = try connect(1)[0]
        let crowd = try (0..<200).map { _ in try SocketClient(path: path, asRoot: true) }
        try first.send(raw: [0x0A])
        try loop.turn { !server.handled.isEmpty }
        #expect(server.connections.count <= 1 + 2 * Limits.acceptedPerTurn)
        try loop.turn { server.connections.count == 201 }
        withExtendedLifetime(crowd) {}
    }
}
