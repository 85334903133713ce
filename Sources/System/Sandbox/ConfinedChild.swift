import CLinux
import Glibc
import Posix

/// A confined copy of this process, which works on what this one sends to it: this one opens the files.
/// Its standard output is its standard error: libraries print when a variable asks for that.
public struct ConfinedChild: ~Copyable {
    /// The child's process ID.
    public let pid: pid_t
    /// The socket to the child, for messages.
    public let channel: FileDescriptor
    private let relay: ErrorRelay

    /// Starts the child. Call it in a process with one thread.
    ///
    /// - Parameters:
    ///   - readable: the files that the child may read besides received ones.
    ///   - body: the child's work with its socket; the child ends with the result as its exit status.
    /// - Throws: ``SystemError`` when processes or descriptors run out.
    public init(
        _ work: Sandbox.Work, readable: ReadablePlaces, body: (borrowing FileDescriptor) -> Int32
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") { clinux_socketpair(&ends) }
        let channel = FileDescriptor(owning: ends[0])
        let own = FileDescriptor(owning: ends[1])
        let errors = try Pipe().take()
        // The child would print once more what is buffered.
        fflush(nil)
        let child = clinux_fork()
        let error = SystemError.current("fork")
        if child == 0 {
            // Otherwise it would never read the end of the messages.
            close(channel.take())
            close(errors.readEnd)
            Self.run(work, readable, own, errors.writeEnd, body)
        }
        close(errors.writeEnd)
        let output = FileDescriptor(owning: errors.readEnd)
        if child < 0 { throw error }
        do throws(SystemError) {
            self.init(pid: child, channel: channel, relay: try ErrorRelay(output))
        } catch {
            kill(child, SIGKILL)
            ChildProcess.reap(child, waiting: true)
            throw error
        }
    }

    private init(pid: pid_t, channel: consuming FileDescriptor, relay: consuming ErrorRelay) {
        self.pid = pid
        self.channel = channel
        self.relay = relay
    }

    private static func run(
        _ work: Sandbox.Work, _ readable: ReadablePlaces, _ channel: consuming FileDescriptor, _ errors: Int32,
        _ body: (borrowing FileDescriptor) -> Int32
    ) -> Never {
        var status = ExitStatus.refused.rawValue
        dup2(errors, STDOUT_FILENO)
        do throws(SystemError) {
            try Sandbox.confine(work, readable: readable, errors: errors)
            status = body(channel)
        } catch {
            Log.write("\(CommandLine.arguments.first.map(FileSystem.name) ?? ""): \(error)")
        }
        // The socket closes with the process: the reader of its end may kill a process that still runs.
        _ = channel.take()
        exit(status)
    }

    /// Ends the child by SIGXCPU once it has used some further seconds of processor time; another call grants more.
    public func limitProcessorTime(toFurther seconds: UInt64) { _ = clinux_limit_processor_time(pid, seconds) }

    /// Waits for the child's end, after the last message. Returns its exit status, or -signal.
    public consuming func wait() -> Int32 {
        shutdown(channel.rawValue, Int32(SHUT_WR))
        let status = ChildProcess.reap(pid, waiting: true) ?? ExitStatus.refused.rawValue
        relay.waitForEnd()
        return status
    }

    /// Waits for the child's end, and ends this process in the same way, even by its signal, unless it exited with 0.
    public consuming func endAsItEnds() {
        let status = wait()
        if status != 0 { Sandbox.exitLike(status) }
    }
}
