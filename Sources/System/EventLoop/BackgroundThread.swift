// SPDX-License-Identifier: MIT
import Posix
import Synchronization

/// A thread for blocking system calls that are made often, in their order. Their ends are reported in an event loop.
///
/// A ``BackgroundTask`` starts a thread for each: that takes longer than writing a small file, and the processes that wait for
/// this one's events would wait for it. This thread ends when there was nothing to do for a while: it keeps memory.
public final class BackgroundThread {
    private let loop: EventLoop
    private var channel: Channel?
    private var source: FileDescriptorSource?
    /// The completions of the calls that have not ended, in their order.
    private var onEnds: [() -> Void] = []

    public init(on loop: EventLoop) { self.loop = loop }

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
        let channel = try Channel()
        source = try loop.watch(channel.ended.rawValue, for: .read) { [weak self] _ in
            guard let self else { return }
            let (ended, hasThread) = channel.takeEnded()
            if !hasThread { disconnect() }
            for _ in 0..<ended { onEnds.removeFirst()() }
        }
        self.channel = channel
        return channel
    }

    /// Closes the descriptors, of which there are none at rest.
    private func disconnect() {
        (source, channel) = (nil, nil)
    }
}

/// The calls that the loop has handed to the thread, and the number of those that have ended.
private final class Channel: Sendable {
    typealias Work = @Sendable () -> Void

    /// The time without calls after which the thread ends, ms.
    private static let idleTimeout: Int32 = 2000

    let ended: EventDescriptor
    private let added: EventDescriptor
    private let state = Mutex<(queue: [Work], ended: Int, hasThread: Bool)>(([], 0, false))

    init() throws(SystemError) {
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
                state.withLock { $0.ended += 1 }
                ended.signal()
            }
            let isIdle = (try? Poll.wait([(added.rawValue, .read)], timeout: Self.idleTimeout)) == .some(nil)
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
