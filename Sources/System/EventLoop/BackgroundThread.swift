public import Posix
import Synchronization

/// A thread for blocking system calls, one at a time. An event loop gets the end of each.
///
/// The thread only shares a call's input and result with the loop. It starts with a call, and ends
/// after a while without work, because it keeps memory.
public final class BackgroundThread {
    private let loop: EventLoop
    private let idleTimeout: Int32
    private var channel: Channel?
    private var source: FileDescriptorSource?
    private var onEnd: (() -> Void)?

    /// - Parameter idleTimeout: the time without calls after which the thread ends, ms. Starting a thread takes longer than
    ///   writing a small file.
    public init(on loop: EventLoop, idleTimeout: Int32 = 0) {
        self.loop = loop
        self.idleTimeout = idleTimeout
    }

    /// Makes a call on its own thread. As ``run(_:staying:onEnd:)``, but always calls the completion.
    package static func run<Value: Sendable>(
        on loop: EventLoop, _ work: @escaping @Sendable () throws(SystemError) -> Value,
        staying stay: @escaping @Sendable (Value) -> Void = { _ in },
        onEnd: @escaping (Result<Value, SystemError>) -> Void
    ) {
        let thread = BackgroundThread(on: loop)
        // The completion keeps the thread until the end.
        thread.run(work, staying: stay) { result in withExtendedLifetime(thread) { onEnd(result) } }
    }

    /// Makes a call. The previous one must have ended.
    ///
    /// - Parameters:
    ///   - work: the call.
    ///   - stay: keeps the thread after the end of the call was reported.
    ///   - onEnd: called once in the loop, with the result of the call, unless this object has gone; at once without a
    ///     thread or a descriptor.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Value,
        staying stay: @escaping @Sendable (Value) -> Void = { _ in },
        onEnd: @escaping (Result<Value, SystemError>) -> Void
    ) {
        let outcome = Outcome<Value>()
        do throws(SystemError) {
            try connected().start { report in
                let result = Result { () throws(SystemError) in try work() }
                outcome.value = result
                report()
                if case .success(let value) = result { stay(value) }
            }
            self.onEnd = { if let value = outcome.value { onEnd(value) } }
        } catch {
            disconnect()
            onEnd(.failure(error))
        }
    }

    private func connected() throws(SystemError) -> Channel {
        if let channel { return channel }
        let channel = try Channel(idleTimeout: idleTimeout)
        source = try loop.watch(channel.ended.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.channel = channel
        return channel
    }

    private func receive() {
        guard let (isEnded, hasThread) = channel?.takeEnd() else { return }
        if !hasThread { disconnect() }
        if isEnded { onEnd.take()?() }
    }

    /// Closes the descriptors; at rest none is open.
    private func disconnect() {
        (source, channel) = (nil, nil)
    }
}

private final class Outcome<Value: Sendable>: Sendable {
    private let storage = Mutex<Result<Value, SystemError>?>(nil)

    var value: Result<Value, SystemError>? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}

/// The call that the loop has handed to the thread, and its end.
private final class Channel: Sendable {
    /// A call; its argument is a function that reports its end.
    typealias Work = @Sendable (() -> Void) -> Void

    let ended: EventDescriptor
    private let added: EventDescriptor
    private let idleTimeout: Int32
    private let state = Mutex<(work: Work?, isEnded: Bool, hasThread: Bool)>((nil, false, false))

    init(idleTimeout: Int32) throws(SystemError) {
        self.idleTimeout = idleTimeout
        ended = try EventDescriptor()
        added = try EventDescriptor()
    }

    func start(_ work: @escaping Work) throws(SystemError) {
        let hasThread = state.withLock { state in
            defer { (state.work, state.hasThread) = (work, true) }
            return state.hasThread
        }
        if hasThread { added.signal() } else { try startThread { self.run() } }
    }

    /// Returns true once after the end of the call, and false once the thread has ended.
    func takeEnd() -> (isEnded: Bool, hasThread: Bool) {
        ended.clear()
        return state.withLock { state in
            defer { state.isEnded = false }
            return (state.isEnded, state.hasThread)
        }
    }

    /// Makes calls until the idle timeout passes without one.
    private func run() {
        while true {
            if let work = state.withLock({ $0.work.take() }) {
                work {
                    state.withLock { ($0.isEnded, $0.hasThread) = (true, idleTimeout > 0) }
                    ended.signal()
                }
                if idleTimeout == 0 { return }
            }
            let isIdle = (try? Poll.wait([(added.rawValue, .read)], timeout: idleTimeout)) == .some(nil)
            if !isIdle {
                added.clear()
            } else if state.withLock({
                $0.hasThread = $0.work != nil
                return !$0.hasThread
            }) {
                return ended.signal()
            }
        }
    }
}
