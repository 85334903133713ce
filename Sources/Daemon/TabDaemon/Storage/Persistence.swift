// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import ShellModel

/// The storage of the persistent part of the state.
///
/// Each save writes a small file, which a killed daemon leaves whole. Within a second the same content is synchronized in
/// another file, on a thread of its own, so that neither the loop nor a reply waits for the disk; a power cut loses no more
/// than that second and the time that the disk took.
final class Persistence {
    /// The delay between a save and its synchronization, ns.
    private static let delay: UInt64 = 1_000_000_000
    /// The delay before a failed save or synchronization is tried again, ns.
    private static let retryDelay: UInt64 = 10_000_000_000
    /// The maximum time that a daemon that ends waits for the disk, ns.
    private static let finishTimeout: UInt64 = 5_000_000_000

    private let store: StateStore
    private let loop: EventLoop
    private let log: Log
    private var generation: UInt64 = 0
    /// The latest content, whether or not it could be written; nil until there is one.
    private var latest: StateFile?
    /// The latest content that was written.
    private var written: (content: StateFile, bytes: [UInt8], generation: UInt64)?
    private var synchronizedGeneration: UInt64?
    private var hasSynchronizedAncestors = false
    private var synchronization: BackgroundTask?
    private var timer: EventLoop.Timer?
    private var finishTimer: EventLoop.Timer?
    private var onFinish: (() -> Void)?
    /// The last failure that was logged.
    private var failure: SystemError?

    init(path: String, files: any FileCalls = SystemFileCalls(), loop: EventLoop, log: Log) {
        store = StateStore(path: path, files: files)
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in retry() }
        finishTimer = loop.timer { [unowned self] in finished() }
    }

    /// `$XDG_STATE_HOME/tabshell/NAME.json`, `~/.local/state` where that is not set; nil without a home.
    static func defaultPath(name: String, environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment: environment).map { "\($0)/tabshell/\(name).json" }
    }

    /// Reads the saved state, and logs what is wrong with it.
    ///
    /// - Returns: the state, nil when there is none that can be used; true if it has to be saved again.
    func load() -> (content: StateFile?, isDamaged: Bool) {
        let reading = store.read()
        (generation, synchronizedGeneration) = (reading.generation, reading.synchronizedGeneration)
        for problem in reading.problems { log.warning(problem) }
        if let content = reading.content, reading.problems.isEmpty {
            written = (content, content.encoded(generation: generation), generation)
            // A daemon that was killed may have left the synchronized file behind.
            if generation != synchronizedGeneration { timer?.arm(after: Self.delay) }
        }
        return (reading.content, !reading.problems.isEmpty)
    }

    /// Saves the state, unless it is the one that was saved last.
    ///
    /// - Throws: ``SystemError`` when it cannot be written; the earlier state is still there.
    func save(_ content: StateFile) throws(SystemError) {
        latest = content
        guard content != written?.content else { return }
        generation += 1
        let bytes = content.encoded(generation: generation)
        do throws(SystemError) {
            try store.write(bytes)
        } catch {
            report(error)
            timer?.arm(after: Self.retryDelay)
            throw error
        }
        written = (content, bytes, generation)
        if timer?.deadline == nil, synchronization == nil { timer?.arm(after: Self.delay) }
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
        onFinish?()
        onFinish = nil
    }

    /// Saves what could not be saved, and synchronizes what was saved.
    private func retry() {
        if let latest, latest != written?.content { _ = try? save(latest) }
        synchronize()
    }

    private func synchronize() {
        guard synchronization == nil else { return }
        guard let written, written.generation != synchronizedGeneration else { return finished() }
        let (store, bytes, isFirst) = (store, written.bytes, !hasSynchronizedAncestors)
        do throws(SystemError) {
            synchronization = try BackgroundTask(on: loop) { () throws(SystemError) in
                try store.synchronize(bytes, includingAncestors: isFirst)
            } onEnd: { [weak self] error in
                self?.synchronized(written.generation, error)
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
