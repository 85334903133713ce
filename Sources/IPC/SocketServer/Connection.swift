// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
public import Posix
import TabshellIPC

/// The daemon's end of a connection to one client: lines in, bytes out, both bounded in size and in time. No call blocks.
///
/// The lines that were read are handled a few at a time, in turn with those of the other connections (``Turns``). Every
/// line is handled, even if the client has gone meanwhile; ``isBroken`` says so, and a line that changes nothing may
/// then be skipped.
public final class Connection {
    /// The reason for the end of a connection.
    public enum CloseReason: Equatable, Sendable {
        /// The client closed it, or it failed.
        case closedByPeer
        /// The client read nothing for too long.
        case writeTimeout
        /// The daemon closed it.
        case closedLocally
    }

    /// The process ID of the client.
    public let pid: pid_t
    /// Called when lines wait, which ``nextFrame()`` returns. One reply to each must follow.
    public var onFrames: () -> Void = {}
    /// Called when a line that has begun was not completed in time.
    public var onPartialLineTimeout: () -> Void = {}
    /// Called when everything has been written after events were dropped; the client needs a snapshot.
    public var onResyncNeeded: () -> Void = {}
    /// Called once, at the end of the connection.
    public var onClose: (CloseReason) -> Void = { _ in }

    private let descriptor: FileDescriptor
    private let turns: Turns
    private var framer = LineFramer(limit: Limits.maximumRequestBytes)
    private var exchange = Exchange()
    private var source: FileDescriptorSource?
    private var partialLineTimer: EventLoop.Timer?
    private var writeTimer: EventLoop.Timer?
    /// True while nothing has been written since the write timeout passed.
    private var isWriteOverdue = false
    /// True while the connection has a place in ``turns``.
    private var isWaitingForTurn = false
    /// True after the client has shut down its sending side; earlier requests are still answered.
    private var isAtEnd = false
    /// The time from which on lines are handled as they arrive, ns.
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

    /// A descriptor of the client's process (pidfd); nil where the kernel has none, or it has ended.
    public var peerProcess: FileDescriptor? { FileDescriptor.peerProcess(of: descriptor) }
    /// True after the client has closed the connection; earlier requests are still carried out, but not answered.
    public private(set) var isBroken = false
    /// True until the connection ends.
    public private(set) var isOpen = true
    /// True if nothing is left to be written. Otherwise a ``flush()`` must follow.
    public var isIdle: Bool { exchange.isIdle }

    /// Appends lines that must arrive. The next ``flush()`` writes them.
    ///
    /// - Returns: true if nothing was left to be written before, so that a ``flush()`` must follow.
    @discardableResult
    public func send(_ write: (inout [UInt8]) -> Void) -> Bool {
        exchange.write(replies: 0, isBroken: isBroken, write)
    }

    /// Skips the reply to a frame of a client that has gone.
    public func skipReply() { exchange.skipReply() }

    /// Appends the reply to the earliest frame that has none.
    ///
    /// - Returns: as ``send(_:)`` does.
    @discardableResult
    public func reply(_ write: (inout [UInt8]) -> Void) -> Bool {
        exchange.write(replies: 1, isBroken: isBroken, write)
    }

    /// Sends an event, which is dropped for a slow reader in favour of a later snapshot. If nothing else is left to be
    /// written, it is written at once: a broadcast should touch no more of each of a thousand connections than it must.
    ///
    /// - Returns: true if something is left to be written now, and was not before, so that a ``flush()`` must follow.
    public func send(event line: [UInt8]) -> Bool {
        guard !isBroken else { return false }
        guard isIdle, isOpen else {
            exchange.output.append(event: line)
            return false
        }
        // The next flush reports an error.
        let count = (try? descriptor.send(line.span)) ?? 0
        if count == line.count { return false }
        // The rest of a partly written line must arrive.
        if count > 0 { exchange.output.append(Array(line[count...])) } else { exchange.output.append(event: line) }
        return true
    }

