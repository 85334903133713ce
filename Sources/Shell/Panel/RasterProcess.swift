// SPDX-License-Identifier: MIT
import EventLoop
import Posix
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
    var waiting: [RasterRequest]
    /// True once no more replies will come.
    private(set) var isFinished = false
    /// True after the timeout, once the replies are no longer waited for.
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
        try down.writeEnd.setNonBlocking()
        let pid = try ChildProcess.spawn(
            helper, arguments: [], standardInput: down.readEnd.rawValue, standardOutput: up.writeEnd.rawValue)
        let (requestNumber, replyNumber) = (down.writeEnd.rawValue, up.readEnd.rawValue)
        self.requests = down.closingReadEnd()
        replies = up.closingWriteEnd()
        process = try ProcessExitSource(pid: pid, on: loop) { [weak self] _ in self?.exited() }
        replyWatch = try loop.watch(replyNumber, for: .read) { [unowned self] _ in receive() }
        send()
        if self.requests != nil {
            requestWatch = try loop.watch(requestNumber, for: .write) { [unowned self] _ in send() }
        }
    }

    deinit {
        requestWatch?.cancel()
        replyWatch?.cancel()
    }

    private func send() {
        // A helper that stops reading is exiting; its replies tell which requests it handled.
        while !unsent.isEmpty, let count = try? requests?.write(unsent.span) {
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
        // The helper exits after the end of file, once it has replied to all requests.
        requestWatch?.cancel()
        requestWatch = nil
        requests = nil
    }

    private func receive() {
        guard replies != nil else { return }
        var arrived: [RasterReply]?
        do throws(SystemError) {
            guard let bytes = try replies?.read(upTo: 64 * 1024) else { return }
            arrived = bytes.isEmpty ? nil : try? reader.feed(bytes)
        } catch {
            // The same as the end of the pipe.
        }
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
