import EventLoop
import Posix
import Synchronization

/// The user of a database: one thread makes all SQLite calls in order, because a disk may hang, and others lock the database.
final class StoreWorker {
    /// The database, which belongs to the current call.
    struct Connection {
        let store: StressStore
        /// Nil if nothing is watched.
        let notifier: ChangeNotifier?
    }

    /// Called after another process has changed the database.
    var onChange: () -> Void = {}
    /// Called when a call takes too long; the call continues.
    var onLate: () -> Void = {}
    /// True while such a call is under way.
    private(set) var isLate = false

    private let connection = SharedConnection()
    private let open: @Sendable () throws -> StressStore
    private let loop: EventLoop?
    private let thread: BackgroundThread?
    private var timer: EventLoop.Timer?
    private let timeout: UInt64
    private var isRunning = false
    /// The waiting calls, the first one first.
    private var waiting: [() -> Void] = []
    private var watched: (events: ChangeEvents, source: FileDescriptorSource)?

    /// - Parameters:
    ///   - loop: nil to make each call at once, and to watch nothing.
    ///   - timeout: the time after which a call takes too long, ns.
    ///   - open: opens the database, for the first request.
    init(on loop: EventLoop?, timeout: UInt64, open: @escaping @Sendable () throws -> StressStore) {
        (self.loop, self.timeout, self.open) = (loop, timeout, open)
        thread = loop.map { BackgroundThread(on: $0) }
        timer = loop?.timer { [weak self] in
            self?.isLate = true
            self?.onLate()
        }
    }

    /// Sends a request to the database.
    ///
    /// - Parameter completion: called in the loop, with a `SystemError` if the call could not be made; before this function
    ///   returns only without a loop, or with such an error.
    func perform<Value: Sendable>(
        _ request: @escaping @Sendable (StressStore) throws -> Value,
        completion: @escaping (Result<Value, any Error>) -> Void
    ) {
        call { [open, isWatched = loop != nil] connection in
            Result {
                if let connection { return try request(connection.store) }
                let store = try open()
                connection = Connection(store: store, notifier: isWatched ? try ChangeNotifier(store) : nil)
                return try request(store)
            }
        } completion: {
            completion($0.mapError { $0 as any Error }.flatMap(\.self))
        }
    }

    func releaseMemory() {
        call { $0?.store.releaseMemory() }
    }

    private func call<Value: Sendable>(
        _ body: @escaping @Sendable (inout Connection?) -> Value,
        completion: @escaping (Result<Value, SystemError>) -> Void = { _ in }
    ) {
        guard let thread else { return completion(.success(connection.use(body).0)) }
        waiting.append { [weak self, connection] in
            thread.run { () throws(SystemError) in
                connection.use(body)
            } onEnd: { result in
                self?.ended()
                if case .success((_, let events)) = result { self?.watch(events) }
                completion(result.map(\.0))
                self?.startNext()
            }
        }
        startNext()
    }

    private func startNext() {
        guard !isRunning, !waiting.isEmpty else { return }
        isRunning = true
        timer?.arm(after: timeout)
        waiting.removeFirst()()
    }

    private func ended() {
        (isRunning, isLate) = (false, false)
        timer?.disarm()
    }

    private func watch(_ events: ChangeEvents?) {
        if events === watched?.events {
            try? watched?.source.setInterest(.read)
            return
        }
        watched = nil
        guard let events, let loop else { return }
        let source = try? loop.watch(events.descriptor, for: .read) { [weak self] _ in self?.drain() }
        watched = source.map { (events, $0) }
    }

    private func drain() {
        // Further events wait for the end of a call; a failed call leaves them unread.
        try? watched?.source.setInterest([])
        call { connection in
            do {
                return try connection?.notifier?.drain() ?? false
            } catch {
                // The next request reopens the database, and gets the error.
                connection = nil
                return true
            }
        } completion: { [weak self] isChanged in
            if (try? isChanged.get()) ?? true { self?.onChange() }
        }
    }
}

/// The connection, for one thread after another.
private final class SharedConnection: Sendable {
    private let connection = Mutex<StoreWorker.Connection?>(nil)

    /// - Returns: the result, and the events to watch.
    func use<Value: Sendable>(_ body: (inout StoreWorker.Connection?) -> Value) -> (Value, ChangeEvents?) {
        connection.withLock { connection in
            let value = body(&connection)
            return (value, connection?.notifier?.events)
        }
    }
}
