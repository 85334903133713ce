// SPDX-License-Identifier: MIT
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
    let total: Int64?
    let path: String
    private var descriptor: FileDescriptor?
    private(set) var position: Int64 = 0

    init(path: String) throws(ImportError) {
        self.path = path
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: path)
            let status = try descriptor.status
            guard status.kind != .directory else { throw SystemError(code: EISDIR, operation: "opening \(path)") }
            total = status.kind == .regular ? status.size : nil
            self.descriptor = consume descriptor
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    /// Gives the open file away; nothing is left to read here.
    func take() -> Int32? { descriptor.take()?.take() }

    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        var filled = 0
        do throws(SystemError) {
            while filled < buffer.count, let bytes = try descriptor?.read(upTo: buffer.count - filled), !bytes.isEmpty {
                buffer.replaceSubrange(filled..<filled + bytes.count, with: bytes)
                filled += bytes.count
            }
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        position += Int64(filled)
        return filled
    }
}
