// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// The confinement of a helper that reads what strangers have made: icons, fonts, configuration files. It has all of its
/// descriptors already, and needs files to read, memory and time.
public enum Sandbox {
    /// The work of a helper, which decides on its system calls.
    public enum Work: Sendable {
        /// Reading files, by one thread, for some seconds of processor time at most; nil where its parent limits the time of each part.
        case reading(processorTime: UInt64?)
        /// Drawing pictures and texts, with threads, and with a limit of processor time for each.
        case drawing
    }

    /// The memory that a helper may address, bytes.
    public static let maximumMemory: UInt64 = 512 << 20

    /// Confines this process, for good: to limits that are generous for what a helper has to do, without further rights, without a
    /// terminal, and to the system calls of ``SystemCalls``. It ends with its parent. To be called before anything is read.
    ///
    /// - Parameter readable: what may be opened.
    /// - Throws: ``SystemError`` from a kernel without what it takes. Nothing may be read then.
    public static func enter(_ work: Work, readable: ReadablePlaces) throws(SystemError) {
        endWithParent()
        // A sanitizer needs terabytes of addresses, a process to look for leaks, and a file to report in.
        #if !SANITIZERS
            do throws(SystemError) {
                try confine(work, readable)
            } catch {
                throw SystemError(
                    code: error.code, operation: "not confined, so that nothing is read: \(error.operation)")
            }
        #endif
    }

    private static func confine(_ work: Work, _ readable: ReadablePlaces) throws(SystemError) {
        setLimit(RLIMIT_AS, maximumMemory)
        setLimit(RLIMIT_NOFILE, 64)
        // The output, if it is a file.
        setLimit(RLIMIT_FSIZE, 16 << 20)
        setLimit(RLIMIT_CORE, 0)
        // Without a controlling terminal; the leader of a shell's job keeps it, and cannot type into it (ioctl(2)).
        setsid()
        // A handler of Swift's would start a program that prints the stack.
        for end in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(end, SIG_DFL) }
        renouncePrivileges()
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
