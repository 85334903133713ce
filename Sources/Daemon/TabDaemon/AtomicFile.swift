// SPDX-License-Identifier: MIT
import Glibc
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
            let file = try FileDescriptor(
                opening: temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
            try file.writeAll(content)
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }
}
