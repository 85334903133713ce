// SPDX-License-Identifier: MIT

import Glibc
import Posix

/// The system calls that keep the state, each of which may be the last before a power cut.
protocol FileCalls: Sendable {
    /// Reads a regular file.
    ///
    /// - Throws: ``SystemError``; `ENOENT` when there is no such file.
    func read(_ path: String) throws(SystemError) -> [UInt8]
    /// Writes a new file, for the user alone. One of the same name is removed before.
    func create(_ path: String, with content: [UInt8]) throws(SystemError)
    func rename(_ path: String, to newPath: String) throws(SystemError)
    func remove(_ path: String)
    /// Creates the missing directories above a path.
    func makeDirectories(above path: String) throws(SystemError)
    /// Waits until the disk has stored a file, or the names in a directory.
    func synchronize(_ path: String) throws(SystemError)
}

/// The calls of the system.
struct SystemFileCalls: FileCalls {
    func read(_ path: String) throws(SystemError) -> [UInt8] { try AtomicFile.read(path) }
    func create(_ path: String, with content: [UInt8]) throws(SystemError) {
        try AtomicFile.create(path, with: content)
    }
    func rename(_ path: String, to newPath: String) throws(SystemError) { try FileSystem.rename(path, to: newPath) }
    func remove(_ path: String) { FileSystem.remove(path) }
    func makeDirectories(above path: String) throws(SystemError) { try FileSystem.makeDirectories(above: path) }
    func synchronize(_ path: String) throws(SystemError) { try FileDescriptor(opening: path).synchronize() }
}

extension FileCalls {
    /// Replaces a file, whose directory need not exist. Readers see either the old or the new content.
    ///
    /// - Parameter synchronizing: true to wait until the disk has stored the content before it gets its name.
    /// - Throws: ``SystemError``; the old content is still there.
    func replace(_ path: String, with content: [UInt8], synchronizing: Bool) throws(SystemError) {
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
            try rename(temporary, to: path)
        } catch {
            remove(temporary)
            throw error
        }
    }

    /// Replaces a file, and waits until the disk has stored its content and its name.
    ///
    /// - Parameter includingAncestors: true to synchronize the names of the directories above, too, which may be new.
    /// - Throws: ``SystemError`` when it cannot be written.
    func store(_ path: String, _ content: [UInt8], includingAncestors: Bool) throws(SystemError) {
        try replace(path, with: content, synchronizing: true)
        var directory = FileSystem.directory(of: path)
        try synchronizeNames(in: directory)
        guard includingAncestors else { return }
        while directory != "/", directory != "." {
            directory = FileSystem.directory(of: directory)
            try synchronizeNames(in: directory)
        }
    }

    /// Synchronizes a directory. One that cannot be opened is another user's, and has no new names; some file systems
    /// cannot synchronize directories.
    private func synchronizeNames(in directory: String) throws(SystemError) {
        do throws(SystemError) {
            try synchronize(directory)
        } catch {
            if error.code == EIO || error.code == ENOSPC || error.code == EDQUOT { throw error }
        }
    }
}
