import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The daemon as its socket shows it, under clients that do anything at any time: exactly one reply to each request, in
/// order; revisions without gaps; changes as a whole; replicas that equal the state; memory within bounds.
///
/// `TABSHELL_SOCKET_SEED` repeats the run of a seed, `TABSHELL_SOCKET_STEPS` sets its length.
@Suite(.measurement) struct SocketModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds: [UInt64] =
        environment["TABSHELL_SOCKET_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2]
    private static let steps = environment["TABSHELL_SOCKET_STEPS"].flatMap { Int($0) } ?? 400

    @Test(arguments: seeds) func daemonEqualsModel(seed: UInt64) throws {
        var run = try Run(seed: seed)
        do {
            for _ in 0..<Self.steps { try run.step() }
            try run.finish()
        } catch {
            Issue.record(
                """
                TABSHELL_SOCKET_SEED=\(seed) TABSHELL_SOCKET_STEPS=\(Self.steps): \(error)
                The daemon's log: \(run.daemon.process.errorOutput.suffix(1000))
                """)
        }
    }
}

/// One run of random steps.
private struct Run {
    let daemon: TestDaemon
    private let observer: SocketClient
    private var oracle = SocketOracle()
    private var requests: RandomRequests
    private var clients: [RandomClient] = []
    /// The clients whose connections have been given up.
    private var gone: [RandomClient] = []
    private var count = 0
    /// The number of steps since the events were received last.
    private var unobserved = 0
    private let memory: Int

    init(seed: UInt64) throws {
        requests = RandomRequests(
            tabs: [
                "home", "activity", "flash", "growth", "search", "create", "profile", "unknown", "e\u{301}", "é",
            ], isTimed: false, random: SplitMix64(seed: seed))
        daemon = try TestDaemon()
        let setup = try daemon.client()
        try setup.request("look", ["look": seed % 2 == 0 ? "stress-monitor" : "swift-kit"])
        observer = try daemon.client()
        try observer.send(line: #"{"verb":"subscribe"}"#)
        while oracle.revisions.isEmpty { try oracle.take(try observer.message()) }
        memory = try ProcessFacts(pid: daemon.process.pid).memory.rss
    }

    mutating func step() throws {
        let choice = Int.random(in: 0..<100, using: &requests.random)
        guard let client = clients.randomElement(using: &requests.random), choice > 3 || clients.count > 11 else {
            clients.append(try RandomClient(number: count, path: daemon.socket))
            count += 1
            return
        }
        switch choice {
        case 0...3: break
        case 4...25:
            for _ in 0..<Int.random(in: 1...30, using: &requests.random) { client.queue(request()) }
        case 26...30:
            let (line, code) = requests.refusedLine()
            client.queue(line: line, refusal: code)
        case 31...34: client.queue(.subscribe(requests.topics()))
        case 35...65: try client.send(Int.random(in: 1...4096, using: &requests.random))
        case 66...67: try client.send(Int.random(in: 1...3, using: &requests.random))
        case 68...92: if !client.isPaused { try client.read(Int.random(in: 1...16384, using: &requests.random)) }
        case 93...95: client.isPaused.toggle()
        case 96: client.halfClose()
        case 97...98: remove(client)
        default:
            for other in clients where !other.isPaused {
                try other.read(8192)
                try observe()
            }
        }
        unobserved += 1
        if unobserved == 4 { try observe() }
        for client in clients where client.isHalfClosed && client.isDone { remove(client) }
    }

    /// A request that changes neither the files nor the client's identity, and answers no question.
    private mutating func request() -> Request {
        switch requests.next() {
        case .look: .look("no such look")
        case .changeTabs: .changeTabs(.remove("no such tab"))
        case .register, .reload, .save, .press, .edit, .pong, .describe, .pressed, .foreign: .ping
        case let request: request
        }
    }

    /// Lets all clients send and read until they are done, and checks everything.
    mutating func finish() throws {
        for client in clients { client.queue(.barrier) }
        let deadline = Deadline(seconds: 60)
        while let waiting = clients.first(where: { !$0.isDone }) {
            if deadline.hasPassed {
                throw SystemError(
                    "client \(waiting.number) has \(waiting.replies.count) of \(waiting.sent.count) replies")
            }
            for client in clients {
                try client.send(4096)
                try client.read(8192)
                try observe()
            }
        }
        // A slow reader's pending snapshot follows the replies.
        guard try observer.state(taking: &oracle).revision == oracle.revision else {
            throw SystemError("the observer is not in step")
        }
        for client in clients where !client.isHalfClosed {
            try waitUntil("client \(client.number) to be in step") {
                while try client.read(8192) {}
                return oracle.isInStep(client)
            }
        }
        try oracle.check(clients + gone)
        let growth = try ProcessFacts(pid: daemon.process.pid).memory.rss - memory
        guard growth < 16 * 1024 || Environment.hasOverhead else {
            throw SystemError("the daemon has grown by \(growth) kB")
        }
        guard daemon.process.isRunning else { throw SystemError("the daemon has ended") }
    }

    private mutating func remove(_ client: RandomClient) {
        clients.removeAll { $0 === client }
        client.close()
        gone.append(client)
    }

    /// Receives the events of all requests: seldom enough for requests of several clients to meet in the daemon,
    /// and often enough for its buffer of the observer's events not to overflow.
    private mutating func observe() throws {
        unobserved = 0
        for client in clients { try client.keepAlive() }
        try waitUntil("the daemon to have handled everything", interval: 1) {
            let isAsleep = try ProcessFacts(pid: daemon.process.pid).isAsleep
            while Deadline(seconds: 0).poll(observer.descriptor) || observer.hasLine {
                try oracle.take(try observer.message())
                for client in clients { try client.keepAlive() }
            }
            return isAsleep
        }
    }
}

extension SocketClient {
    /// The state, while the events before the reply go to an oracle.
    fileprivate func state(taking oracle: inout SocketOracle) throws -> ShellState {
        try send(line: #"{"id":"end","verb":"state"}"#)
        while true {
            let message = try message()
            if case .reply(_, .success(let json)) = message { return try ShellState(json: json) }
            try oracle.take(message)
        }
    }
}
