import Posix

/// Notifies an event loop when another process has changed the measurements, without polling.
///
/// It watches the database's directory. A commit's pages are written to the log before they count as committed, so a
/// write to the log comes too early. Instead, ``StressStore`` touches the database file after each commit. If a process
/// is killed before that, or a program does not do so, such as the `sqlite3` shell, the kernel closes the
/// log, which is also reported.
final class ChangeNotifier {
    let events: ChangeEvents

    private let store: StressStore
    private let file: StoreFile
    private var version: Int64

    /// Starts to watch. Create it before the first query, so that no change is missed in between.
    ///
    /// - Throws: ``StoreError``, also for a database in memory, which no other process can change.
    init(_ store: StressStore) throws(StoreError) {
        guard let path = store.path else {
            throw .other(path: ":memory:", reason: "no other process can change it")
        }
        file = StoreFile(path)
        self.store = store
        do throws(SystemError) {
            events = try ChangeEvents()
        } catch {
            throw .inaccessible(path: path, code: error.code)
        }
        version = 0
        try watchDirectory()
        version = try store.version()
    }

    /// Reads the reported events.
    ///
    /// - Returns: true if another process has changed something since the last call, or if the database file has been
    ///   replaced.
    func drain() throws(StoreError) -> Bool {
        // An event without a name concerns the directory itself, or events were lost.
        guard events.inotify.readEvents().contains(where: { $0.name.isEmpty || $0.name.hasPrefix(file.name) }) else {
            return false
        }
        if try store.reopenIfReplaced() {
            try watchDirectory()
            version = try store.version()
            return true
        }
        let before = version
        version = try store.version()
        return version != before
    }

    private func watchDirectory() throws(StoreError) {
        do throws(SystemError) {
            _ = try events.inotify.watch(
                file.directory, for: [.attributes, .closedAfterWrite, .movedTo, .deleted, .deletedSelf, .movedSelf])
        } catch {
            throw .inaccessible(path: file.directory, code: error.code)
        }
    }
}

/// The descriptor of a ``ChangeNotifier``, which an event loop may watch while the notifier belongs to a thread, and after its
/// release.
final class ChangeEvents: Sendable {
    /// Readable after a possible change; then call ``ChangeNotifier/drain()``.
    var descriptor: Int32 { inotify.descriptor.rawValue }

    let inotify: Inotify

    init() throws(SystemError) {
        inotify = try Inotify()
    }
}

extension StressStore {
    /// SQLite's `data_version`, which changes with each commit of another connection.
    func version() throws(StoreError) -> Int64 {
        try read { db in try db.first("PRAGMA data_version") { $0.integer(0) } ?? 0 }
    }
}
