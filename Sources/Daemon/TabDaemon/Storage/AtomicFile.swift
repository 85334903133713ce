// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix

/// Small files that are read and replaced as a whole.
enum AtomicFile {
    /// The maximum size of a file that the daemon writes itself, bytes.
    static let maximumSize = 16 * 1024 * 1024

    static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try FileSystem.read(path, maximumSize: maximumSize)
    }

    /// Replaces a file's content. Readers see either the old or the new content.
    ///
    /// - Throws: ``SystemError``; the old content is still there.
    static func replace(_ path: String, with content: [UInt8]) throws(SystemError) {
        let temporary = path + ".new"
        do throws(SystemError) {
            try create(temporary, with: content)
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    /// Writes a new file, for the user alone.
    ///
    /// Whatever else has the name is removed and never opened: a pipe would hold the daemon up, and a link would lead it to
    /// another file.
    static func create(_ path: String, with content: [UInt8]) throws(SystemError) {
        let file: FileDescriptor
        do throws(SystemError) {
            file = try open(path)
        } catch {
            guard error.code == EEXIST else { throw error }
            FileSystem.remove(path)
            file = try open(path)
        }
        do throws(SystemError) {
            try file.writeAll(content)
        } catch {
            throw SystemError(code: error.code, operation: localized("writing \(path)"))
        }
    }

    private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }
}
