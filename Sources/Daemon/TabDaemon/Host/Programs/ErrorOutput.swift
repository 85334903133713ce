import EventLoop
import Glibc
import Posix

/// The standard error of a page's program, or of an event's: a pipe to the daemon's, whose last line explains a failure. The
/// program's end is open for reading as well, so it gets no SIGPIPE after the daemon's death, and the next daemon opens the
/// pipe again (proc(5), `/proc/PID/fd`). Programs of windows and actions keep the daemon's: they, or their background
/// processes, outlive every daemon, and would wait for ever to write to a full pipe.
final class ErrorOutput {
    /// The bytes that are read before others have their turn, and the most that are read of a program that has ended.
    private static let (chunk, maximumRest) = (64 * 1024, 1024 * 1024)
    /// The time between reads while a program writes too much or standard error is full, ns. A full pipe makes the program wait.
    private static let pause: UInt64 = 100_000_000

    /// The number of the pipe's file, by which a later daemon knows it.
    let inode: UInt64
    private let tab: String
    private let pipe: FileDescriptor
    private let loop: EventLoop
    private var watch: FileDescriptorSource?
    private var timer: EventLoop.Timer?
    private var lines = ErrorLines()
    private var rate = LineRate()
    private var unwritten: ArraySlice<String> = []
    private var isAtEnd = false

    private init(_ pipe: consuming FileDescriptor, of tab: String, on loop: EventLoop) throws(SystemError) {
        inode = UInt64(try pipe.status.inode)
        self.pipe = pipe
        (self.tab, self.loop) = (tab, loop)
        timer = loop.timer { [weak self] in self?.resume() }
        try self.pipe.setNonBlocking()
        try listen()
    }

    /// Makes the pipe of a program before its start: the daemon's end, and the program's.
    static func make(
        for tab: String, on loop: EventLoop
    ) throws(SystemError) -> (output: ErrorOutput, streams: ChildStreams) {
        let reader = try Pipe().closingWriteEnd()
        let end = try FileDescriptor(opening: "/proc/self/fd/\(reader.rawValue)", O_RDWR)
        return (try ErrorOutput(reader, of: tab, on: loop), ChildStreams(error: end.take()))
    }

    /// Opens the pipe of a program that an earlier daemon has started; nil if its standard error is another file.
    static func adopt(_ pid: pid_t, inode: UInt64, for tab: String, on loop: EventLoop) -> ErrorOutput? {
        guard let pipe = try? FileDescriptor(opening: "/proc/\(pid)/fd/2", O_RDONLY | O_NONBLOCK),
            let status = try? pipe.status, status.kind == .pipe, UInt64(status.inode) == inode
        else { return nil }
        return try? ErrorOutput(pipe, of: tab, on: loop)
    }

    /// Reads the rest of an ended program's output, and returns the last line. Its children may continue writing.
    func drain() -> String? {
        var rest = Self.maximumRest
        while rest > 0, let bytes = try? pipe.read(upTo: Self.chunk), !bytes.isEmpty {
            rest -= bytes.count
            unwritten += rate.admit(lines.add(bytes), at: MonotonicClock.now)
            forward()
        }
        unwritten += rate.admit(lines.end(), at: MonotonicClock.now)
        let dropped = rate.end(at: .max)
        unwritten += dropped + (dropped.isEmpty ? [] : [lines.last ?? ""])
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
        unwritten += rate.admit(lines.add(bytes), at: MonotonicClock.now)
        forward()
    }

    private func resume() {
        unwritten += rate.end(at: MonotonicClock.now)
        if rate.isExceeded, unwritten.isEmpty { read() }
        forward()
    }

    /// Writes as many lines as the daemon's standard error takes.
    private func forward() {
        while let line = unwritten.first {
            guard Log.isWritable else { return pause() }
            unwritten = unwritten.dropFirst()
            Log.write(ErrorLines.named(line, tab))
        }
        if rate.isExceeded { return pause() }
        if watch == nil, timer != nil, !isAtEnd { try? listen() }
    }

    private func pause() {
        watch = nil
        timer?.arm(after: Self.pause)
    }
}
