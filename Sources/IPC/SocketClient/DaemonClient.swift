import EventLoop
import Glibc
import Posix
import ShellModel
import TabshellIPC

/// A persistent connection to the daemon in an event loop, with a replica of the state. When the daemon goes away, the
/// client keeps the last state and reconnects with growing delays.
public final class DaemonClient {
    /// The replica of the daemon's state; empty before the first snapshot.
    public private(set) var state = ShellState()
    /// True while the state follows the daemon's.
    public private(set) var isConnected = false

    /// Called after a change of the state, with the previous state and the received topics. A change is applied
    /// as a whole; a snapshot has all topics.
    public var onUpdate: (_ previous: ShellState, _ topics: Set<Topic>) -> Void = { _, _ in }
    public var onConnectionChange: () -> Void = {}
    /// Called when the daemon rejects this program permanently, with the reason.
    public var onFatalError: (ExitStatus, String) -> Void = { _, _ in }
    /// Called with the first problem of a connection, as a sentence for the log. The daemon is informed too.
    public var onProblem: (String) -> Void = { _ in }

    /// Called with the number of the daemon's question for the windows of no tab.
    public var onForeignQuery: (UInt64) -> Void = { _ in }
    /// True for a page that blurs its content under a translucent bar in the compositor's place; set before the connection.
    public var blursBackdrop = false

    /// Called with the number of the daemon's question for this program's accessibility tree; watched to report changes as well.
    public var onDescribeQuery: ((UInt64, _ isWatched: Bool) -> Void)?
    /// Called with a press: its number, and the identifier of the node.
    public var onPress: (UInt64, String, AccessibilityEdit?) -> Void = { _, _, _ in }

    /// Called with a text of the page in front, to speak it.
    public var onAnnounce: (String, SpeechUrgency) -> Void = { _, _ in }
    public var onHaptic: (HapticKind) -> Void = { _ in }

    /// True to collect changes that the program cannot show now. One ``onUpdate`` follows when it becomes false.
    public var holdsUpdates = false {
        didSet {
            guard !holdsUpdates, let held else { return }
            self.held = nil
            onUpdate(held.previous, held.topics)
        }
    }

    private var held: (previous: ShellState, topics: Set<Topic>)?
    private let path: String
    private let program: Program?
    private let topics: [Topic]
    private let loop: EventLoop
    private var socket: FileDescriptor?
    private var source: FileDescriptorSource?
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var writeBuffer = WriteBuffer(limit: Limits.maximumUnsentRequestBytes)
    private var isGreeted = false
    /// The incoming snapshot; the state changes when it is complete.
    private var snapshot: ShellState?
    private var uncommitted: (state: ShellState, topics: Set<Topic>)?
    private var completions: [(Result<JSON, WireError>?) -> Void] = []
    private var problem: String?
    private var loggedProblem: String?
    private var failures = 0
    private var retry: EventLoop.Timer?

    /// A client that observes topics, and registers as a program, if any.
    public init(path: String, program: Program?, topics: [Topic], loop: EventLoop) {
        self.path = path
        self.program = program
        self.topics = topics
        self.loop = loop
        retry = loop.timer { [weak self] in self?.connect() }
    }

    /// Connects, now or as soon as a daemon runs.
    public func connect() {
        do throws(SystemError) {
            let socket = try UnixSocket.connect(to: path)
            guard try socket.foreignPeerUser == nil else {
                throw SystemError(code: EPERM, operation: "the daemon belongs to another user")
            }
            source = try loop.watch(socket.rawValue, for: .read) { [weak self] in self?.handle($0) }
            self.socket = consume socket
            snapshot = ShellState()
        } catch {
            disconnect()
        }
    }

    /// Sends a request without waiting for its reply; without a connection, drops it.
    public func send(_ request: Request) {
        guard isConnected else { return }
        write(.integer(0), request)
    }

    /// Sends a request, and calls a function after the reply and the change of the ``state``, or when the connection is lost.
    public func send(_ request: Request, completion: @escaping () -> Void) {
        send(request) { _ in completion() }
    }

    /// Sends a request, and calls a function with the reply; with nil without a connection, or when it is lost.
    public func send(_ request: Request, completion: @escaping (Result<JSON, WireError>?) -> Void) {
        guard isConnected else { return completion(nil) }
        completions.append(completion)
        write(Self.awaited, request)
    }

    private static let awaited = RequestID.integer(3)
    private static let registration = RequestID.integer(1)
    private static let subscription = RequestID.integer(2)

    private func write(_ id: RequestID, _ request: Request) {
        writeBuffer.append(RequestMessage(id: id, request).json.encodedLine)
        flush()
        if writeBuffer.isFull {
            note("the daemon reads no requests")
            disconnect()
        }
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        guard socket != nil, !readiness.isDisjoint(with: [.read, .hangup]) else { return }
        var frames: [LineFramer.Frame] = []
        do throws(SystemError) {
            let count = try socket?.read(upTo: 16 * 1024) { bytes in framer.append(bytes, to: &frames) }
            if count == 0 { return disconnect() }
        } catch {
            return disconnect()
        }
        let connection = source
        for frame in frames where source === connection {
            switch frame {
            case .line(let line): handle(line)
            case .oversized:
                note("the daemon sent a line of more than \(Limits.maximumServerLineBytes) bytes, which was skipped")
            }
        }
    }

