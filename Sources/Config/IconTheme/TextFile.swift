// SPDX-License-Identifier: MIT
import Glibc

/// Access to the files of icons and icon themes.
enum TextFile {
    /// The size of the largest file that is read, in bytes. The largest `index.theme` in use has a tenth of it.
    private static let maximumSize = 1 << 20

    /// True if there is a regular file that this process may read.
    static func canRead(_ path: String) -> Bool {
        problem(with: path) == nil
    }

    /// The reason why a file cannot be read; nil if it can.
    static func problem(with path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
        guard access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
        return nil
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The content of a text file; nil if there is none, or if it is too large.
    static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return String(decoding: bytes[..<filled], as: UTF8.self)
    }
}
