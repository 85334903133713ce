import EventLoop
import RasterProtocol

/// One run of the rasterizer, with the requests sent to it and the replies read from it. Neither pipe is ever waited
/// for: both sides could block on a full one. A helper that sends no reply for too long is killed: its input is
/// untrusted.
final class RasterProcess {
    enum Ending {
        case notStarted(String)
        case exited(String)
    }

    var onReply: (RasterRequest, RasterReply) -> Void = { _, _ in }
    /// Called after some replies.
    var onProgress: () -> Void = {}
    /// Called when the helper has ended or was killed, and all its replies are read.
    var onEnd: (Ending) -> Void = { _ in }
    /// Called when a killed helper has ended, after ``onEnd``.
    var onCollected: () -> Void = {}
    /// True while a killed helper has not ended.
    var isKilled: Bool { run?.isKilled == true }

    /// The requests without a reply.
    private(set) var waiting: [RasterRequest]

    private let timeout: UInt64
    private var reader = RasterReplyReader()
    private var run: ChildRun?

    /// Starts a helper, and waits at most `timeout` (ns) for the next reply, and for the exit after the last one.
    init(_ requests: [RasterRequest], helper: String, timeout: UInt64, on loop: EventLoop) {
        waiting = requests
        self.timeout = timeout
        run = ChildRun(
            helper, [], input: Array(requests.map(\.line).joined().utf8),
            limit: .handing { [weak self] in self?.receive($0) }, timeout: timeout, on: loop
        ) { [weak self] in self?.ended($0.ending) }
        run?.onCollected = { [weak self] in self?.onCollected() }
    }

    private func receive(_ bytes: [UInt8]) {
        let count = waiting.count
        do throws(RasterError) {
            for reply in try reader.feed(bytes) where !waiting.isEmpty {
                run?.extend(by: timeout)
                onReply(waiting.removeFirst(), reply)
            }
            if waiting.count < count { onProgress() }
        } catch {
            run?.stop()
            onEnd(.exited(error.description))
        }
    }

    private func ended(_ ending: ChildRun.Ending) {
        switch ending {
        case .exited(let code) where code < 0: onEnd(.exited("it was killed by signal \(-code)"))
        case .exited(0): onEnd(.exited("it exited without a reply"))
        case .exited(let code): onEnd(.exited("it exited with status \(code)"))
        case .failed where ending.isTimeout: onEnd(.exited("it took longer than \(Double(timeout) / 1e9) s"))
        case .failed(let error): onEnd(.notStarted(error.description))
        }
    }
}
