// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// The standard error of a page's program: a pipe whose lines go to that of the daemon, and whose last line explains a failure.
///
/// The program's end is open for reading as well, so the program gets no SIGPIPE after the death of the daemon. The next daemon
/// opens the pipe again (proc(5), `/proc/PID/fd`). Programs of windows keep the daemon's standard error: processes that they leave in the
/// background outlive every daemon, and would wait once nobody reads.
final class ErrorOutput {
    /// The bytes that are read before others have their turn, and the most that are read of a program that has ended.
    private static let (chunk, maximumRest) = (4096, 1024 * 1024)
    /// The delay before lines are written that the daemon's standard error does not take, ns. Programs wait meanwhile.
    private static let retryDelay: UInt64 = 100_000_000

    /// The number of the pipe's file, by which a later daemon knows it.
    let inode: UInt64
    private let tab: String
    private let pipe: FileDescriptor
    private let loop: EventLoop
    private var watch: FileDescriptorSource?
    private var retry: EventLoop.Timer?
    private var lines = ErrorLines()
    private var unwritten: ArraySlice<String> = []
    private var isAtEnd = false

    private init(_ pipe: consuming FileDescriptor, of tab: String, on loop: EventLoop) throws(SystemError) {
        inode = UInt64(try pipe.status.inode)
        self.pipe = pipe
        (self.tab, self.loop) = (tab, loop)
        retry = loop.timer { [weak self] in self?.forward() }
        try self.pipe.setNonBlocking()
        try listen()
    }

    /// Makes the pipe of a program that is about to start.
    ///
    /// - Returns: the daemon's end, and the program's.
    static func make(for tab: String, on loop: EventLoop) throws(SystemError) -> (ErrorOutput, ChildStreams) {
        let reader = try Pipe().closingWriteEnd()
        let end = try FileDescriptor(opening: "/proc/self/fd/\(reader.rawValue)", O_RDWR)
        return (try ErrorOutput(reader, of: tab, on: loop), ChildStreams(error: end.take()))
    }

    /// Opens the pipe of a program that an earlier daemon has started.
    ///
    /// - Returns: nil if its standard error is another file.
    static func adopt(_ pid: pid_t, inode: UInt64, for tab: String, on loop: EventLoop) -> ErrorOutput? {
        guard let pipe = try? FileDescriptor(opening: "/proc/\(pid)/fd/2", O_RDONLY | O_NONBLOCK),
            let status = try? pipe.status, status.kind == .pipe, UInt64(status.inode) == inode
        else { return nil }
        return try? ErrorOutput(pipe, of: tab, on: loop)
    }

    /// Reads what a program that has ended has written. Its children may go on writing.
    ///
    /// - Returns: the last line; nil without one.
    func drain() -> String? {
        var rest = Self.maximumRest
        while rest > 0, let bytes = try? pipe.read(upTo: Self.chunk), !bytes.isEmpty {
            rest -= bytes.count
            unwritten += lines.add(bytes)
            forward()
        }
        unwritten += lines.end()
        forward()
        return lines.last
    }

    private func listen() throws(SystemError) {
        watch = try loop.watch(pipe.rawValue, for: .read) { [weak self] _ in self?.read() }
    }

    private func read() {
        guard let bytes = try? pipe.read(upTo: Self.chunk) else { return }
        // Its processes have closed it.
        guard !bytes.isEmpty else { return (watch, isAtEnd) = (nil, true) }
        unwritten += lines.add(bytes)
        forward()
    }

    /// Writes lines as far as the daemon's standard error takes them.
    private func forward() {
        while let line = unwritten.first {
            guard Log.isWritable else {
                watch = nil
                return retry?.arm(after: Self.retryDelay) ?? ()
            }
            unwritten = unwritten.dropFirst()
            Log.write(ErrorLines.named(line, tab))
        }
        if watch == nil, retry != nil, !isAtEnd { try? listen() }
    }
}
