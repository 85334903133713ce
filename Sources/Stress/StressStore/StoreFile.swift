// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// The database's file and its folder: what measures of a person's health belong to that person alone.
struct StoreFile {
    let path: String

    var folder: String {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return folder.isEmpty ? "/" : folder
    }
    /// Without its folder.
    var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

    init(_ path: String) {
        self.path = path.hasPrefix("/") ? path : "./" + path
    }

    /// Makes the folder and an empty file where they are missing, and sees to it that nobody else can read the file.
    /// The file is opened only when it is new: closing it would release the locks that this process holds on it.
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

    /// Keeps other processes from creating or migrating the database for as long as the result lives.
    func lock() throws(StoreError) -> FileDescriptor {
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
            try descriptor.lock(waiting: true)
            return descriptor
        } catch {
            throw .inaccessible(path: folder, code: error.code)
        }
    }

    /// Tells the watchers that there was a commit: see ``ChangeNotifier``.
    func ring() {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    /// Which file it is now; nil for none.
    var identity: Identity? { Self.identity(of: path) }

    /// Which file its log is now; nil for none.
    var logIdentity: Identity? { Self.identity(of: path + "-wal") }

    /// Removes the log that another database has left behind, since SQLite would take it for this one's.
    func removeLog(_ log: Identity) {
        guard logIdentity == log else { return }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    private static func identity(of path: String) -> Identity? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Identity(device: facts.st_dev, inode: facts.st_ino) : nil
    }

    /// What stays the same when a file is renamed, and differs when another takes its place.
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
