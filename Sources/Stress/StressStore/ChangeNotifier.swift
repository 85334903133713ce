// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import GRDB
import Glibc

/// Notifies an event loop when another process has changed the measurements, without polling.
///
/// It watches the database's directory. A commit's pages are written to the log before they count as committed, so a
/// write to the log comes too early. Instead, ``StressStore`` touches the database file after each commit. For a process
/// that is killed before it does so, or for a program that does not, such as the `sqlite3` shell, the kernel closes the
/// log, which is reported too.
public final class ChangeNotifier {
    /// Readable when there may be a change; call ``drain()`` then.
    public var descriptor: Int32 { inotify.number }

    private let inotify: FileDescriptor
    private let store: StressStore
    private let file: StoreFile
    private var version: Int64

    /// Starts to watch. Create it before the first query, so that no change is missed between the two.
    ///
    /// - Throws: ``StoreError``, also for a database in memory, which no other process can change.
    public init(_ store: StressStore) throws(StoreError) {
        guard let path = store.path else { throw .other(path: ":memory:", reason: "no other process can change it") }
        file = StoreFile(path)
        self.store = store
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard number >= 0 else { throw .inaccessible(path: path, code: errno) }
        inotify = FileDescriptor(owning: number)
        version = 0
        try watchFolder()
        version = try store.version()
    }

    /// Reads the reported events.
    ///
    /// - Returns: true if another process has changed something since the last call, or if the database file has been
    ///   replaced.
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
        let mask = UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        guard inotify_add_watch(inotify.number, file.folder, mask) >= 0 else {
            throw .inaccessible(path: file.folder, code: errno)
        }
    }

    /// - Returns: whether one of the events is about the database.
    private func takeEvents() -> Bool {
        var isOurs = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            let header = MemoryLayout<inotify_event>.size
            while true {
                let count = Glibc.read(inotify.number, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = offset + header + Int(event.len)
                    guard end <= count else { break }
                    let name = buffer[offset + header..<end].prefix { $0 != 0 }
                    // Without a name it is about the folder itself, or events were lost.
                    if name.isEmpty || name.starts(with: file.name.utf8) { isOurs = true }
                    offset = end
                }
            }
        }
        return isOurs
    }
}

extension StressStore {
    /// SQLite's `data_version`, which changes with each commit of another connection.
    func version() throws(StoreError) -> Int64 {
        try read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
    }
}
