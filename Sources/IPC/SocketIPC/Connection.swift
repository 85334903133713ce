// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import TabshellIPC

/// One client of the daemon: lines in, bytes out, both bounded in size and in time. Nothing here ever blocks.
public final class Connection {
    /// Why a connection ended.
    public enum End: Equatable, Sendable {
        /// The client hung up.
        case closed
        /// The client took no byte for too long.
        case stalled
        /// The daemon ended it.
        case ended
    }

    /// The process at the other end.
    public let pid: pid_t
    /// Called for each line, and for each line that was too long.
    public var onFrame: (LineFramer.Frame) -> Void = { _ in }
    /// Called when a begun line was not finished in time.
    public var onUnfinishedLine: () -> Void = {}
    /// Called when everything was written after events had been dropped; the answer is a snapshot.
    public var onCaughtUp: () -> Void = {}
    /// Called once, when the connection is over.
    public var onEnd: (End) -> Void = { _ in }

    private let descriptor: FileDescriptor
    private let number: Int32
    private var framer = LineFramer(limit: Limits.maximumRequestBytes)
    private var outbox = WriteBuffer(limit: Limits.writeBufferHighWatermark)
    private var watch: FileDescriptorSource?
    private var lineTimer: EventLoop.Timer?
    private var stallTimer: EventLoop.Timer?
    /// What was read and is not answered yet: a client that asks faster than it reads has to wait.
    private var pending: ArraySlice<LineFramer.Frame> = []
    /// The client will send no more; what it has asked is still answered.
    private var hasHungUp = false
    private var isClosing = false

    init(_ descriptor: FileDescriptor, pid: pid_t, on loop: EventLoop) throws(SystemError) {
        self.descriptor = descriptor
        number = descriptor.number
        self.pid = pid
        lineTimer = loop.timer { [unowned self] in onUnfinishedLine() }
        stallTimer = loop.timer { [unowned self] in finish(.stalled) }
        watch = try loop.watch(number, for: .read) { [unowned self] in handle($0) }
    }

    deinit {
        watch?.cancel()
        lineTimer?.disarm()
        stallTimer?.disarm()
    }

    /// Whether the connection still stands.
    public var isOpen: Bool { watch != nil }
    /// Whether nothing waits to be written. Once something does, a ``flush()`` is owed.
    public var isIdle: Bool { outbox.isEmpty && !outbox.needsSnapshot }

    /// Adds a line that must arrive. It is written by the next ``flush()``.
    public func send(_ line: [UInt8]) {
        outbox.append(line)
    }

    /// Sends an event, which a slow reader loses in favour of a later snapshot. Where nothing else waits it is written at
    /// once: a broadcast is to touch no more of each of a thousand connections than it must.
    public func send(event line: [UInt8]) {
        guard isIdle, isOpen else { return outbox.append(event: line) }
        let count = line.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count == line.count { return }
        // The rest of a line that has begun must arrive; what an error means is found out by the next flush.
        if count > 0 { outbox.append(Array(line[count...])) } else { outbox.append(event: line) }
    }

    /// Writes as much as the client takes now.
    public func flush() {
        guard isOpen else { return }
        do throws(SystemError) {
            repeat {
                try writeAll()
                answerPending()
                if outbox.isEmpty, outbox.needsSnapshot {
                    outbox.didQueueSnapshot()
                    onCaughtUp()
                }
            } while !outbox.isEmpty && stallTimer?.deadline == nil && isOpen
            if outbox.isEmpty, isClosing || hasHungUp { return finish(isClosing ? .ended : .closed) }
            try watch?.wait(for: interest)
        } catch {
            finish(.closed)
        }
    }

    /// Ends the connection once what waits is written; nothing more is read.
    public func close() {
        isClosing = true
        pending = []
        lineTimer?.disarm()
        flush()
    }

    private var interest: Readiness {
        var interest: Readiness = mayRead ? .read : []
        if !outbox.isEmpty { interest.insert(.write) }
        return interest
    }

    private var mayRead: Bool { !isClosing && !hasHungUp && !outbox.isFull }

    private func writeAll() throws(SystemError) {
        while !outbox.isEmpty {
            let written = try outbox.write { (bytes) throws(SystemError) -> Int in
                let count = bytes.withUnsafeBytes {
                    Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count >= 0 { return count }
                if errno == EAGAIN || errno == EINTR { return 0 }
                throw .last("send")
            }
            if written == 0 {
                // Armed once: what is sent in the meantime gives nobody more time.
                if stallTimer?.deadline == nil { stallTimer?.arm(after: Limits.writeTimeout) }
                return
            }
            stallTimer?.disarm()
        }
    }

    private func answerPending() {
        while isOpen, !isClosing, !outbox.isFull, let frame = pending.popFirst() { onFrame(frame) }
        // An empty slice would keep what it has held.
        if pending.isEmpty { pending = [] }
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        if readiness.contains(.read), isOpen, mayRead { receive() }
        // A hang-up is acted on after what was sent before it has been read.
        if readiness == .hangup { finish(.closed) }
    }

    private func receive() {
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { buffer in
            let count = recv(number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { take(UnsafeBufferPointer(rebasing: buffer[..<count]).span) }
            return count
        }
        if count == 0 {
            hasHungUp = true
            lineTimer?.disarm()
            flush()
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            finish(.closed)
        }
    }

    private func take(_ bytes: Span<UInt8>) {
        let frames = framer.append(bytes)
        if !framer.hasPartialLine {
            lineTimer?.disarm()
        } else if !frames.isEmpty || lineTimer?.deadline == nil {
            lineTimer?.arm(after: Limits.partialLineTimeout)
        }
        pending += frames
        answerPending()
    }

    private func finish(_ end: End) {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        lineTimer?.disarm()
        stallTimer?.disarm()
        onEnd(end)
    }
}
