// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// A stream of bytes.
protocol ByteSource: AnyObject {
    /// The number of bytes read so far, out of ``total``.
    var position: Int64 { get }
    /// The number of bytes in all; nil when it is not known, as for a pipe.
    var total: Int64? { get }

    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: their number; less than the buffer's only at the end.
    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int
}

/// A file, read from its beginning to its end.
final class FileSource: ByteSource {
    let path: String
    let total: Int64?
    private let descriptor: FileDescriptor
    private(set) var position: Int64 = 0

    init(path: String) throws(ImportError) {
        self.path = path
        do throws(SystemError) {
            // Unsafe: the compiler passes a C string that lives as long as the call.
            descriptor = FileDescriptor(owning: try systemCall(path) { unsafe open(path, O_RDONLY | O_CLOEXEC) })
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        var status = stat()
        // Unsafe: fstat fills the structure, whose address the compiler passes.
        unsafe fstat(descriptor.number, &status)
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, code: EISDIR) }
        total = status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        var filled = 0
        do throws(SystemError) {
            while filled < buffer.count {
                // Unsafe: the range is within the buffer, and read(2) keeps no pointer.
                let count = try unsafe buffer.withUnsafeMutableBufferPointer { (bytes) throws(SystemError) in
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: bytes[filled...])
                    return try systemCall(path) { unsafe Glibc.read(descriptor.number, rest.baseAddress, rest.count) }
                }
                if count == 0 { break }
                filled += count
            }
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        position += Int64(filled)
        return filled
    }
}
