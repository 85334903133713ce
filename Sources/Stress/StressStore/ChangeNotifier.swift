// SPDX-License-Identifier: MIT
import EventLoop
import GRDB
import Posix

/// Tells a page's event loop when another process has changed the measurements; without polling, and without a wake-up
/// while nothing happens.
///
/// It watches the database's folder. A commit's pages are written to the log before they count as committed, so a write
/// there comes too early to be of use. What counts is that ``StressStore`` touches the database's file after each
/// commit, and that the kernel closes the log of a process that was killed before it could do so, or that knows no
/// better, such as the `sqlite3` shell.
public final class ChangeNotifier {
    /// Readable when there may be a change: watch it, and ``drain()`` it then.
    public var descriptor: Int32 { inotify.descriptor.rawValue }

    private let inotify: Inotify
    private let store: StressStore
    private let file: StoreFile
    private var version: Int64

    /// Watches from now on: make it before the first reading, and no change can fall between the two.
    ///
    /// - Throws: ``StoreError``, also for a database in memory, which no other process can change.
    public init(_ store: StressStore) throws(StoreError) {
        guard let path = store.path else { throw .other(path: ":memory:", reason: "nobody else can change it") }
        file = StoreFile(path)
        self.store = store
        do throws(SystemError) {
            inotify = try Inotify()
        } catch {
            throw .inaccessible(path: path, code: error.code)
        }
        version = 0
        try watchFolder()
        version = try store.version()
    }

    /// Takes what has been reported.
    ///
    /// - Returns: whether another process has changed something since the last time, or another database has taken the
    ///   place of the one that was open.
    /// - Throws: ``StoreError``.
    public func drain() throws(StoreError) -> Bool {
        guard takeEvents() else { return false }
        if try store.reopenIfReplaced() {
            try watchFolder()
            version = try store.version()
            return true
        }
        let before = version
        version = try store.version()
        return version != before
    }

    private func watchFolder() throws(StoreError) {
        do throws(SystemError) {
            _ = try inotify.watch(
                file.folder, for: [.attributes, .closedAfterWrite, .movedTo, .deleted, .deletedSelf, .movedSelf])
        } catch {
            throw .inaccessible(path: file.folder, code: error.code)
        }
    }

    /// - Returns: whether one of the events is about the database.
    private func takeEvents() -> Bool {
        // An event without a name is about the folder itself, or events were lost. All are read, so that none is left.
        inotify.readEvents().reduce(false) { $0 || $1.name.isEmpty || $1.name.hasPrefix(file.name) }
    }
}

extension StressStore {
    /// A number that changes with each commit of another connection.
    func version() throws(StoreError) -> Int64 {
        try read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
    }
}
