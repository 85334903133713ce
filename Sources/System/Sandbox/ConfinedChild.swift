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
    private let relay: ErrorRelay

    /// Starts the child. To be called by a process with one thread.
    ///
    /// - Parameters:
    ///   - readable: the files that the child may read besides those sent to it.
    ///   - body: the child's work with its socket; the child ends with the result as its exit status.
    /// - Throws: ``SystemError`` when there is no process or descriptor left.
    public init(
        _ work: Sandbox.Work, readable: ReadablePlaces, body: (borrowing FileDescriptor) -> Int32
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") { clinux_socketpair(&ends) }
        let channel = FileDescriptor(owning: ends[0])
        let own = FileDescriptor(owning: ends[1])
        let errors = try Pipe().take()
        let child = clinux_fork()
        let error = SystemError.current("fork")
        if child == 0 {
            // So that it reads the end of the messages.
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

    /// Waits for the child's end, once there are no more messages.
    ///
    /// - Returns: its exit status, or -signal.
    public consuming func wait() -> Int32 {
        shutdown(channel.rawValue, Int32(SHUT_WR))
        let status = ChildProcess.reap(pid, waiting: true) ?? ExitStatus.refused.rawValue
        relay.waitForEnd()
        return status
    }

    /// Waits for the child's end, and ends this process in the same way, also by its signal, unless it exited with 0.
    public consuming func endAsItEnds() {
        let status = wait()
        if status != 0 { Sandbox.exitLike(status) }
    }
}