    private func handle(_ line: ArraySlice<UInt8>) {
        do throws(MessageError) {
            handle(try ServerMessage(line: line))
        } catch {
            note(
                "\(error.message), in a line of the daemon that begins with \(String(decoding: line.prefix(60), as: UTF8.self))"
            )
        }
    }

    /// Reports the first problem of this connection.
    private func note(_ text: String) {
        guard problem == nil else { return }
        let text = text.printable(maximumBytes: Limits.maximumProblemBytes)
        problem = text
        if text != loggedProblem {
            loggedProblem = text
            onProblem(text)
        }
        reportProblem()
    }

    /// Reports the problem to the daemon, once this program has registered there.
    private func reportProblem() {
        guard let problem, program != nil, isGreeted else { return }
        write(.integer(0), .report(problem))
    }

    private func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello):
            if let reason = hello.incompatibility {
                onFatalError(.versionMismatch, reason)
                return disconnect()
            }
            isGreeted = true
            if let program {
                let describes = onDescribeQuery != nil
                write(
                    Self.registration,
                    .register(program, answersPings: true, describes: describes, blurs: blursBackdrop))
            }
            write(Self.subscription, .subscribe(topics))
            reportProblem()
        case .reply(Self.registration, .failure(let error)):
            onFatalError(.alreadyRunning, error.message)
        case .reply(Self.subscription, .failure(let error)):
            note("the daemon refused the subscription: \(error.message)")
            disconnect()
        case .reply(Self.awaited, let reply):
            if !completions.isEmpty { completions.removeFirst()(reply) }
        case .reply(nil, .failure(let error)):
            note("the daemon could not read a request: \(error.message)")
            disconnect()
        case .reply, .unknown:
            break
        case .commit:
            guard let complete = uncommitted else { return }
            uncommitted = nil
            update(to: complete.state, complete.topics)
        case .event(let event):
            apply(event)
        case .ping(let serial):
            // From the loop, which also draws: a program that hangs anywhere does not answer.
            write(.integer(0), .pong(serial))
        case .foreign(let serial):
            onForeignQuery(serial)
        case .describe(let serial, let isWatched):
            onDescribeQuery?(serial, isWatched)
        case .press(let serial, let id):
            onPress(serial, id, nil)
        case .edit(let serial, let id, let edit):
            onPress(serial, id, edit)
        case .announce(let text, let urgency):
            onAnnounce(text, urgency)
        case .haptic(let kind):
            onHaptic(kind)
        case .resync:
            uncommitted = nil
            snapshot = ShellState()
        case .ready:
            guard let complete = snapshot else { return }
            snapshot = nil
            failures = 0
            if !isConnected {
                isConnected = true
                let previous = state
                state = complete
                onConnectionChange()
                changed(from: previous, Set(Topic.allCases))
            } else {
                update(to: complete, Set(Topic.allCases))
            }
        }
    }

    private func update(to complete: ShellState, _ topics: Set<Topic>) {
        let previous = state
        state = complete
        changed(from: previous, topics)
    }

    private func apply(_ event: StateEvent) {
        do throws(ReplicationError) {
            if snapshot != nil {
                try snapshot?.apply(event)
            } else {
                var next = uncommitted ?? (state, [])
                try next.state.apply(event)
                next.topics.insert(event.topic)
                uncommitted = next
            }
        } catch {
            // The event contradicts the state; a new connection begins with a new snapshot.
            disconnect()
        }
    }

    private func changed(from previous: ShellState, _ topics: Set<Topic>) {
        guard holdsUpdates else { return onUpdate(previous, topics) }
        held = (held?.previous ?? previous, topics.union(held?.topics ?? []))
    }

    private func flush() {
        guard socket != nil else { return }
        do throws(SystemError) {
            while !writeBuffer.isEmpty {
                let count = try writeBuffer.write { (bytes) throws(SystemError) in try socket?.send(bytes) ?? 0 }
                if count == 0 { break }
            }
            try source?.setInterest(writeBuffer.isEmpty ? .read : [.read, .write])
        } catch {
            disconnect()
        }
    }

    /// Closes the connection and retries after 50 ms, 100 ms, … 2 s, in part at random, so that programs do not retry all at once.
    private func disconnect() {
        source = nil
        socket = nil
        isGreeted = false
        snapshot = nil
        uncommitted = nil
        problem = nil
        framer = LineFramer(limit: Limits.maximumServerLineBytes)
        writeBuffer = WriteBuffer(limit: Limits.maximumUnsentRequestBytes)
        let ceiling = min(UInt64(50_000_000) << UInt64(min(failures, 6)), 2_000_000_000)
        failures += 1
        retry?.arm(after: UInt64.random(in: ceiling / 2...ceiling))
        if isConnected {
            isConnected = false
            onConnectionChange()
        }
        let unanswered = completions
        completions = []
        for completion in unanswered { completion(nil) }
    }
}
