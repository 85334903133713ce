// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import RasterProtocol

/// One helper from its start to its end: some requests on their way out, and their replies on the way back.
///
/// Both ways go through pipes that may be full. Nothing here ever waits for one: were the panel to wait until its
/// requests are taken while the helper waits until its replies are, neither would go on.
final class RasterProcess {
    /// Called with each request that was answered, in their order.
    var onReply: (RasterRequest, RasterReply) -> Void = { _, _ in }
    /// Called after some were answered, and when no more will be.
    var onProgress: () -> Void = {}
    /// Called when the helper has ended. Nothing else is called after it.
    var onExit: () -> Void = {}

    /// What has no answer yet.
    private(set) var waiting: [RasterRequest]
    /// Whether no more answers will come.
    private(set) var isOver = false
    /// Whether nobody waits for the answers any more.
    var isLate = false

    private var process: ProcessExitSource?
    private var reader = RasterReplyReader()
    private var replies: FileDescriptor?
    private var replyWatch: FileDescriptorSource?
    private var requests: FileDescriptor?
    private var requestWatch: FileDescriptorSource?
    private var unsent: ArraySlice<UInt8>
    private var hasExited = false

    /// Starts a helper and sends it as many of the requests as its pipe takes; the rest follows.
    ///
    /// - Throws: ``SystemError`` when it cannot be started.
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

    /// Lets go of what will not be answered.
    func forgetWaiting() {
        waiting = []
    }

    private func send() {
        // A helper that takes no more has ended; its replies tell how far it came.
        while !unsent.isEmpty, let count = try? requests?.write(unsent.span) {
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
        // It ends once it has answered what came before the end.
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
        isOver = true
        requestWatch?.cancel()
        requestWatch = nil
        requests = nil
        replyWatch?.cancel()
        replyWatch = nil
        replies = nil
    }

    /// Its last replies may still be in the pipe.
    private func exited() {
        hasExited = true
        leaveIfDone()
    }

    private func leaveIfDone() {
        guard hasExited, isOver else { return }
        onExit()
    }
}
