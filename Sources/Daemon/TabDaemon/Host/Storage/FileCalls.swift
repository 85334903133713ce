import Glibc
import Posix

/// The system calls that keep the state, each of which may be the last before a power cut.
protocol FileCalls: Sendable {
    /// Reads a regular file; `ENOENT` if it is missing.
    func read(_ path: String) throws(SystemError) -> [UInt8]
    /// Writes a new file, for the user alone. An existing one is removed first.
    func create(_ path: String, with content: [UInt8]) throws(SystemError)
    func rename(_ path: String, to newPath: String) throws(SystemError)
    func remove(_ path: String)
    func makeDirectories(above path: String) throws(SystemError)
    /// Waits until the disk has stored a file, or the names in a directory.
    func synchronize(_ path: String) throws(SystemError)
}

struct SystemFileCalls: FileCalls {
    /// The maximum size of a file that the daemon writes itself, bytes.
    static let maximumSize = 16 * 1024 * 1024

    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try FileSystem.read(path, maximumSize: Self.maximumSize)
    }

    /// Anything else of the name is removed, not opened: a pipe would block the daemon, and a link lead it elsewhere.
    func create(_ path: String, with content: [UInt8]) throws(SystemError) {
        func open() throws(SystemError) -> FileDescriptor {
            try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        }
        let file: FileDescriptor
        do throws(SystemError) {
            file = try open()
        } catch {
            guard error.code == EEXIST else { throw error }
            remove(path)
            file = try open()
        }
        do throws(SystemError) {
            try file.writeAll(content)
        } catch {
            throw SystemError(code: error.code, operation: "writing \(path)")
        }
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) { try FileSystem.rename(path, to: newPath) }
    func remove(_ path: String) { FileSystem.remove(path) }
    func makeDirectories(above path: String) throws(SystemError) { try FileSystem.makeDirectories(above: path) }
    func synchronize(_ path: String) throws(SystemError) { try FileDescriptor(opening: path).synchronize() }
}

extension FileCalls {
    /// Replaces a file, whose directory need not exist. Readers see the old or the new content, which may have to be on the
    /// disk first. Immediately before the file gets its name, an error of the check leaves the earlier one.
    func replace(
        _ path: String, with content: [UInt8], synchronizing: Bool, check: () throws(SystemError) -> Void = {}
    ) throws(SystemError) {
        let temporary = path + ".new"
        do throws(SystemError) {
            do throws(SystemError) {
                try create(temporary, with: content)
            } catch {
                guard error.code == ENOENT else { throw error }
                try makeDirectories(above: temporary)
                try create(temporary, with: content)
            }
            if synchronizing { try synchronize(temporary) }
            try check()
            try rename(temporary, to: path)
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// Replaces a file, and waits until the disk has stored its content, its name, and perhaps the names of new directories
    /// above. Immediately before it gets its name, an error of the check leaves the earlier one.
    func store(
        _ path: String, _ content: [UInt8], includingAncestors: Bool, check: () throws(SystemError) -> Void = {}
    ) throws(SystemError) {
        try replace(path, with: content, synchronizing: true, check: check)
        var directory = FileSystem.directory(of: path)
        try synchronizeNames(in: directory)
        guard includingAncestors else { return }
        while directory != "/", directory != "." {
            directory = FileSystem.directory(of: directory)
            try synchronizeNames(in: directory)
        }
    }

    /// Synchronizes a directory, unless it is another user's and cannot be opened, or its file system does not support it.
    private func synchronizeNames(in directory: String) throws(SystemError) {
        do throws(SystemError) {
            try synchronize(directory)
        } catch {
            if error.code == EIO || error.code == ENOSPC || error.code == EDQUOT { throw error }
        }
    }
}
