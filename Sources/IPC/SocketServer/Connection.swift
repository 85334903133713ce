import EventLoop
import Glibc
public import Posix
import TabshellIPC

/// The daemon's end of a connection to one client: lines in, bytes out, both bounded in size and in time. No call blocks.
/// The lines are handled a few at a time, in turn with the other connections' (``Turns``). Every line is handled,
/// even if the client has gone; ``isBroken`` says so, and a line that changes nothing may then be skipped.
public final class Connection {
    public enum CloseReason: Equatable, Sendable {
        /// The client closed the connection, or it failed.
        case closedByPeer
        case writeTimeout
        case closedLocally
    }

    public let pid: pid_t
    /// Called when lines wait, which ``nextFrame()`` returns; each gets one reply. Closing releases the handlers.
    public var onFrames: () -> Void = {}
    public var onPartialLineTimeout: () -> Void = {}
    /// Called when everything is written after dropped events; the client needs a snapshot.
    public var onResyncNeeded: () -> Void = {}
    /// Called once, at the end of the connection.
    public var onClose: (CloseReason) -> Void = { _ in }

    private let descriptor: FileDescriptor
    private let turns: Turns
    private var exchange = Exchange()
    private var source: FileDescriptorSource?
    private var partialLineTimer: EventLoop.Timer?
    private var writeTimer: EventLoop.Timer?
    /// The time after which lines are handled as they arrive, ns.
    private var restsUntil: UInt64 = 0

    init(
        _ descriptor: consuming FileDescriptor, pid: pid_t, turns: Turns, on loop: EventLoop
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.pid = pid
        self.turns = turns
        partialLineTimer = loop.timer { [weak self] in self?.onPartialLineTimeout() }
        writeTimer = loop.timer { [weak self] in self?.writeTimeoutPassed() }
        source = try loop.watch(self.descriptor.rawValue, for: .read) { [weak self] in self?.handle($0) }
    }

    /// A descriptor of the client's process (pidfd); nil if the kernel lacks them, or it has ended.
    public var peerProcess: FileDescriptor? { FileDescriptor.peerProcess(of: descriptor) }
    /// True after the client has closed the connection; earlier requests are still carried out, but not answered.
    public var isBroken: Bool { exchange.isBroken }
    public var isOpen: Bool { exchange.isOpen }
    /// True if nothing is left to write. Otherwise a ``flush()`` must follow.
    public var isIdle: Bool { exchange.isIdle }

    /// Appends lines that must arrive. The next ``flush()`` or the end of the turn writes them. Returns true if
    /// nothing else was left to write and the turn does not write it, so that a ``flush()`` must follow.
    @discardableResult
    public func send(_ write: (inout [UInt8]) -> Void) -> Bool {
        exchange.add(replies: 0, write)
    }

    public func skipReply() { exchange.skipReply() }

    /// Appends the reply to the earliest unanswered frame, and returns as ``send(_:)`` does.
    @discardableResult
    public func reply(_ write: (inout [UInt8]) -> Void) -> Bool {
        exchange.add(replies: 1, write)
    }

    /// Sends an event, dropped for a slow reader in favour of a later snapshot. If nothing else is left to
    /// write, writes it at once: a broadcast should touch as little of each of a thousand connections as possible.
    /// Returns true if something is left to write only now, so that a ``flush()`` must follow.
    public func send(event line: [UInt8]) -> Bool {
        guard exchange.isOpen, !exchange.isBroken, exchange.isIdle else {
            exchange.add(event: line)
            return false
        }
        // The next flush reports an error.
        let count = (try? descriptor.send(line.span)) ?? 0
        if count == line.count { return false }
        if count > 0 { exchange.add(rest: Array(line[count...])) } else { exchange.add(event: line) }
        return true
    }

    /// Writes as much as the socket accepts now.
    public func flush() {
        do throws(SystemError) {
            while try exchange.write({ (bytes) throws(SystemError) in try descriptor.send(bytes) }) { onResyncNeeded() }
        } catch {
            giveUpWriting()
        }
        settle()
    }

    /// Reads nothing more until ``resume(with:)``.
    public func suspend() {
        exchange.isSuspended = true
        settle()
    }

