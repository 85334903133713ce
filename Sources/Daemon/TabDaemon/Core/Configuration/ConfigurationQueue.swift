import ShellModel

/// Readings of the configuration, one after another.
///
/// Requests to reload that wait share a reading, since it begins after all of them.
struct ConfigurationQueue: Equatable {
    enum Job: Equatable {
        case reload
        /// A file has changed; changes of the tabs that are in no file stay.
        case reread
        case look(String)
        /// Changes the tabs; true selects the added tab.
        case change(TabChange, selects: Bool)
        /// Adds the lines of a tab to the file of the tabs, and selects it.
        case extend(TabID, String)
        case save

        /// True if waiting ones share a reading.
        fileprivate var isShared: Bool { self == .reload || self == .reread }
    }

    enum Waiter: Equatable {
        case client(Requester)
        /// Errors go to the log.
        case log
        /// The menu of a tab: the message and errors are shown on the screen.
        case screen(String?)
        /// The page of the first start.
        case welcome
        /// The schedule, which selects a look.
        case schedule(look: String)
    }

    struct Entry: Equatable {
        var job: Job
        var waiters: [Waiter]
        /// The number of readings whose result was dropped for a later one.
        var dropped = 0
    }

    /// The maximum number of dropped readings, so that constantly changing files are applied in the end.
    private static let maximumDropped = 5

    private var waiting: [Entry] = []
    private var current: Entry?

    /// Reads the configuration after the current and waiting readings, or before the latter.
    mutating func add(_ job: Job, for waiter: Waiter, isNext: Bool = false) {
        if isNext {
            waiting.insert(Entry(job: job, waiters: [waiter]), at: 0)
        } else if job.isShared, let index = waiting.firstIndex(where: { $0.job == job }) {
            waiting[index].waiters.append(waiter)
        } else {
            waiting.append(Entry(job: job, waiters: [waiter]))
        }
    }

    /// Begins the next reading; nil while one is under way, or if none waits.
    mutating func begin() -> Job? {
        guard current == nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current?.job
    }

    /// Ends the reading that is under way. Nil if another one waits in its place: the file may have been only half
    /// written, which would end programs. Its clients get the reply to the other one.
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
