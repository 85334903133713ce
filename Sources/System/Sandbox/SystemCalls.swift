// SPDX-License-Identifier: MIT
import CSeccomp
import Glibc

/// A rule of the filter: a system call, the values of its arguments to which the rule applies, and its effect.
struct CallRule {
    enum Effect: Equatable {
        case allow
        /// The call is not made, and fails with an error number.
        case fail(Int32)
    }

    var name: String
    var conditions: [scmp_arg_cmp] = []
    var effect = Effect.allow

    init(_ name: String, _ conditions: scmp_arg_cmp..., effect: Effect = .allow) {
        (self.name, self.conditions, self.effect) = (name, conditions, effect)
    }
}

/// The system calls that a confined helper makes between entering and its end: those in traces (strace(1)) of both helpers
/// with all of their options and the whole corpus of the fuzz targets, and those by which other architectures and versions
/// of the libraries do the same. A call that no rule applies to ends the process.
enum SystemCalls {
    /// The rules of every helper.
    static var common: [CallRule] {
        memory + files + output + signals + time
    }

    /// Memory that is never executed. A library that is loaded later fails to be: pictures name formats and encodings.
    private static let memory: [CallRule] =
        // qsort(3) asks for the size of the memory (sysinfo(2)).
        ["brk", "munmap", "mremap", "madvise", "sysinfo"].map { CallRule($0) }
        + ["mmap", "mprotect"].flatMap { name in
            [
                CallRule(name, without(PROT_EXEC, in: 2)),
                CallRule(name, with(PROT_EXEC, in: 2), effect: .fail(EPERM)),
            ]
        }

    /// The flags of open(2) that neither write, create, empty nor look up without permission.
    private static let readingFlags = O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | largeFile
    /// `O_LARGEFILE` of the kernel, which the C library's is 0 for.
    #if arch(arm64)
        private static let largeFile: Int32 = 0o400000
    #else
        private static let largeFile: Int32 = 0o100000
    #endif

    /// Files, for reading. fontconfig tries to write its cache where that is out of date, and goes on when it cannot.
    private static let files: [CallRule] =
        [
            "read", "pread64", "readv", "lseek", "close", "fadvise64", "fstat", "newfstatat", "statx", "fstatfs",
            "access",
            "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd",
        ].map { CallRule($0) }
        + [
            CallRule("openat", without(~readingFlags, in: 2)),
            CallRule("openat", masked(O_ACCMODE, O_RDWR, in: 2), effect: .fail(EACCES)),
        ]
        + ["mkdir", "mkdirat", "chmod", "fchmodat", "fchmodat2"].map { CallRule($0, effect: .fail(EACCES)) }
        + [F_GETFD, F_SETFD, F_GETFL].map { CallRule("fcntl", equal($0, in: 1)) }

    /// The descriptors that are open. GLib asks if they are terminals before it logs (isatty(3)).
    private static let output: [CallRule] =
        ["write", "writev"].map { CallRule($0) }
        + [Int32(TCGETS), terminalAttributes2].map { CallRule("ioctl", equal($0, in: 1)) }

    /// `TCGETS2`, of isatty(3) from glibc 2.42 on.
    private static let terminalAttributes2 = Int32(bitPattern: 0x802C_542A)

    /// Its own signals and end. SIGSYS stays what it is: it reports refused calls.
    private static let signals: [CallRule] =
        ["rt_sigprocmask", "rt_sigreturn", "restart_syscall", "futex", "getpid", "gettid", "exit", "exit_group"].map {
            CallRule($0)
        }
        + [
            CallRule("rt_sigaction", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: UInt64(SIGSYS), datum_b: 0)),
            // abort(3).
            CallRule("tgkill", equal(getpid(), in: 0)),
            // Reads limits: of the stack, for a thread.
            CallRule("prlimit64", equal(0, in: 0), equal(0, in: 2)),
        ]

    /// Clocks, where the kernel's page does not have them, and random numbers for hash tables.
    private static let time = ["clock_gettime", "clock_getres", "gettimeofday", "getrandom"].map { CallRule($0) }

    /// Files that are passed to it, and threads, of which Pango starts one for each search of a font, and librsvg one for filters.
    static let drawing: [CallRule] =
        ["recvmsg", "set_robust_list", "rseq", "sigaltstack", "sched_yield", "sched_getaffinity"].map { CallRule($0) }
        + [
            CallRule("clone", with(thread, in: 0)),
            CallRule("prctl", equal(setName, in: 0)),
            // A filter cannot see its flags. The C library then uses clone.
            CallRule("clone3", effect: .fail(ENOSYS)),
        ]

    /// `CLONE_VM` and `CLONE_THREAD` of clone(2).
    private static let thread: Int32 = 0x100 | 0x1_0000
    /// `PR_SET_NAME` of prctl(2).
    private static let setName: Int32 = 15

    private static func equal(_ value: Int32, in argument: UInt32) -> scmp_arg_cmp {
        masked(-1, value, in: argument)
    }

    private static func with(_ bits: Int32, in argument: UInt32) -> scmp_arg_cmp { masked(bits, bits, in: argument) }

    private static func without(_ bits: Int32, in argument: UInt32) -> scmp_arg_cmp { masked(bits, 0, in: argument) }

    /// Compares some bits of the lower half of an argument, which is all of an `int`.
    private static func masked(_ mask: Int32, _ value: Int32, in argument: UInt32) -> scmp_arg_cmp {
        scmp_arg_cmp(
            arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
            datum_b: UInt64(UInt32(bitPattern: value)))
    }
}
