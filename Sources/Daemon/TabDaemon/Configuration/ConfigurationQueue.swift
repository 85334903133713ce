// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel
import TabConfig
import TabshellIPC

/// Readings of the configuration, one after another, in the helper and beside the event loop.
///
/// Requests to reload that wait share a reading, since it begins after all of them.
final class ConfigurationQueue {
    /// The reason to read.
    enum Job: Equatable {
        case reload
        /// A file has changed; changes of the tabs that are in no file stay.
        case reread
        case look(String)
        /// Changes the tabs; true selects the tab that is added.
        case change(TabChange, selects: Bool)
        /// Adds the lines of a file of tabs to it, and selects the tab that is new.
        case extend(String)
        /// Writes the changes of the tabs to their file.
        case save

        /// True if those that wait share a reading.
        fileprivate var isShared: Bool { self == .reload || self == .reread }
    }

    typealias Reading = Result<ConfigurationReading, ConfigurationErrors>
    /// Called once with the result of the reply.
    typealias Completion = (Result<JSON, WireError>) -> Void

    private struct Entry {
        var job: Job
        var completions: [Completion]
        /// The number of readings whose result was dropped for a later one.
        var dropped = 0
    }

    /// The maximum number of readings that are dropped, so that files that change all the time are applied at last.
    private static let maximumDropped = 5

    private let read: (Job, @escaping (Reading) -> Void) -> ChildRun?
    private let apply: (Job, Reading, @escaping Completion) -> Void
    private var waiting: [Entry] = []
    private var isReading = false
    private var run: ChildRun?

    /// - Parameters:
    ///   - read: begins a reading; its run is kept until the end.
    ///   - apply: puts a reading in force. Others do not wait for its completion, for which a disk may hang.
    init(
        read: @escaping (Job, @escaping (Reading) -> Void) -> ChildRun?,
        apply: @escaping (Job, Reading, @escaping Completion) -> Void
    ) {
        (self.read, self.apply) = (read, apply)
    }

    /// Reads the configuration after what is being read or waits.
    func add(_ job: Job, completion: @escaping Completion) {
        if job.isShared, let index = waiting.firstIndex(where: { $0.job == job }) {
            waiting[index].completions.append(completion)
        } else {
            waiting.append(Entry(job: job, completions: [completion]))
        }
        startNext()
    }

    private func startNext() {
        guard !isReading, !waiting.isEmpty else { return }
        isReading = true
        let entry = waiting.removeFirst()
        run = read(entry.job) { [weak self] in self?.ended(entry, $0) }
    }

    private func ended(_ entry: Entry, _ reading: Reading) {
        run = nil
        if !isSuperseded(entry) {
            apply(entry.job, reading) { result in for completion in entry.completions { completion(result) } }
        }
        isReading = false
        startNext()
    }

    /// Drops a reading if another one waits: it may be that of a file that was only half written, by which programs would be
    /// ended. Its clients get the reply to the other one.
    private func isSuperseded(_ entry: Entry) -> Bool {
        guard entry.job.isShared, entry.dropped < Self.maximumDropped,
            let index = waiting.firstIndex(where: { $0.job == entry.job })
        else { return false }
        waiting[index].completions.insert(contentsOf: entry.completions, at: 0)
        waiting[index].dropped = entry.dropped + 1
        return true
    }
}
