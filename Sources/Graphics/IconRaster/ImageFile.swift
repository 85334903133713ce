// SPDX-License-Identifier: MIT

private import Glibc
internal import RasterProtocol

/// Reads the files that icons are in.
enum ImageFile {
    private static let maximumSize = 4 << 20

    /// All of a regular file of a sensible size.
    static func read(_ path: String) throws(RasterError) -> [UInt8] {
        // Without O_NONBLOCK, opening a named pipe would wait for its other end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw RasterError(String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RasterError("not a regular file")
        }
        guard status.st_size > 0 else { throw RasterError("the file is empty") }
        guard status.st_size <= maximumSize else { throw RasterError("larger than \(maximumSize) bytes") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw RasterError("cannot be read to its end") }
            filled += count
        }
        return bytes
    }
}
