// SPDX-License-Identifier: MIT
import ShellModel
import ShellConfig

/// Readings of the configuration, one after another.
///
/// Requests to reload that wait share a reading, since it begins after all of them.
struct ConfigurationQueue: Equatable {
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

    /// The receiver of a result.
    enum Waiter: Equatable {
        case client(Requester)
        /// Errors go to the log.
        case log
        /// The page of the first start.
        case welcome
        /// The schedule, which selects a look.
        case schedule(look: String)
    }

    struct Entry: Equatable {
        var job: Job
        var waiters: [Waiter]
        /// The number of readings whose result was dropped for a later one.
        fileprivate var dropped = 0

        init(job: Job, waiters: [Waiter]) { (self.job, self.waiters) = (job, waiters) }
    }

    /// The maximum number of readings that are dropped, so that files that change all the time are applied at last.
    private static let maximumDropped = 5

    private var waiting: [Entry] = []
    /// The reading that is under way.
    private var current: Entry?

    /// Reads the configuration after what is being read or waits.
    mutating func add(_ job: Job, for waiter: Waiter) {
        if job.isShared, let index = waiting.firstIndex(where: { $0.job == job }) {
            waiting[index].waiters.append(waiter)
        } else {
            waiting.append(Entry(job: job, waiters: [waiter]))
        }
    }

    /// Begins the next reading; nil while one is under way, and without any.
    mutating func begin() -> Job? {
        guard current == nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current?.job
    }

    /// Ends the reading that is under way.
    ///
    /// - Returns: nil if another reading waits in its place: it may have been of a file that was only half written, by which programs
    ///   would be ended. Its clients get the reply to the other one.
    mutating func end() -> Entry? {
        guard let entry = current else { return nil }
        current = nil
        guard entry.job.isShared, entry.dropped < Self.maximumDropped,
            let index = waiting.firstIndex(where: { $0.job == entry.job })
        else { return entry }
        waiting[index].waiters.insert(contentsOf: entry.waiters, at: 0)
        waiting[index].dropped = entry.dropped + 1
        return nil
    }
}
