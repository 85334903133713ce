// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Posix

/// A confined copy of this process, which works on what this one sends to it: this one opens the files.
public struct ConfinedChild: ~Copyable {
    /// The child's process ID.
    public let pid: pid_t
    /// The socket to the child, for messages.
    public let channel: FileDescriptor

    /// Starts the child. To be called by a process with one thread.
    ///
    /// - Parameters:
    ///   - readable: what the child may read besides what is sent to it.
    ///   - body: the child's work with its socket; the child ends with the result as its exit status.
    /// - Throws: ``SystemError`` when there is no process or descriptor left.
    public init(
        _ work: Sandbox.Work, readable: ReadablePlaces, body: (borrowing FileDescriptor) -> Int32
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") { clinux_socketpair(&ends) }
        let child = clinux_fork()
        if child == 0 {
            // So that it reads the end of the messages.
            close(ends[0])
            Self.run(work, readable, ends[1], body)
        }
        let error = SystemError.current("fork")
        close(ends[1])
        if child < 0 {
            close(ends[0])
            throw error
        }
        channel = FileDescriptor(owning: ends[0])
        pid = child
    }

    private static func run(
        _ work: Sandbox.Work, _ readable: ReadablePlaces, _ channel: Int32,
        _ body: (borrowing FileDescriptor) -> Int32
    ) -> Never {
        do throws(SystemError) {
            try Sandbox.enter(work, readable: readable)
        } catch {
            Log.write("\(CommandLine.arguments.first.map(FileSystem.name) ?? ""): \(error)")
            exit(ExitStatus.refused.rawValue)
        }
        exit(body(FileDescriptor(owning: channel)))
    }

    /// Ends the child by SIGXCPU once it has used some further seconds of processor time; another call grants more.
    public func limitProcessorTime(toFurther seconds: UInt64) { _ = clinux_limit_processor_time(pid, seconds) }

    /// Waits for the child's end, once there are no more messages.
    ///
    /// - Returns: its exit status, or -signal.
    public consuming func wait() -> Int32 {
        shutdown(channel.rawValue, Int32(SHUT_WR))
        return ChildProcess.reap(pid, waiting: true) ?? ExitStatus.refused.rawValue
    }

    /// Waits for the child's end, and ends this process in the same way, also by its signal, unless it exited with 0.
    public consuming func endAsItEnds() {
        let status = wait()
        if status < 0 {
            setLimit(RLIMIT_CORE, 0)
            signal(-status, SIG_DFL)
            raise(-status)
        }
        if status != 0 { exit(max(status, ExitStatus.refused.rawValue)) }
    }
}
