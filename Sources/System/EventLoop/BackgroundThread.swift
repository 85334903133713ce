// SPDX-License-Identifier: MIT
import Posix
import Synchronization

/// A thread for blocking system calls, which makes them in their order. Their ends are reported in an event loop.
///
/// The thread shares nothing with the loop but what the calls were given, and their results. It starts with the first call,
/// and ends when there was nothing to do for a while: it keeps memory.
public final class BackgroundThread {
    private let loop: EventLoop
    private let idleTimeout: Int32
    private var channel: Channel?
    private var source: FileDescriptorSource?
    /// The completions of the calls that have not ended, in their order.
    private var onEnds: [() -> Void] = []

    /// - Parameter idleTimeout: the time without calls after which the thread ends, ms. To start a thread takes longer than to
    ///   write a small file.
    public init(on loop: EventLoop, idleTimeout: Int32 = 0) {
        self.loop = loop
        self.idleTimeout = idleTimeout
    }

    /// Makes calls on a thread of their own.
    ///
    /// - Parameters:
    ///   - work: the calls.
    ///   - onEnd: called once in the loop, with the result of the calls.
    /// - Throws: ``SystemError`` when there is no thread or no descriptor to be had.
    public static func run<Value: Sendable>(
        on loop: EventLoop, _ work: @escaping @Sendable () throws(SystemError) -> Value,
        onEnd: @escaping (Result<Value, SystemError>) -> Void
    ) throws(SystemError) {
        let thread = BackgroundThread(on: loop)
        // The completion keeps the thread until the end.
        try thread.run(work) { result in withExtendedLifetime(thread) { onEnd(result) } }
    }

    /// Queues calls.
    ///
    /// - Parameters:
    ///   - work: the calls.
    ///   - onEnd: called once in the loop, with the result of the calls, unless this object has gone.
    /// - Throws: ``SystemError`` when there is no thread or no descriptor to be had.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Value,
        onEnd: @escaping (Result<Value, SystemError>) -> Void
    ) throws(SystemError) {
        let outcome = Outcome<Value>()
        let channel = try connected()
        do throws(SystemError) {
            try channel.add {
                do throws(SystemError) {
                    outcome.value = .success(try work())
                } catch {
                    outcome.value = .failure(error)
                }
            }
        } catch {
            // Unless the loop has yet to hear of calls that have ended.
            if onEnds.isEmpty { disconnect() }
            throw error
        }
        onEnds.append { if let value = outcome.value { onEnd(value) } }
    }

    private func connected() throws(SystemError) -> Channel {
        if let channel { return channel }
        let channel = try Channel(idleTimeout: idleTimeout)
        source = try loop.watch(channel.ended.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.channel = channel
        return channel
    }

    private func receive() {
        guard let (ended, hasThread) = channel?.takeEnded() else { return }
        if !hasThread { disconnect() }
        for _ in 0..<ended { onEnds.removeFirst()() }
    }

    /// Closes the descriptors, of which there are none at rest.
    private func disconnect() {
        (source, channel) = (nil, nil)
    }
}

/// The result of a call.
private final class Outcome<Value: Sendable>: Sendable {
    private let storage = Mutex<Result<Value, SystemError>?>(nil)

    var value: Result<Value, SystemError>? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}

/// The calls that the loop has handed to the thread, and the number of those that have ended.
private final class Channel: Sendable {
    typealias Work = @Sendable () -> Void

    let ended: EventDescriptor
    private let added: EventDescriptor
    private let idleTimeout: Int32
    private let state = Mutex<(queue: [Work], ended: Int, hasThread: Bool)>(([], 0, false))

    init(idleTimeout: Int32) throws(SystemError) {
        self.idleTimeout = idleTimeout
        ended = try EventDescriptor()
        added = try EventDescriptor()
    }

    func add(_ work: @escaping Work) throws(SystemError) {
        let hasThread = state.withLock { state in
            state.queue.append(work)
            defer { state.hasThread = true }
            return state.hasThread
        }
        guard !hasThread else { return added.signal() }
        do throws(SystemError) {
            try startThread { self.run() }
        } catch {
            state.withLock { $0 = ([], $0.ended, false) }
            throw error
        }
    }

    /// Returns the number of calls that have ended since the last time, and false once the thread has ended.
    func takeEnded() -> (ended: Int, hasThread: Bool) {
        ended.clear()
        return state.withLock { state in
            defer { state.ended = 0 }
            return (state.ended, state.hasThread)
        }
    }

    /// Works until nothing has been added for the idle timeout.
    private func run() {
        while true {
            while let work = state.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) {
                work()
                let isLast = state.withLock { state in
                    state.ended += 1
                    if idleTimeout == 0, state.queue.isEmpty { state.hasThread = false }
                    return !state.hasThread
                }
                ended.signal()
                if isLast { return }
            }
            let isIdle = (try? Poll.wait([(added.rawValue, .read)], timeout: idleTimeout)) == .some(nil)
            if !isIdle {
                added.clear()
            } else if state.withLock({
                $0.hasThread = !$0.queue.isEmpty
                return !$0.hasThread
            }) {
                return ended.signal()
            }
        }
    }
}