    /// Returns deferred frames again, in turns, and continues with later ones.
    public func resume(with frames: [LineFramer.Frame]) {
        exchange.resume(with: frames)
        settle()
    }

    /// Closes the connection once everything is written. No more requests are read.
    public func close() {
        exchange.close()
        flush()
    }

    /// Handles the lines of one turn from a time, ns. If no other connection waits, writes the replies at once.
    func takeTurn(at start: UInt64, isAlone: Bool = false) {
        guard exchange.beginTurn(until: start + Limits.timePerTurn, flushes: isAlone) else { return receive() }
        onFrames()
        if isAlone { flush() } else { settle() }
        restsUntil = turns.end(of: restsUntil, after: start)
    }

    /// Removes and returns the next line that may be handled in this turn, or that was too long; nil at the end of the turn.
    public func nextFrame() -> LineFramer.Frame? { exchange.nextFrame(turns.clock) }

    /// True while reading is suspended because the client does not read, or earlier requests are not finished.
    var isReadingHeldBack: Bool { !exchange.mayRead }
    var isBlocked: Bool { exchange.blockedAt != nil }
    var isPartialLineTimerArmed: Bool { partialLineTimer?.deadline != nil }

    /// Ends the connection of a client that has read nothing. epoll reports that a socket takes bytes only once three quarters of
    /// its buffer are free; for a slow client it may take some before that.
    func writeTimeoutPassed() {
        guard let blockedAt = exchange.blockedAt else { return }
        flush()
        if exchange.blockedAt == blockedAt { finish(.writeTimeout) }
    }

    private func settle() {
        switch exchange.next() {
        case nil: break
        case .end(let reason): finish(reason)
        case .wait(let waits, let before):
            if waits.hasTurn, !before.hasTurn { turns.append(self) }
            if waits.partialLine != before.partialLine {
                partialLineTimer?.arm(after: waits.partialLine.map { _ in Limits.partialLineTimeout })
            }
            // Lines that are added meanwhile do not extend the time.
            if waits.blockedAt != before.blockedAt {
                writeTimer?.arm(after: waits.blockedAt.map { _ in Limits.writeTimeout })
            }
            setInterest(waits.interest)
        }
    }

    private func setInterest(_ interest: Readiness) {
        do throws(SystemError) {
            try source?.setInterest(interest)
        } catch {
            finish(.closedByPeer)
        }
    }

    /// Drops the output that can no longer be written. The input that the client sent before it closed the connection
    /// is still read. A client that has not closed it, as when the kernel lacks memory, learns that no reply will come.
    private func giveUpWriting() {
        descriptor.shutDownWriting()
        exchange.dropOutput()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        if readiness.contains(.read), exchange.mayRead {
            receive()
        } else if readiness.contains(.hangup), isOpen {
            hangUp()
        } else if readiness.contains(.read) {
            // Each iteration would report it again.
            setInterest(exchange.ignoreInput())
        }
    }

    /// Handles a hangup while reading is suspended.
    private func hangUp() {
        giveUpWriting()
        // The hangup would be reported constantly. The rest of the input is read in its turn.
        source = nil
        exchange.isHungUp = true
        settle()
    }

    private func receive() {
        // Before the read, which wakes a client that waits for its reply; without a reply soon, it sleeps again.
        let time = turns.clock()
        do throws(SystemError) {
            let count = try descriptor.read(upTo: 16 * 1024) { bytes in
                if !bytes.isEmpty { handle(bytes, at: time) }
            }
            guard count == 0 else { return }
        } catch {
            giveUpWriting()
        }
        exchange.isAtEnd = true
        flush()
    }

    private func handle(_ bytes: Span<UInt8>, at time: UInt64) {
        let isAlone = turns.isFree
        guard exchange.receive(bytes), isAlone || time >= restsUntil else { return settle() }
        takeTurn(at: time, isAlone: isAlone)
    }

    private func finish(_ reason: CloseReason) {
        guard isOpen else { return }
        exchange.end()
        source = nil
        partialLineTimer?.disarm()
        writeTimer?.disarm()
        onClose(reason)
        (onFrames, onPartialLineTimeout, onResyncNeeded, onClose) = ({}, {}, {}, { _ in })
    }
}
