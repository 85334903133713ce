import CLinux
import Glibc
import Posix

/// The confinement of a helper that reads untrusted input: icons, fonts, configuration files. It already has all its
/// descriptors, and only needs files to read, memory and time.
public enum Sandbox {
    /// The work of a helper, which determines its system calls.
    public enum Work: Sendable {
        /// Reading files, by one thread, for some seconds of processor time at most; nil if its parent limits the time of each part.
        case reading(processorTime: UInt64?)
        /// Drawing pictures and texts, with threads, and with a limit of processor time for each.
        case drawing
    }

    /// The memory that a helper may address, bytes.
    public static let maximumMemory: UInt64 = 512 << 20

    /// Continues in a confined child of this process, which relays the child's standard error, and ends as it does. Call
    /// it in a process with one thread, before anything is read.
    ///
    /// - Parameter readable: the files that may be opened.
    /// - Throws: ``SystemError`` from a kernel without the features. Then read nothing.
    public static func enter(_ work: Work, readable: ReadablePlaces) throws(SystemError) {
        endWithParent()
        let errors = try Pipe().take()
        let child = clinux_fork()
        let error = SystemError.current("fork")
        if child == 0 {
            close(errors.readEnd)
            return try confine(work, readable: readable, errors: errors.writeEnd)
        }
        close(errors.writeEnd)
        let output = FileDescriptor(owning: errors.readEnd)
        if child < 0 { throw error }
        ErrorRelay.passOn(from: output)
        exitLike(ChildProcess.reap(child, waiting: true) ?? ExitStatus.refused.rawValue)
    }

    /// Permanently confines this process: to limits that are generous for a helper's work, without further rights, without a
    /// terminal, and to the system calls of ``SystemCalls``. It ends with its parent.
    ///
    /// - Parameters:
    ///   - readable: the files that may be opened.
    ///   - errors: the pipe for its standard error; closed here.
    /// - Throws: ``SystemError`` from a kernel without the features. Then read nothing.
    static func confine(_ work: Work, readable: ReadablePlaces, errors: Int32) throws(SystemError) {
        dup2(errors, STDERR_FILENO)
        close(errors)
        endWithParent()
        // A sanitizer needs terabytes of addresses, a process to look for leaks, and a file for its report.
        #if !SANITIZERS
            do throws(SystemError) {
                try limit(work, readable)
            } catch {
                throw SystemError(
                    code: error.code, operation: "not confined, so that nothing is read: \(error.operation)")
            }
        #endif
    }

    /// Ends this process with the exit status of a child, or by its signal if it is negative.
    static func exitLike(_ status: Int32) -> Never {
        if status < 0 {
            setLimit(RLIMIT_CORE, 0)
            signal(-status, SIG_DFL)
            raise(-status)
        }
        exit(status < 0 ? ExitStatus.refused.rawValue : status)
    }

    private static func limit(_ work: Work, _ readable: ReadablePlaces) throws(SystemError) {
        setLimit(RLIMIT_AS, maximumMemory)
        setLimit(RLIMIT_NOFILE, 64)
        // The output, if it is a file.
        setLimit(RLIMIT_FSIZE, 16 << 20)
        setLimit(RLIMIT_CORE, 0)
        // Without a controlling terminal; the leader of a shell's job keeps it, and cannot type into it (ioctl(2)).
        setsid()
        // A handler of Swift's would start a program that prints the stack.
        for end in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(end, SIG_DFL) }
        // A filter of system calls requires it.
        clinux_no_new_privileges()
        try readable.enter()
        switch work {
        case .reading(let processorTime):
            if let processorTime { setLimit(RLIMIT_CPU, processorTime) }
            // RLIMIT_NPROC: no thread and no process.
            setLimit(__rlimit_resource(rawValue: 6), 0)
            try SystemCallFilter.install(SystemCalls.common)
        case .drawing:
            try SystemCallFilter.install(SystemCalls.common + SystemCalls.drawing)
        }
    }
}
