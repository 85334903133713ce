import EventLoop
import Posix

/// The storage of the persistent part of the state. Each save writes a small file, which a killed daemon leaves whole. Half
/// a second later another file with the same content is synchronized, against a power cut. Threads do both: a disk that
/// hangs holds up neither the loop nor, for longer than a few seconds, the reply to a change.
final class Persistence {
    typealias Completion = (SystemError?) -> Void

    /// The delay between a save and its synchronization, ns.
    private static let delay: UInt64 = 500_000_000
    /// The delay before a failed save or synchronization is tried again, ns.
    private static let retryDelay: UInt64 = 10_000_000_000
    /// The maximum time that an ending daemon waits for the disk, ns.
    private static let finishTimeout: UInt64 = 5_000_000_000

    /// A state, and the file that keeps it.
    private struct Save: Sendable {
        var content: StateFile
        var bytes: [UInt8]
        var generation: UInt64

        init(_ content: StateFile, generation: UInt64) {
            (self.content, self.generation) = (content, generation)
            bytes = content.encoded(generation: generation)
        }
    }

    private let store: StateStore
    private let log: Log
    private var generation: UInt64 = 0
    /// The latest content, whether or not it could be written; nil until there is one.
    private var latest: StateFile?
    private var written: Save?
    private var synchronizedGeneration: UInt64?
    private let writer: BackgroundCall<Save, Save>
    private let synchronizer: BackgroundCall<(Save, isFirst: Bool), Save>
    private var timer: EventLoop.Timer?
    private var finishTimer: EventLoop.Timer?
    private var onFinish: (() -> Void)?
    private var failure: SystemError?
    /// The error of reading a file, which is not replaced.
    private var unreadable: SystemError?

    init(
        path: String, files: any FileCalls = SystemFileCalls(), saveTimeout: UInt64 = 3_000_000_000, loop: EventLoop,
        log: Log
    ) {
        let store = StateStore(path: path, files: files)
        (self.store, self.log) = (store, log)
        let operation = "writing \(path)"
        // Otherwise processes that wait for this one's events would wait for the start of a thread.
        writer = BackgroundCall(operation, timeout: saveTimeout, idleTimeout: 2000, on: loop) {
            (save) throws(SystemError) in
            try store.write(save.bytes)
            return save
        }
        synchronizer = BackgroundCall(operation, on: loop) { (save, isFirst) throws(SystemError) in
            try store.synchronize(save.bytes, includingAncestors: isFirst)
            return save
        }
        writer.onResult = { [weak self] in self?.wrote($0) }
        synchronizer.onResult = { [weak self] in self?.synchronized($0) }
        timer = loop.timer { [weak self] in self?.retry() }
        finishTimer = loop.timer { [weak self] in self?.finished() }
    }

    /// `$XDG_STATE_HOME/tabshell/NAME.json`, `~/.local/state` where that is not set; nil without a home.
    static func defaultPath(name: String, environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment: environment).map { "\($0)/tabshell/\(name).json" }
    }

    /// Reads the saved state, and logs its problems; nil without a usable one, damaged if it has to be saved
    /// again. Throws, without a change, if the system temporarily lacks the resources to read it.
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
            written = Save(content, generation: generation)
            // A killed daemon may have left the synchronized file behind.
            if generation != synchronizedGeneration { timer?.arm(after: Self.delay) }
        }
        return (reading.content, !reading.problems.isEmpty)
    }

    /// Saves the state, unless it equals the last save. Changes during a write are written together after it. The
    /// completion is called once, perhaps before the return; after an error the earlier state is still there.
    func save(_ content: StateFile, completion: @escaping Completion) {
        if let unreadable { return completion(unreadable) }
        latest = content
        if !writer.isBusy, content == written?.content { return completion(nil) }
        write(content, completion)
    }

    private func write(_ content: StateFile, _ completion: @escaping Completion = { _ in }) {
        writer.run(self.begin(content)) { completion($0.error) }
    }

    private func begin(_ content: StateFile) -> Save {
        generation += 1
        return Save(content, generation: generation)
    }

    /// Synchronizes the last save now if needed, and then calls a function. A disk that is too slow is not waited for.
    func finish(_ body: @escaping () -> Void) {
        onFinish = body
        finishTimer?.arm(after: Self.finishTimeout)
        retry()
    }

    private func finished() {
        timer?.disarm()
        finishTimer?.disarm()
        writer.giveUp()
        onFinish?()
        onFinish = nil
    }

    /// Retries a failed save, and synchronizes the last one.
    private func retry() {
        if !writer.isBusy, let latest, latest != written?.content { write(latest) }
        synchronize()
    }

    private func wrote(_ result: Result<Save, SystemError>) {
        report(result.error)
        // It takes too long.
        if writer.isRunning { return }
        if case .success(let save) = result { written = save }
        if result.error != nil || timer?.deadline == nil, !synchronizer.isRunning {
            timer?.arm(after: result.error == nil ? Self.delay : Self.retryDelay)
        }
        if onFinish != nil { synchronize() }
    }

    private func synchronize() {
        // The current write continues with this at its end.
        guard !synchronizer.isRunning, onFinish == nil || !writer.isBusy else { return }
        guard let written, written.generation != synchronizedGeneration else {
            if onFinish != nil { finished() }
            return
        }
        synchronizer.run((written, isFirst: self.synchronizedGeneration == nil))
    }

    private func synchronized(_ result: Result<Save, SystemError>) {
        report(result.error)
        if case .success(let save) = result { synchronizedGeneration = save.generation }
        guard onFinish == nil else { return result.error == nil ? synchronize() : finished() }
        guard let written, written.generation != synchronizedGeneration || latest != written.content else { return }
        timer?.arm(after: result.error == nil ? Self.delay : Self.retryDelay)
    }

    /// Logs a failure, once for equal ones in a row, and the recovery.
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
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
