import Glibc
import Posix
import Text

/// The standard error of a confined child, and what its libraries print. Its parent passes it on to its own by lines. An
/// untrusted file cannot make the child control a terminal or fill a log.
struct ErrorRelay: ~Copyable {
    /// The maximum number of relayed bytes.
    static let limit = 16 << 10
    /// The longest line, bytes.
    private static let maximumLine = 1 << 10

    /// A pipe that the thread closes at its end.
    private let end: FileDescriptor

    /// Relays the pipe's content, on a thread; throws ``SystemError`` when the system grants no more threads or descriptors.
    init(_ errors: consuming FileDescriptor) throws(SystemError) {
        end = try Self.start(errors)
    }

    private static func start(_ errors: consuming FileDescriptor) throws(SystemError) -> FileDescriptor {
        let pipe = try Pipe().take()
        let end = FileDescriptor(owning: pipe.readEnd)
        let source = errors.take()
        do throws(SystemError) {
            try startThread {
                passOn(from: FileDescriptor(owning: source))
                close(pipe.writeEnd)
            }
        } catch {
            close(source)
            close(pipe.writeEnd)
            throw error
        }
        return end
    }

    func waitForEnd() { _ = try? end.read(upTo: 1) }

    /// Relays the lines of a pipe up to its end.
    static func passOn(from errors: borrowing FileDescriptor) {
        var (line, rest): ([UInt8], Int) = ([], limit)
        while let bytes = try? errors.read(upTo: 4096), !bytes.isEmpty {
            for byte in bytes where rest > 0 {
                rest -= 1
                if byte != 0x0A { line.append(byte) }
                if byte == 0x0A || line.count == maximumLine || rest == 0 { write(&line) }
            }
        }
        write(&line)
    }

    private static func write(_ line: inout [UInt8]) {
        // GLib puts an empty line before a warning.
        if !line.isEmpty { Log.write(String(decoding: line, as: UTF8.self).escapedForTerminal()) }
        line = []
    }
}
