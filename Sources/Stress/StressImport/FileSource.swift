// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// Bytes that come one after the other.
protocol ByteSource: AnyObject {
    /// How much of the file has been taken, bytes, of ``total``.
    var position: Int64 { get }
    /// How much there is to take, bytes; nil when that cannot be told, as of a pipe.
    var total: Int64? { get }

    /// Reads as much as is there and fits.
    ///
    /// - Returns: how much; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}

/// A file from its beginning to its end.
final class FileSource: ByteSource {
    let path: String
    let descriptor: FileDescriptor
    let total: Int64?
    private(set) var position: Int64 = 0

    init(path: String) throws(ImportError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try FileDescriptor(opening: path)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        var facts = stat()
        fstat(descriptor.rawValue, &facts)
        guard facts.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, code: EISDIR) }
        total = facts.st_mode & S_IFMT == S_IFREG ? Int64(facts.st_size) : nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        do throws(SystemError) {
            let count = try systemCall(path) { Glibc.read(descriptor.rawValue, buffer.baseAddress, buffer.count) }
            position += Int64(count)
            return count
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    /// Reads a part of the file, wherever it is; less only at the file's end.
    func read(at offset: UInt64, count: Int) throws(ImportError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let place = off_t(exactly: offset + UInt64(filled)) {
                let length = pread(descriptor.rawValue, buffer.baseAddress?.advanced(by: filled), count - filled, place)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                guard length > 0 else { break }
                filled += length
            }
        }
        guard failure == 0 else { throw .unreadable(path: path, code: failure) }
        return bytes
    }
}
