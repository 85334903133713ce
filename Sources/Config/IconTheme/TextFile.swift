// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Access to the files of icons and icon themes.
enum TextFile {
    /// The size of the largest file that is read, in bytes. The largest `index.theme` in use has a tenth of it.
    private static let maximumSize = 1 << 20

    /// True if there is a regular file that this process may read.
    static func canRead(_ path: String) -> Bool {
        FileSystem.isReadable(path) && (try? FileSystem.status(of: path))?.kind == .regular
    }

    /// The reason why a file cannot be read; nil if it can.
    static func problem(with path: String) -> String? {
        do throws(SystemError) {
            guard try FileSystem.status(of: path).kind == .regular else { return "not a regular file" }
            return FileSystem.isReadable(path) ? nil : SystemError.message(for: EACCES)
        } catch {
            return SystemError.message(for: error.code)
        }
    }

    static func isFolder(_ path: String) -> Bool {
        (try? FileSystem.status(of: path))?.kind == .directory
    }

    /// The content of a text file; nil if there is none, or if it is too large.
    static func read(_ path: String) -> String? {
        (try? FileSystem.read(path, maximumSize: maximumSize)).map { String(decoding: $0, as: UTF8.self) }
    }
}
