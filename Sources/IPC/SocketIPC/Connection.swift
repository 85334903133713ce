// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import TabshellIPC

/// The daemon's end of a connection to one client: lines in, bytes out, both bounded in size and in time. No call blocks.
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
    /// Called with each line, and for each line that was too long. One reply to each must follow.
    public var onFrame: (LineFramer.Frame) -> Void = { _ in }
    /// Called when a line that has begun was not completed in time.
    public var onPartialLineTimeout: () -> Void = {}
    /// Called when everything has been written after events were dropped; the client needs a snapshot.
    public var onResyncNeeded: () -> Void = {}
    /// Called once, at the end of the connection.
    public var onClose: (CloseReason) -> Void = { _ in }

    private let descriptor: FileDescriptor
    private var framer = LineFramer(limit: Limits.maximumRequestBytes)
    private var writeBuffer = WriteBuffer(limit: Limits.writeBufferHighWatermark)
    private var source: FileDescriptorSource?
    private var partialLineTimer: EventLoop.Timer?
    private var writeTimer: EventLoop.Timer?
    /// Frames that were received and not handled yet: a client that sends faster than it reads has to wait.
    private var pending: ArraySlice<LineFramer.Frame> = []
    /// The number of frames that were handled and have no reply yet.
    private var unanswered = 0
    /// True after the client has shut down its sending side; earlier requests are still answered.
    private var isAtEnd = false
    private var isClosing = false
    /// True while the next frame waits for the reply to the last one.
    private var isSuspended = false
    private var isHandlingFrames = false

    init(_ descriptor: consuming FileDescriptor, pid: pid_t, on loop: EventLoop) throws(SystemError) {
        self.descriptor = descriptor
        self.pid = pid
        partialLineTimer = loop.timer { [unowned self] in onPartialLineTimeout() }
        writeTimer = loop.timer { [unowned self] in finish(.writeTimeout) }
        source = try loop.watch(self.descriptor.rawValue, for: .read) { [unowned self] in handle($0) }
    }

    deinit {
        source?.cancel()
        partialLineTimer?.disarm()
        writeTimer?.disarm()
    }

    /// True until the connection ends.
    public var isOpen: Bool { source != nil }
    /// True if nothing is left to be written. Otherwise a ``flush()`` must follow.
    public var isIdle: Bool { writeBuffer.isEmpty && !writeBuffer.needsSnapshot }

    /// Appends a line that must arrive. The next ``flush()`` writes it.
    public func send(_ line: [UInt8]) {
        writeBuffer.append(line)
    }

    /// Appends the reply to the earliest frame that has none.
    public func send(reply line: [UInt8]) {
        unanswered -= 1
        send(line)
    }

    /// Sends an event, which is dropped for a slow reader in favour of a later snapshot. If nothing else is left to be
    /// written, it is written at once: a broadcast should touch no more of each of a thousand connections than it must.
    public func send(event line: [UInt8]) {
        guard isIdle, isOpen else { return writeBuffer.append(event: line) }
        // The next flush reports an error.
        let count = (try? descriptor.send(line.span)) ?? 0
        if count == line.count { return }
        // The rest of a partly written line must arrive.
        if count > 0 { writeBuffer.append(Array(line[count...])) } else { writeBuffer.append(event: line) }
    }

    /// Writes as much as the socket accepts now.
    public func flush() {
        guard isOpen else { return }
        do throws(SystemError) {
            repeat {
                try writeAll()
                handlePending()
                if writeBuffer.isEmpty, writeBuffer.needsSnapshot {
                    writeBuffer.didQueueSnapshot()
                    onResyncNeeded()
                }
            } while !writeBuffer.isEmpty && writeTimer?.deadline == nil && isOpen
            if writeBuffer.isEmpty, isClosing || isAtEnd && unanswered == 0 {
                return finish(isClosing ? .closedLocally : .closedByPeer)
            }
            try source?.setInterest(interest)
        } catch {
            finish(.closedByPeer)
        }
    }

    /// Lets later frames wait until ``resume()``, in the order in which they arrive.
    public func suspend() {
        isSuspended = true
        // The rest of a line that is not read cannot be late.
        partialLineTimer?.disarm()
        try? source?.setInterest(interest)
    }

    /// Handles the frames that have waited. A reply must have been sent, so that a ``flush()`` follows.
    public func resume() {
        isSuspended = false
        if framer.hasPartialLine { partialLineTimer?.arm(after: Limits.partialLineTimeout) }
        handlePending()
    }

    /// Closes the connection once everything is written. No more requests are read.
    public func close() {
        isClosing = true
        pending = []
        partialLineTimer?.disarm()
        flush()
    }

    private var interest: Readiness {
        var interest: Readiness = mayRead ? .read : []
        if !writeBuffer.isEmpty { interest.insert(.write) }
        return interest
    }

    private var mayRead: Bool { !isClosing && !isAtEnd && !isSuspended && !writeBuffer.isFull }

    private func writeAll() throws(SystemError) {
        while !writeBuffer.isEmpty {
            let written = try writeBuffer.write { (bytes) throws(SystemError) in try descriptor.send(bytes) }
            if written == 0 {
                // Armed once: lines that are added meanwhile do not extend the time.
                if writeTimer?.deadline == nil { writeTimer?.arm(after: Limits.writeTimeout) }
                return
            }
            writeTimer?.disarm()
        }
    }

    private func handlePending() {
        guard !isHandlingFrames else { return }
        isHandlingFrames = true
        defer { isHandlingFrames = false }
        while isOpen, !isClosing, !isSuspended, !writeBuffer.isFull, unanswered < Limits.maximumUnansweredRequests,
            let frame = pending.popFirst()
        {
            unanswered += 1
            onFrame(frame)
        }
        // An empty slice would retain the array.
        if pending.isEmpty { pending = [] }
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        if readiness.contains(.read), isOpen, mayRead { receive() }
        // Data that was sent before a hangup is read first.
        if readiness == .hangup { hangUp() }
    }

    /// Handles the end of both directions. Requests that wait for an earlier one are still carried out.
    private func hangUp() {
        guard isSuspended, !isClosing else { return finish(.closedByPeer) }
        while let bytes = try? descriptor.read(upTo: 16 * 1024), !bytes.isEmpty { pending += framer.append(bytes.span) }
        isAtEnd = true
        // The event would be reported over and over again.
        source?.cancel()
    }

    private func receive() {
        do throws(SystemError) {
            let isAtEnd = try descriptor.read(upTo: 16 * 1024) { bytes in
                if !bytes.isEmpty { handle(bytes) }
                return bytes.isEmpty
            }
            guard isAtEnd == true else { return }
            self.isAtEnd = true
            partialLineTimer?.disarm()
            flush()
        } catch {
            finish(.closedByPeer)
        }
    }

    private func handle(_ bytes: Span<UInt8>) {
        let frames = framer.append(bytes)
        if !framer.hasPartialLine {
            partialLineTimer?.disarm()
        } else if !frames.isEmpty || partialLineTimer?.deadline == nil {
            partialLineTimer?.arm(after: Limits.partialLineTimeout)
        }
        pending += frames
        handlePending()
    }

    private func finish(_ reason: CloseReason) {
        guard let source else { return }
        source.cancel()
        self.source = nil
        partialLineTimer?.disarm()
        writeTimer?.disarm()
        onClose(reason)
    }
}
