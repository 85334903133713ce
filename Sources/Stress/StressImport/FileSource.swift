// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

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
            descriptor = try FileDescriptor(opening: path)
            let status = try descriptor.status
            if status.kind == .directory { throw SystemError(code: EISDIR, operation: "opening \(path)") }
            total = status.kind == .regular ? status.size : nil
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        var filled = 0
        do throws(SystemError) {
            while filled < buffer.count {
                let count = try descriptor.read(into: &buffer, at: filled)
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
