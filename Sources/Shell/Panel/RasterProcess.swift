// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import RasterProtocol

/// One run of the rasterizer, with the requests sent to it and the replies read from it.
///
/// Both pipes may be full, and neither is ever waited for: if the panel blocked until its requests are read while the
/// helper blocks until its replies are, neither would go on. A helper that sends no reply for too long is killed: what it
/// reads was made by strangers, and may keep it busy for ever.
final class RasterProcess {
    /// Called with each reply, in the order of the requests.
    var onReply: (RasterRequest, RasterReply) -> Void = { _, _ in }
    /// Called after some replies.
    var onProgress: () -> Void = {}
    /// Called when the helper has exited and all its replies are read, with the reason if ``waiting`` is not empty. No
    /// callback is called afterwards.
    var onExit: (String) -> Void = { _ in }

    /// The requests without a reply.
    private(set) var waiting: [RasterRequest]

    private let timeout: UInt64
    private var deadline: EventLoop.Timer?
    private var process: ProcessExitSource?
    private var reader = RasterReplyReader()
    private var replies: FileDescriptor?
    private var replyWatch: FileDescriptorSource?
    private var requests: FileDescriptor?
    private var requestWatch: FileDescriptorSource?
    private var unsent: ArraySlice<UInt8>
    /// The reason for which the helper was killed.
    private var killReason: String?

    /// Starts a helper and writes as many requests as its pipe holds; the rest follows.
    ///
    /// - Parameter timeout: the longest wait for the next reply, and for the exit after the last one, ns.
    /// - Throws: ``SystemError`` if the helper cannot be started.
    init(
        _ requests: [RasterRequest], helper: String, timeout: UInt64, on loop: EventLoop
    ) throws(SystemError) {
        waiting = requests
        self.timeout = timeout
        unsent = ArraySlice(requests.map(\.line).joined().utf8)
        let down = try Pipe()
        let up = try Pipe()
        try down.writeEnd.setNonBlocking()
        try up.readEnd.setNonBlocking()
        let pid = try ChildProcess.spawn(
            helper, arguments: [], standardInput: down.readEnd.rawValue, standardOutput: up.writeEnd.rawValue)
        let (requestNumber, replyNumber) = (down.writeEnd.rawValue, up.readEnd.rawValue)
        self.requests = down.closingReadEnd()
        replies = up.closingWriteEnd()
        do throws(SystemError) {
            process = try ProcessExitSource(pid: pid, on: loop) { [weak self] in self?.exited($0) }
            replyWatch = try loop.watch(replyNumber, for: .read) { [weak self] _ in self?.receive() }
            requestWatch = try loop.watch(requestNumber, for: .write) { [weak self] _ in self?.send() }
        } catch {
            // Nothing was sent to it yet, so it dies at once.
            process = nil
            kill(pid, SIGKILL)
            ChildProcess.reap(pid, waiting: true)
            throw error
        }
        deadline = loop.timer { [weak self] in
            guard let self else { return }
            end("it took longer than \(Double(timeout) / 1e9) s")
        }
        deadline?.arm(after: timeout)
        send()
    }

    deinit { process?.send(SIGKILL) }

    private func send() {
        // A helper that stops reading is exiting; its replies tell which requests it handled.
        while !unsent.isEmpty, let count = try? requests?.write(unsent.span) {
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
        closeRequests()
    }

    private func receive() {
        let count = waiting.count
        _ = readOnce()
        if waiting.count < count { onProgress() }
    }

    /// Reads once, and passes on the replies that are complete.
    ///
    /// - Returns: false if there is nothing more to read now.
    private func readOnce() -> Bool {
        var arrived: [UInt8]?
        do throws(SystemError) {
            arrived = try replies?.read(upTo: 64 * 1024)
        } catch {
            // The same as the end of the pipe.
            arrived = []
        }
        guard let arrived else { return false }
        do throws(RasterError) {
            for reply in try reader.feed(arrived) where !waiting.isEmpty {
                deadline?.arm(after: timeout)
                onReply(waiting.removeFirst(), reply)
            }
        } catch {
            end(error.description)
        }
        if arrived.isEmpty || waiting.isEmpty { closeReplies() }
        // The helper exits after the end of its input.
        if waiting.isEmpty { closeRequests() }
        return replies != nil
    }

    /// Kills the helper.
    private func end(_ reason: String) {
        killReason = killReason ?? reason
        closeReplies()
        closeRequests()
        process?.send(SIGKILL)
    }

    private func closeRequests() {
        requestWatch = nil
        requests = nil
    }

    private func closeReplies() {
        replyWatch = nil
        replies = nil
    }

    private func exited(_ code: Int32?) {
        // The last replies may still be in the pipe.
        while readOnce() {}
        closeReplies()
        closeRequests()
        deadline?.disarm()
        process = nil
        let ending =
            switch code {
            case .some(let code) where code < 0: "it was killed by signal \(-code)"
            case .some(let code) where code > 0: "it exited with status \(code)"
            default: "it exited without a reply"
            }
        onExit(killReason ?? ending)
    }
}
