import Glibc
public import Posix

/// A blocking call, such as writing a file, that an event loop makes again and again with other input, by a thread.
///
/// One call is made at a time. Calls requested meanwhile become one call after it, with the newest input; all get its
/// result. A call that takes too long continues, but nobody waits for it any more: waiting and new requests until its
/// end get `ETIMEDOUT` at once. The newest input is still used when the call ends.
public final class BackgroundCall<Input: Sendable, Output: Sendable> {
    public typealias Completion = (Result<Output, SystemError>) -> Void

    /// The timeout of a call, ns.
    public var timeout: UInt64
    /// Called with the result of each call, also of a late one, and once with `ETIMEDOUT` for each late call;
    /// before the completions.
    public var onResult: Completion = { _ in }
    /// True while a call is under way.
    public private(set) var isRunning = false
    /// True while a call is under way, or follows at its end.
    public var isBusy: Bool { isRunning || next != nil }
    /// The error of a call that takes too long.
    public let overdue: SystemError

    private let thread: BackgroundThread
    private let work: @Sendable (Input) throws(SystemError) -> Output
    /// Returns the newest input, which waits for the current call.
    private var next: (() -> Input)?
    private var waiting: (current: [Completion], next: [Completion]) = ([], [])
    /// True if nobody waits for the current call.
    private var isOverdue = false
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - operation: the call in messages, as in ``SystemError/operation``.
    ///   - timeout: ns.
    ///   - idleTimeout: the ``BackgroundThread``'s, ms.
    ///   - work: the call.
    public init(
        _ operation: String, timeout: UInt64 = .max, idleTimeout: Int32 = 0, on loop: EventLoop,
        work: @escaping @Sendable (Input) throws(SystemError) -> Output
    ) {
        overdue = SystemError(code: ETIMEDOUT, operation: operation)
        thread = BackgroundThread(on: loop, idleTimeout: idleTimeout)
        (self.timeout, self.work) = (timeout, work)
        timer = loop.timer { [weak self] in self?.timedOut() }
    }

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - input: evaluated when the call begins, unless newer input replaces it.
    ///   - completion: called once, perhaps before this function returns, unless this object has gone.
    public func run(_ input: @autoclosure @escaping () -> Input, completion: @escaping Completion = { _ in }) {
        next = input
        guard !isOverdue else { return completion(.failure(overdue)) }
        waiting.next.append(completion)
        startNext()
    }

    /// Ends all waits with `ETIMEDOUT`.
    public func giveUp() {
        let completions = waiting.current + waiting.next
        waiting = ([], [])
        for completion in completions { completion(.failure(overdue)) }
    }

    private func startNext() {
        guard !isRunning, let input = next?() else { return }
        next = nil
        waiting = (waiting.next, [])
        isRunning = true
        timer?.arm(after: timeout)
        thread.run { [work] () throws(SystemError) in
            try work(input)
        } onEnd: { [weak self] result in
            self?.ended(result)
        }
    }

    private func ended(_ result: Result<Output, SystemError>) {
        (isRunning, isOverdue) = (false, false)
        timer?.disarm()
        let completions = waiting.current
        waiting.current = []
        onResult(result)
        for completion in completions { completion(result) }
        startNext()
    }

    private func timedOut() {
        isOverdue = true
        onResult(.failure(overdue))
        giveUp()
    }
}
