// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import RasterProtocol

/// One run of the rasterizer, with the requests sent to it and the replies read from it.
///
/// Both pipes may be full, and neither is ever waited for: if the panel blocked until its requests are read while the
/// helper blocks until its replies are, neither would go on.
final class RasterProcess {
    /// Called with each reply, in the order of the requests.
    var onReply: (RasterRequest, RasterReply) -> Void = { _, _ in }
    /// Called after some replies, and when no more will come.
    var onProgress: () -> Void = {}
    /// Called when the helper has exited. No callback is called afterwards.
    var onExit: () -> Void = {}

    /// The requests without a reply.
    private(set) var waiting: [RasterRequest]
    /// True once no more replies will come.
    private(set) var isFinished = false
    /// True once nobody waits for the replies any more.
    var isLate = false

    private var process: ProcessExitSource?
    private var reader = RasterReplyReader()
    private var replies: FileDescriptor?
    private var replyWatch: FileDescriptorSource?
    private var requests: FileDescriptor?
    private var requestWatch: FileDescriptorSource?
    private var unsent: ArraySlice<UInt8>
    private var hasExited = false

    /// Starts a helper and writes as many requests as its pipe holds; the rest follows.
    ///
    /// - Throws: ``SystemError`` if the helper cannot be started.
    init(_ requests: [RasterRequest], helper: String, on loop: EventLoop) throws(SystemError) {
        waiting = requests
        unsent = ArraySlice(requests.map(\.line).joined().utf8)
        let down = try Pipe()
        let up = try Pipe()
        try systemCall("fcntl") { fcntl(down.writeEnd.number, F_SETFL, O_NONBLOCK) }
        self.requests = down.writeEnd
        replies = up.readEnd
        let pid = try ChildProcess.start(
            helper, arguments: [], standardInput: down.readEnd.number, standardOutput: up.writeEnd.number)
        process = try ProcessExitSource(pid: pid, on: loop) { [weak self] _ in self?.exited() }
        replyWatch = try loop.watch(up.readEnd.number, for: .read) { [unowned self] _ in receive() }
        send()
        if let rest = self.requests {
            requestWatch = try loop.watch(rest.number, for: .write) { [unowned self] _ in send() }
        }
    }

    deinit {
        requestWatch?.cancel()
        replyWatch?.cancel()
    }

    /// Discards the requests that will get no reply.
    func discardWaiting() {
        waiting = []
    }

    private func send() {
        while let requests, !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { write(requests.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            // A helper that stops reading is exiting; its replies tell which requests it handled.
            guard count > 0 else { break }
            unsent = unsent.dropFirst(count)
        }
        // The helper exits after the end of file, once it has replied to all requests.
        requestWatch?.cancel()
        requestWatch = nil
        requests = nil
    }

    private func receive() {
        guard let replies else { return }
        var count = 0
        let arrived = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer -> [RasterReply]? in
            count = read(replies.number, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return try? reader.feed(buffer[..<count])
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        for reply in arrived ?? [] where !waiting.isEmpty {
            onReply(waiting.removeFirst(), reply)
        }
        if arrived == nil || waiting.isEmpty { finish() }
        onProgress()
        leaveIfDone()
    }

    private func finish() {
        isFinished = true
        requestWatch?.cancel()
        requestWatch = nil
        requests = nil
        replyWatch?.cancel()
        replyWatch = nil
        replies = nil
    }

    /// The last replies may still be in the pipe.
    private func exited() {
        hasExited = true
        leaveIfDone()
    }

    private func leaveIfDone() {
        guard hasExited, isFinished else { return }
        onExit()
    }
}
