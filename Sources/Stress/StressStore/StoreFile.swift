// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// The database file and its directory, which are private to the user: measurements of a person's health are.
struct StoreFile {
    let path: String

    var folder: String {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return folder.isEmpty ? "/" : folder
    }
    /// The file name without its directory.
    var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

    init(_ path: String) {
        self.path = path.hasPrefix("/") ? path : "./" + path
    }

    /// Creates the directory and an empty file where they are missing, and denies other users access to the file.
    /// An existing file is not opened: closing it would release the locks that this process holds on it.
    func prepare() throws(StoreError) {
        try makeFolder(folder)
        var facts = stat()
        if stat(path, &facts) == 0 {
            if facts.st_mode & 0o077 != 0, facts.st_uid == geteuid() { chmod(path, facts.st_mode & 0o700) }
            return
        }
        guard errno == ENOENT else { throw .inaccessible(path: path, code: errno) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw .inaccessible(path: path, code: errno)
        }
    }

    /// Locks the directory, so that no other process creates or migrates the database until the descriptor is closed.
    func lock() throws(StoreError) -> FileDescriptor {
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
            try descriptor.lock(waiting: true)
            return descriptor
        } catch {
            throw .inaccessible(path: folder, code: error.code)
        }
    }

    /// Reports a commit to the ``ChangeNotifier`` of other processes.
    func notifyWatchers() {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    /// The identity of the database file; nil when there is none.
    var identity: Identity? { Self.identity(of: path) }

    /// The identity of its log; nil when there is none.
    var logIdentity: Identity? { Self.identity(of: path + "-wal") }

    /// Removes the log that another database left behind, which SQLite would take for this one's.
    func removeLog(_ log: Identity) {
        guard logIdentity == log else { return }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    private static func identity(of path: String) -> Identity? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Identity(device: facts.st_dev, inode: facts.st_ino) : nil
    }

    /// The identity of a file, which renaming does not change.
    struct Identity: Equatable {
        var device: dev_t
        var inode: ino_t
    }

    private func makeFolder(_ folder: String) throws(StoreError) {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw .inaccessible(path: folder, code: errno)
        }
        try makeFolder(String(folder[..<slash]))
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .inaccessible(path: folder, code: errno) }
    }
}
