// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import ShellModel

/// The storage of the persistent part of the state.
///
/// Each save writes a small file, which a killed daemon leaves whole. Within a second the same content is synchronized in
/// another file, so that a power cut loses no more than that second and the time that the disk took. Both are done by
/// threads: a disk that hangs holds up neither the loop nor, for longer than a few seconds, the reply to a change.
final class Persistence {
    typealias Completion = (SystemError?) -> Void

    /// The delay between a save and its synchronization, ns.
    private static let delay: UInt64 = 1_000_000_000
    /// The delay before a failed save or synchronization is tried again, ns.
    private static let retryDelay: UInt64 = 10_000_000_000
    /// The maximum time that a daemon that ends waits for the disk, ns.
    private static let finishTimeout: UInt64 = 5_000_000_000

    private let store: StateStore
    var saveTimeout: UInt64
    private let loop: EventLoop
    private let log: Log
    private var generation: UInt64 = 0
    /// The latest content, whether or not it could be written; nil until there is one.
    private var latest: StateFile?
    /// The latest content that was written.
    private var written: (content: StateFile, bytes: [UInt8], generation: UInt64)?
    private var synchronizedGeneration: UInt64?
    private var hasSynchronizedAncestors = false
    private let writer: BackgroundThread
    private var isWriting = false
    /// Those who wait for the write that is under way, and for the one after it.
    private var waiting: (current: [Completion], next: [Completion]) = ([], [])
    /// True if the write that is under way has taken too long; nobody waits for it any more.
    private var isOverdue = false
    private var synchronization: BackgroundTask?
    private var timer: EventLoop.Timer?
    private var writeTimer: EventLoop.Timer?
    private var finishTimer: EventLoop.Timer?
    private var onFinish: (() -> Void)?
    /// The last failure that was logged.
    private var failure: SystemError?
    /// The error of reading a file, which is not replaced.
    private var unreadable: SystemError?

    /// - Parameter saveTimeout: the maximum time that a save waits for the disk, ns.
    init(
        path: String, files: any FileCalls = SystemFileCalls(), saveTimeout: UInt64 = 3_000_000_000, loop: EventLoop,
        log: Log
    ) {
        store = StateStore(path: path, files: files)
        self.saveTimeout = saveTimeout
        self.loop = loop
        self.log = log
        writer = BackgroundThread(on: loop)
        timer = loop.timer { [weak self] in self?.retry() }
        writeTimer = loop.timer { [weak self] in self?.writeIsOverdue() }
        finishTimer = loop.timer { [weak self] in self?.finished() }
    }

