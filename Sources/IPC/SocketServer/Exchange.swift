// SPDX-License-Identifier: MIT
import TabshellIPC

/// The lines of a connection that wait to be handled, and those that wait to be written. Both are bounded: nothing more is handled
/// while a client does not read, or too many of its requests wait for their replies.
struct Exchange {
    /// The lines that have been handled in a turn.
    private struct Turn {
        var end: UInt64
        var requests = 0
        /// The bytes of its lines, and of the replies to them less those that wait to be written now.
        var bytes = 0
    }

    /// Lines that were received and not handled yet.
    private var pending: ArraySlice<LineFramer.Frame> = []
    /// The number of lines that were handled but not yet replied to.
    private(set) var unanswered = 0
    var output = WriteBuffer(limit: Limits.writeBufferHighWatermark)
    var isSuspended = false
    private(set) var isClosing = false
    private var turn = Turn(end: 0)

    var hasPending: Bool { !pending.isEmpty }
    var mayHandle: Bool {
        !isClosing && !isSuspended && !output.isFull && unanswered < Limits.maximumUnansweredRequests
    }
    /// True if nothing is left to be written.
    var isIdle: Bool { output.isEmpty && !output.needsSnapshot }

    /// Adds lines that were received.
    mutating func append(_ frames: [LineFramer.Frame]) {
        if pending.isEmpty { pending = frames[...] } else { pending += frames }
    }

    /// Puts lines before the others that have been handled, and are again.
    mutating func putBack(_ frames: [LineFramer.Frame]) {
        unanswered -= frames.count
        if !frames.isEmpty { pending = (frames + pending)[...] }
    }

    /// Handles no more lines.
    mutating func close() {
        isClosing = true
        pending = []
    }

    /// Begins a turn.
    ///
    /// - Parameter end: the time from which no second line is handled, ns.
    mutating func beginTurn(until end: UInt64) { turn = Turn(end: end, bytes: -output.count) }

    /// Removes and returns the next line of the turn; nil at its end.
    ///
    /// - Parameter time: the time, ns.
    mutating func nextFrame(at time: UInt64) -> LineFramer.Frame? {
        guard mayHandle else { return nil }
        let isOver =
            turn.requests >= Limits.requestsPerTurn || turn.bytes + output.count >= Limits.bytesPerTurn
            || time >= turn.end
        guard !isOver || turn.requests == 0, let frame = pending.popFirst() else { return nil }
        // An empty slice would retain the array.
        if pending.isEmpty { pending = [] }
        unanswered += 1
        turn.requests += 1
        if case .line(let line) = frame { turn.bytes += line.count }
        return frame
    }

    /// Skips the reply to a line.
    mutating func skipReply() { unanswered -= 1 }

    /// Drops what waits to be written.
    mutating func dropOutput() { output = WriteBuffer(limit: Limits.writeBufferHighWatermark) }

    /// Adds lines to be written.
    ///
    /// - Parameters:
    ///   - replies: the number of lines that they reply to.
    ///   - isBroken: true to drop them.
    /// - Returns: true if nothing was left to be written before.
    mutating func write(replies: Int, isBroken: Bool, _ write: (inout [UInt8]) -> Void) -> Bool {
        let wasIdle = isIdle
        unanswered -= replies
        if !isBroken { output.append(write) }
        return wasIdle
    }
}
