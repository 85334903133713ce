import Glibc
import Posix

protocol ByteSource: AnyObject {
    /// The number of bytes read so far, out of ``total``.
    var position: Int64 { get }
    /// The total number of bytes; nil if unknown, as for a pipe.
    var total: Int64? { get }

    /// Fills a buffer with the next bytes, and returns their number; less than the buffer's only at the end.
    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int
}

final class FileSource: ByteSource {
    let total: Int64?
    let path: String
    private var descriptor: FileDescriptor?
    private(set) var position: Int64 = 0

    init(path: String) throws(ImportError) {
        self.path = path
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: Self.healthExport(in: path) ?? path)
            let status = try descriptor.status
            guard status.kind != .directory else { throw SystemError(code: EISDIR, operation: "opening \(path)") }
            total = status.kind == .regular ? status.size : nil
            self.descriptor = consume descriptor
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    /// The export of Apple Health in a folder of an unpacked archive; nil without one.
    private static func healthExport(in folder: String) -> String? {
        for folder in [folder, "\(folder)/apple_health_export"] {
            let sizes = FileSystem.names(in: folder).map { name in
                (name, (try? FileSystem.status(of: "\(folder)/\(name)").size).map { UInt64(clamping: $0) } ?? 0)
            }
            if let name = Archive.healthExports(sizes).first { return "\(folder)/\(name)" }
        }
        return nil
    }

    /// Gives the open file away; later reads get nothing.
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
