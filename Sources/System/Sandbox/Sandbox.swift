// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// The confinement of a helper that reads what strangers have made: icons, fonts, configuration files. It has all of its
/// descriptors already, and needs files to read, memory and time.
public enum Sandbox {
    /// Confines this process, for good: to limits that are generous for what a helper has to do, without further rights, without the
    /// network, other programs or processes, and without writing files. It ends with its parent. To be called before anything is
    /// read.
    ///
    /// - Parameter processorTime: s; nil for a helper that limits the time of each request by itself.
    public static func enter(processorTime: UInt64?) {
        endWithParent()
        // A sanitizer needs terabytes of addresses, a process to look for leaks, and a file to report in.
        #if !SANITIZERS
            confine(processorTime)
        #endif
    }

    private static func confine(_ processorTime: UInt64?) {
        if let processorTime { setLimit(RLIMIT_CPU, processorTime) }
        setLimit(RLIMIT_AS, 512 << 20)
        setLimit(RLIMIT_NOFILE, 64)
        // The output, if it is a file.
        setLimit(RLIMIT_FSIZE, 16 << 20)
        setLimit(RLIMIT_CORE, 0)
        renouncePrivileges()
        do throws(SystemError) {
            try SystemCallFilter.install()
        } catch {
            // A kernel without seccomp; the limits hold.
            Log.write("no system call filter: \(error)")
        }
    }
}