    /// `$XDG_STATE_HOME/tabshell/NAME.json`, `~/.local/state` where that is not set; nil without a home.
    static func defaultPath(name: String, environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment: environment).map { "\($0)/tabshell/\(name).json" }
    }

    /// Reads the saved state, and logs what is wrong with it.
    ///
    /// - Returns: the state, nil when there is none that can be used; true if it has to be saved again.
    /// - Throws: ``SystemError`` when the system has not the means to read it, as it may have soon. Nothing has changed.
    func load() throws(SystemError) -> (content: StateFile?, isDamaged: Bool) {
        let reading = store.read()
        if let failure = reading.failure, failure.isShortage { throw failure }
        (generation, synchronizedGeneration) = (reading.generation, reading.synchronizedGeneration)
        for problem in reading.problems { log.warning(problem) }
        if let failure = reading.failure {
            unreadable = failure
            log.warning("nothing is saved until a daemon is started that can read it, or finds no such file")
            return (reading.content, false)
        }
        if let content = reading.content, reading.problems.isEmpty {
            written = (content, content.encoded(generation: generation), generation)
            // A daemon that was killed may have left the synchronized file behind.
            if generation != synchronizedGeneration { timer?.arm(after: Self.delay) }
        }
        return (reading.content, !reading.problems.isEmpty)
    }

    /// Saves the state, unless it is the one that was saved last. What comes while a write is under way is written together
    /// after it.
    ///
    /// - Parameter completion: called once, perhaps before this function returns, with nil, or with the error; the earlier
    ///   state is still there then.
    func save(_ content: StateFile, completion: @escaping Completion) {
        if let unreadable { return completion(unreadable) }
        latest = content
        if isOverdue { return completion(overdue) }
        waiting.next.append(completion)
        writeLatest()
    }

    /// Synchronizes the last save now, if that is still to be done, and calls a function at the end of it. A disk that is
    /// too slow is not waited for.
    func finish(_ body: @escaping () -> Void) {
        onFinish = body
        finishTimer?.arm(after: Self.finishTimeout)
        retry()
    }

    private func finished() {
        timer?.disarm()
        finishTimer?.disarm()
        endWaiting(overdue)
        onFinish?()
        onFinish = nil
    }

    /// Saves what could not be saved, and synchronizes what was saved.
    private func retry() {
        writeLatest()
        synchronize()
    }

    private func writeLatest() {
        // The waiting state is written when the present write ends.
        guard !isWriting else { return }
        waiting = (waiting.next, [])
        guard let latest, latest != written?.content else { return endWaiting(nil) }
        generation += 1
        let (store, bytes, generation) = (store, latest.encoded(generation: generation), generation)
        writeTimer?.arm(after: saveTimeout)
        do throws(SystemError) {
            try writer.run { () throws(SystemError) in
                try store.write(bytes)
            } onEnd: { [weak self] result in
                self?.wrote(latest, bytes, generation, result.error)
            }
            isWriting = true
        } catch {
            wrote(latest, bytes, generation, error)
        }
    }

    private func wrote(_ content: StateFile, _ bytes: [UInt8], _ generation: UInt64, _ error: SystemError?) {
        isWriting = false
        isOverdue = false
        writeTimer?.disarm()
        report(error)
        if error == nil { written = (content, bytes, generation) }
        if error != nil || timer?.deadline == nil, synchronization == nil {
            timer?.arm(after: error == nil ? Self.delay : Self.retryDelay)
        }
        let completions = waiting.current
        waiting.current = []
        for completion in completions { completion(error) }
        // After an error, only for those who have waited.
        if error == nil || !waiting.next.isEmpty { writeLatest() }
        if onFinish != nil { synchronize() }
    }

    /// The error of a save that the disk has not done in time.
    private var overdue: SystemError { SystemError(code: ETIMEDOUT, operation: localized("writing \(store.path)")) }

    private func writeIsOverdue() {
        isOverdue = true
        report(overdue)
        endWaiting(overdue)
    }

    private func endWaiting(_ error: SystemError?) {
        let completions = waiting.current + waiting.next
        waiting = ([], [])
        for completion in completions { completion(error) }
    }

    private func synchronize() {
        // The end of what is under way continues with this.
        guard synchronization == nil, onFinish == nil || !isWriting else { return }
        guard let written, written.generation != synchronizedGeneration else {
            if onFinish != nil { finished() }
            return
        }
        let (store, bytes, isFirst) = (store, written.bytes, !hasSynchronizedAncestors)
        do throws(SystemError) {
            synchronization = try BackgroundTask(on: loop) { () throws(SystemError) in
                try store.synchronize(bytes, includingAncestors: isFirst)
            } onEnd: { [weak self] result in
                self?.synchronized(written.generation, result.error)
            }
        } catch {
            synchronized(written.generation, error)
        }
    }

    private func synchronized(_ generation: UInt64, _ error: SystemError?) {
        synchronization = nil
        report(error)
        if error == nil {
            synchronizedGeneration = generation
            hasSynchronizedAncestors = true
        }
        guard onFinish == nil else { return error == nil ? synchronize() : finished() }
        guard let written, written.generation != synchronizedGeneration || latest != written.content else { return }
        timer?.arm(after: error == nil ? Self.delay : Self.retryDelay)
    }

    /// Logs a failure, once for all that are the same in a row, and the end of it.
    private func report(_ error: SystemError?) {
        if let error, error.code != failure?.code {
            log.warning("the state cannot be saved: \(error)")
        } else if error == nil, failure != nil {
            log.info("the state is saved again")
        }
        failure = error
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