    /// Writes as much as the socket accepts now.
    public func flush() {
        guard isOpen else { return }
        do throws(SystemError) {
            repeat {
                try writeAll()
                if exchange.output.isEmpty, exchange.output.needsSnapshot {
                    exchange.output.didQueueSnapshot()
                    onResyncNeeded()
                }
            } while !exchange.output.isEmpty && !isBlocked && isOpen
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

    /// Hands out frames again that were put off, in turns, and goes on with later ones.
    public func resume(with frames: [LineFramer.Frame]) {
        exchange.isSuspended = false
        exchange.putBack(frames)
        settle()
    }

    /// Closes the connection once everything is written. No more requests are read.
    public func close() {
        exchange.close()
        flush()
    }

    /// Handles as many lines as one turn has.
    func takeTurn() {
        isWaitingForTurn = false
        if source == nil, mayRead { return receive() }
        let start = turns.now
        exchange.beginTurn(until: start + Limits.timePerTurn)
        onFrames()
        restsUntil = turns.end(of: restsUntil, after: start)
        // A flush follows if there are replies, and sees to the rest.
        if exchange.output.isEmpty || isBlocked { settle() }
    }

    /// Removes and returns the next line that may be handled in this turn, or that was too long; nil at the end of the turn.
    public func nextFrame() -> LineFramer.Frame? { exchange.nextFrame(at: turns.now) }

    /// True while nothing is read because the client does not read, or earlier requests are not finished.
    var isReadingHeldBack: Bool { !mayRead }
    var isPartialLineTimerArmed: Bool { partialLineTimer?.deadline != nil }

    /// Ends the connection of a client that has read nothing. epoll reports that a socket takes bytes only once three quarters of
    /// its buffer are free; for a client that reads slowly it may take some before that.
    func writeTimeoutPassed() {
        isWriteOverdue = true
        flush()
        if isWriteOverdue { finish(.writeTimeout) }
    }

    /// True while the socket has refused bytes.
    private var isBlocked: Bool { writeTimer?.deadline != nil }

    private var mayRead: Bool { !isAtEnd && exchange.mayHandle && !exchange.hasPending }

    /// Ends the connection if nothing is left to do; otherwise sees to what is to happen next.
    private func settle() {
        guard isOpen else { return }
        if exchange.output.isEmpty {
            if exchange.isClosing { return finish(.closedLocally) }
            if isAtEnd, !exchange.hasPending, exchange.unanswered == 0 { return finish(.closedByPeer) }
        }
        let isReading = mayRead
        if isReading ? source == nil : exchange.mayHandle && exchange.hasPending, !isWaitingForTurn {
            isWaitingForTurn = true
            turns.append(self)
        }
        let isTimed = isReading && framer.hasPartialLine
        if !isTimed { partialLineTimer?.disarm() }
        // Most connections may be read again before more arrives: the interest ends with the first report that is not wanted.
        var interest: Readiness = isReading ? .read : source?.interest.intersection(.read) ?? []
        // Bytes that the socket has not refused yet are written by the next flush, without two changes of the interest.
        if isBlocked { interest.insert(.write) }
        do throws(SystemError) {
            try source?.setInterest(interest)
        } catch {
            return finish(.closedByPeer)
        }
        if isTimed, partialLineTimer?.deadline == nil {
            partialLineTimer?.arm(after: Limits.partialLineTimeout)
        }
    }

    private func writeAll() throws(SystemError) {
        while !exchange.output.isEmpty {
            let written = try exchange.output.write { (bytes) throws(SystemError) in try descriptor.send(bytes) }
            if written == 0 {
                // Armed once: lines that are added meanwhile do not extend the time.
                if writeTimer?.deadline == nil { writeTimer?.arm(after: Limits.writeTimeout) }
                return
            }
            isWriteOverdue = false
            writeTimer?.disarm()
        }
    }

    /// Drops the output that cannot be written any more. The input that the client sent before it closed the connection
    /// is still read. A client that has not closed it, as when the kernel lacks memory, learns that no reply will come.
    private func giveUpWriting() {
        descriptor.shutDownWriting()
        isBroken = true
        exchange.dropOutput()
        writeTimer?.disarm()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        if readiness.contains(.read), mayRead {
            receive()
        } else if readiness.contains(.hangup), isOpen {
            hangUp()
        } else if readiness.contains(.read), let source {
            // Each iteration would report it again.
            do throws(SystemError) {
                try source.setInterest(source.interest.subtracting(.read))
            } catch {
                finish(.closedByPeer)
            }
        }
    }

    /// Responds to a hangup while nothing is read.
    private func hangUp() {
        giveUpWriting()
        // The hangup would be reported all the time. The rest of the input is read when it is its turn.
        source = nil
        settle()
    }

    private func receive() {
        do throws(SystemError) {
            let count = try descriptor.read(upTo: 16 * 1024) { bytes in
                if !bytes.isEmpty { handle(bytes) }
            }
            guard count == 0 else { return }
        } catch {
            giveUpWriting()
        }
        isAtEnd = true
        flush()
    }

    private func handle(_ bytes: Span<UInt8>) {
        let frames = framer.append(bytes)
        // Another line has begun.
        if !frames.isEmpty { partialLineTimer?.disarm() }
        exchange.append(frames)
        if turns.now >= restsUntil { takeTurn() } else { settle() }
    }

    private func finish(_ reason: CloseReason) {
        guard isOpen else { return }
        isOpen = false
        source = nil
        partialLineTimer?.disarm()
        writeTimer?.disarm()
        exchange.close()
        onClose(reason)
    }
}
