import Posix
import TabshellIPC

/// The state of a connection: the lines that wait to be handled and to be written, and the actions due. They are
/// bounded: nothing more is handled while a client does not read, or too many of its requests wait for their replies.
struct Exchange {
    /// The lines that have been handled in a turn.
    private struct Turn {
        var end: UInt64
        var flushes: Bool
        var requests = 0
        /// The bytes of its lines, and of the replies to them, less the unwritten ones.
        var bytes = 0
    }

    struct Waits: Equatable {
        var interest: Readiness = .read
        /// True while the connection has a place in the turns.
        var hasTurn = false
        /// The number of the line that has begun and must be completed in time; nil without one.
        var partialLine: Int?
        /// The number of bytes that the socket had taken when it refused more; it must take some in time.
        var blockedAt: Int?
    }

    /// A change of a connection's activity.
    enum Step: Equatable {
        case end(Connection.CloseReason)
        case wait(Waits, before: Waits)
    }

    /// Lines that were received, of which the first ``handled`` are handled.
    private var pending: [LineFramer.Frame] = []
    private var handled = 0
    private var framer = LineFramer(limit: Limits.maximumRequestBytes)
    private var received = 0
    /// The number of lines that were handled but not yet replied to.
    private(set) var unanswered = 0
    private var output = WriteBuffer(limit: Limits.writeBufferHighWatermark)
    private var written = 0
    /// As in ``Waits``.
    private(set) var blockedAt: Int?
    private(set) var waits = Waits()
    /// The current turn, or the last one.
    private var turn = Turn(end: 0, flushes: false)
    var isSuspended = false
    /// True after the client has shut down its sending side; earlier requests are still answered.
    var isAtEnd = false
    /// True after the kernel has reported the client as gone; the rest of the input is read in turns.
    var isHungUp = false
    private(set) var isBroken = false
    private(set) var isClosing = false
    private(set) var isOpen = true

    var hasPending: Bool { handled < pending.count }
    var mayHandle: Bool {
        !isClosing && !isSuspended && !output.isFull && unanswered < Limits.maximumUnansweredRequests
    }
    var mayRead: Bool { !isAtEnd && mayHandle && !hasPending }
    var isIdle: Bool { output.isEmpty && !output.needsSnapshot }

    /// Decides the next step after changes; nil if it is the same as before.
    mutating func next() -> Step? {
        guard isOpen else { return nil }
        if output.isEmpty {
            if isClosing { return .end(.closedLocally) }
            if isAtEnd, !hasPending, unanswered == 0 { return .end(.closedByPeer) }
        }
        let before = waits
        let isReading = mayRead
        if isReading ? isHungUp : mayHandle && hasPending { waits.hasTurn = true }
        waits.partialLine = isReading && framer.hasPartialLine ? received : nil
        waits.blockedAt = blockedAt
        // Most connections may be read again before more arrives: the interest ends with the first unwanted report.
        if isReading { waits.interest.insert(.read) }
        // Bytes that the socket has not refused yet are written by the next flush, without two changes of the interest.
        if blockedAt == nil { waits.interest.remove(.write) } else { waits.interest.insert(.write) }
        return waits == before ? nil : .wait(waits, before: before)
    }

    /// Ends the interest in input until it may be read, and returns the rest of the interest.
    mutating func ignoreInput() -> Readiness {
        waits.interest.remove(.read)
        return waits.interest
    }

    /// Adds received bytes, and returns true if lines wait.
    mutating func receive(_ bytes: Span<UInt8>) -> Bool {
        let count = pending.count
        framer.append(bytes, to: &pending)
        received += pending.count - count
        return hasPending
    }

    /// Resumes after a suspension. Returned lines come before the others.
    mutating func resume(with frames: [LineFramer.Frame]) {
        isSuspended = false
        unanswered -= frames.count
        if !frames.isEmpty { (pending, handled) = (frames + pending[handled...], 0) }
    }

    mutating func close() {
        isClosing = true
        (pending, handled) = ([], 0)
    }

    mutating func end() {
        close()
        isOpen = false
    }

    /// Begins a turn, which handles at least one line, and others until a time, ns. Returns false to read more input instead.
    mutating func beginTurn(until end: UInt64, flushes: Bool = false) -> Bool {
        waits.hasTurn = false
        guard !isHungUp || !mayRead else { return false }
        turn = Turn(end: end, flushes: flushes, bytes: -output.count)
        return true
    }

    /// Removes and returns the next line of the turn; nil at its end. The clock is in ns.
    mutating func nextFrame(_ clock: () -> UInt64) -> LineFramer.Frame? {
        guard hasPending, mayHandle else { return nil }
        if turn.requests > 0 {
            let isOver =
                turn.requests >= Limits.requestsPerTurn || turn.bytes + output.count >= Limits.bytesPerTurn
                || clock() >= turn.end
            if isOver { return nil }
        }
        let frame = pending[handled]
        handled += 1
        if handled == pending.count {
            pending.removeAll(keepingCapacity: handled <= Limits.requestsPerTurn)
            handled = 0
        }
        unanswered += 1
        turn.requests += 1
        if case .line(let line) = frame { turn.bytes += line.count }
        return frame
    }

    mutating func skipReply() { unanswered -= 1 }

    mutating func dropOutput() {
        isBroken = true
        output = WriteBuffer(limit: Limits.writeBufferHighWatermark)
        blockedAt = nil
    }

    /// Adds lines to write, some of them replies. Returns true if they are the first and the turn does not write them.
    mutating func add(replies: Int, _ write: (inout [UInt8]) -> Void) -> Bool {
        let wasIdle = isIdle && !turn.flushes
        unanswered -= replies
        if !isBroken { output.append(write) }
        return wasIdle
    }

    /// Adds the rest of a partly written event, which must arrive.
    mutating func add(rest bytes: [UInt8]) { output.append(bytes) }

    /// Adds an event, or drops it if too much waits.
    mutating func add(event bytes: [UInt8]) {
        if !isBroken { output.append(event: bytes) }
    }

    /// Writes until nothing is left or the socket takes no more; true if everything is written and a snapshot is due.
    mutating func write(_ send: (Span<UInt8>) throws(SystemError) -> Int) throws(SystemError) -> Bool {
        turn.flushes = false
        while isOpen, !output.isEmpty {
            let count = try output.write(send)
            if count == 0 {
                blockedAt = written
                return false
            }
            written += count
            blockedAt = nil
        }
        guard isOpen, output.needsSnapshot else { return false }
        output.didQueueSnapshot()
        return true
    }
}
