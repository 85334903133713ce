import CLinux
import Glibc

/// An open file descriptor. It has one owner, and is closed at the end of its life.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that only use the descriptor.
    public let rawValue: Int32

    /// Takes over a descriptor that nothing else closes.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }

    /// Opens a file close-on-exec.
    ///
    /// - Parameters:
    ///   - flags: `O_…` of open(2).
    ///   - mode: the permissions of a new file.
    public init(opening path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0) throws(SystemError) {
        self.init(owning: try systemCall("opening \(path)") { open(path, flags | O_CLOEXEC, mode) })
    }

    /// Gives the descriptor away without closing it.
    public consuming func take() -> Int32 {
        let rawValue = self.rawValue
        discard self
        return rawValue
    }

    /// Reads once, into a temporary buffer.
    ///
    /// - Parameters:
    ///   - count: the size of the buffer, bytes.
    ///   - body: receives the bytes; none at the end of the file, or after the other end of a socket was closed.
    /// - Returns: the number of bytes; nil when a non-blocking descriptor has nothing to read.
    @discardableResult
    public func read(upTo count: Int, _ body: (Span<UInt8>) -> Void) throws(SystemError) -> Int? {
        let result: Result<Int?, SystemError> = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) {
            buffer in
            do throws(SystemError) {
                let length = try systemCall("read") { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
                body(UnsafeBufferPointer(rebasing: buffer[..<length]).span)
                return .success(length)
            } catch {
                return error.code == EAGAIN ? .success(nil) : .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads once. Returns the bytes; none at the end of the file, nil when a non-blocking descriptor has nothing to read.
    public func read(upTo count: Int) throws(SystemError) -> [UInt8]? {
        var content: [UInt8] = []
        let length = try read(upTo: count) { bytes in content = bytes.withUnsafeBufferPointer { Array($0) } }
        return length == nil ? nil : content
    }

    /// Writes once. Returns the number of bytes taken; 0 when a non-blocking descriptor takes none now.
    public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
        try Self.counted("write") { bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) } }
    }

    /// Sends once on a socket. A closed connection is an error, not a signal.
    ///
    /// - Returns: the number of bytes taken; 0 when a non-blocking socket takes none now.
    public func send(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
        try Self.counted("send") {
            bytes.withUnsafeBytes { Glibc.send(rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Writes everything to a blocking descriptor.
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try Posix.writeAll(bytes, to: rawValue)
    }

    private static func counted(_ operation: String, _ body: () -> Int) throws(SystemError) -> Int {
        do throws(SystemError) {
            return try systemCall(operation, body)
        } catch {
            if error.code == EAGAIN { return 0 }
            throw error
        }
    }

    /// Makes reads and writes fail instead of waiting.
    public func setNonBlocking() throws(SystemError) {
        try systemCall("fcntl") { fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK) }
    }

    /// Closes the descriptor in executed programs.
    public func setCloseOnExec() throws(SystemError) {
        try systemCall("fcntl") { fcntl(rawValue, F_SETFD, FD_CLOEXEC) }
    }

    /// Takes the file's exclusive advisory lock (flock(2)), which is released with the descriptor.
    ///
    /// - Throws: ``SystemError``; `EWOULDBLOCK` when another process holds it and `waiting` is false.
    public func lock(waiting: Bool) throws(SystemError) {
        try systemCall("flock") { flock(rawValue, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
    }

    /// Shortens a file, or extends it with zeros.
    public func truncate(to size: Int64) throws(SystemError) {
        try systemCall("ftruncate") { ftruncate(rawValue, off_t(size)) }
    }

    /// Waits until the disk has stored the file.
    public func synchronize() throws(SystemError) {
        try systemCall("fsync") { fsync(rawValue) }
    }

    /// Facts about the open file.
    public var status: FileStatus {
        get throws(SystemError) {
            var status = stat()
            try systemCall("fstat") { fstat(rawValue, &status) }
            return FileStatus(status)
        }
    }

    /// Sends a message on a socket, with a shared open file.
    public func send(_ message: [UInt8], with file: borrowing FileDescriptor?) throws(SystemError) {
        let descriptor =
            switch file {
            case .some(let file): file.rawValue
            case nil: Int32(-1)
            }
        try systemCall("sendmsg") { clinux_send(rawValue, message, message.count, descriptor) }
    }

    /// Receives a message of a maximum size; no bytes at the end. `file` is the open file that comes with it; nil without one.
    public func receive(upTo size: Int, with file: inout FileDescriptor?) throws(SystemError) -> [UInt8] {
        var descriptor: Int32 = -1
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try systemCall("recvmsg") { clinux_receive(rawValue, &bytes, size, &descriptor) }
        file = descriptor < 0 ? nil : FileDescriptor(owning: descriptor)
        return Array(bytes.prefix(count))
    }
}

/// A pipe whose two ends are close-on-exec.
public struct Pipe: ~Copyable, Sendable {
    public let readEnd: FileDescriptor
    public let writeEnd: FileDescriptor

    /// - Throws: ``SystemError`` when descriptors run out.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe") { clinux_pipe(&ends) }
        readEnd = FileDescriptor(owning: ends[0])
        writeEnd = FileDescriptor(owning: ends[1])
    }

    /// Gives both ends away without closing them.
    public consuming func take() -> (readEnd: Int32, writeEnd: Int32) { (readEnd.take(), writeEnd.take()) }

    /// Keeps the end to read from.
    public consuming func closingWriteEnd() -> FileDescriptor { readEnd }
}

/// Writes all of some bytes to a blocking descriptor, in as few calls as possible.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        rest = rest.dropFirst(
            try systemCall("write") { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } })
    }
}

/// The columns of a terminal; nil if the descriptor is not a terminal, or does not report them.
public func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

/// Opens /dev/null in place of each standard stream that is closed, whose number the next file would have otherwise.
public func openStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
}

/// Makes a write to a closed pipe fail with `EPIPE` instead of ending the process.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}
