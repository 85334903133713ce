// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// The confinement of a helper that reads what strangers have made: icons, fonts, configuration files. It has all of its
/// descriptors already, and needs files to read, memory and time.
public enum Sandbox {
    /// The limits of the helper; each is generous for what it has to do, and ends it otherwise.
    public struct Limits: Equatable, Sendable {
        /// Processor time, s; nil for a helper that limits the time of each request by itself.
        public var processorTime: UInt64?
        /// Address space, bytes.
        public var memory: UInt64

        public init(processorTime: UInt64?, memory: UInt64) {
            self.processorTime = processorTime
            self.memory = memory
        }
    }

    /// Confines this process, for good: to the limits, without further rights, without the network, other programs or
    /// processes, and without writing files. It ends with its parent. To be called before anything is read.
    public static func enter(_ limits: Limits) {
        endWithParent()
        // A sanitizer needs terabytes of addresses, a process to look for leaks, and a file to report in.
        #if !SANITIZERS
            confine(limits)
        #endif
    }

    private static func confine(_ limits: Limits) {
        if let time = limits.processorTime { setLimit(RLIMIT_CPU, time) }
        setLimit(RLIMIT_AS, limits.memory)
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
