import CLinux
import CSeccomp
import Glibc

/// A rule of the filter: a system call by its name or number, the values of its arguments to which the rule applies, and its effect.
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

/// The system calls of a confined helper, in three classes.
///
/// - Those that a helper makes between entering and its end: in traces (strace(1)) of the helpers with all of their options and the
///   whole corpus of the fuzz targets, and those by which other architectures and versions of the libraries do the same.
/// - ``refused``: those that a library tries and does without. They fail as on a system that grants less.
/// - Any other would reach another process, a program, the network or the system. It ends the helper.
enum SystemCalls {
    /// The rules of every helper.
    static var common: [CallRule] {
        memory + files + output + signals + time + refused
    }

    /// Memory that is never executed. Loading a library later fails: pictures name formats and encodings.
    private static let memory: [CallRule] =
        // qsort(3) asks for the size of the memory (sysinfo(2)).
        allow("brk munmap mremap madvise sysinfo")
        + ["mmap", "mprotect"].flatMap { name in
            [
                CallRule(name, without(PROT_EXEC, in: 2)),
                CallRule(name, with(PROT_EXEC, in: 2), effect: .fail(EPERM)),
            ]
        }

    /// The flags of open(2) that neither write, create, truncate nor bypass permissions.
    private static let readingFlags = O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | largeFile
    /// The kernel's `O_LARGEFILE`; the C library's is 0.
    #if arch(arm64)
        private static let largeFile: Int32 = 0o400000
    #else
        private static let largeFile: Int32 = 0o100000
    #endif

    private static let files = joined(
        allow("read pread64 readv lseek close fadvise64 fstat newfstatat statx fstatfs access faccessat faccessat2"),
        allow("readlink readlinkat getdents64 getcwd"),
        [CallRule("openat", without(~readingFlags, in: 2))],
        // By each of the other flags.
        (0..<32).map { Int32(bitPattern: UInt32(1) << $0) }.filter { $0 & readingFlags == 0 }.map {
            CallRule("openat", with($0, in: 2), effect: .fail(EACCES))
        },
        [F_GETFD, F_SETFD, F_GETFL].map { CallRule("fcntl", equal($0, in: 1)) })

    /// The open descriptors. GLib asks if they are terminals before it logs (isatty(3)).
    private static let output: [CallRule] =
        allow("write writev") + [Int32(TCGETS), terminalAttributes2].map { CallRule("ioctl", equal($0, in: 1)) }

    /// `TCGETS2`, of isatty(3) from glibc 2.42 on.
    private static let terminalAttributes2 = Int32(bitPattern: 0x802C_542A)

    /// Its own signals, identity and end. SIGSYS stays what it is: it reports refused calls.
    private static let signals: [CallRule] =
        allow("rt_sigprocmask rt_sigreturn restart_syscall futex getpid gettid exit exit_group")
        + allow("getuid geteuid getgid getegid getresuid getresgid getppid uname umask")
        + [
            CallRule("rt_sigaction", scmp_arg_cmp(arg: 0, op: SCMP_CMP_NE, datum_a: UInt64(SIGSYS), datum_b: 0)),
            // abort(3).
            CallRule("tgkill", equal(getpid(), in: 0)),
            // Reads limits: of the stack, for a thread.
            CallRule("prlimit64", equal(0, in: 0), equal(0, in: 2)),
            CallRule("prctl", equal(setName, in: 0)),
        ]

    /// Clocks, where the kernel's page does not have them, and random numbers for hash tables.
    private static let time = allow("clock_gettime clock_getres gettimeofday getrandom getrusage times")

    /// The calls that libraries try and do without, by the error that they know.
    private static let refused = joined(
        // To write names and attributes of files, as into a folder of somebody else: fontconfig renews its cache.
        fail(EACCES, "open creat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink"),
        fail(EACCES, "symlinkat mknod mknodat chmod fchmod fchmodat chown lchown fchown fchownat utime utimes"),
        fail(EACCES, "futimesat utimensat truncate statfs"),
        fail(EOPNOTSUPP, "setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr"),
        fail(EOPNOTSUPP, "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr"),
        // To write content: no file is open for that.
        fail(EBADF, "pwrite64 pwritev pwritev2 ftruncate fallocate copy_file_range sendfile splice fsync fdatasync"),
        // To lock a file, as on a network's file system.
        fail(ENOLCK, "flock"),
        [F_GETLK, F_SETLK, F_SETLKW].map { CallRule("fcntl", equal($0, in: 1), effect: .fail(ENOLCK)) },
        // To have more descriptors than it may.
        fail(EMFILE, "dup pipe pipe2 eventfd2 epoll_create1 inotify_init1 memfd_create"),
        [F_DUPFD, F_DUPFD_CLOEXEC].map { CallRule("fcntl", equal($0, in: 1), effect: .fail(EMFILE)) },
        // To ask if a descriptor is a socket, as of the journal: GLib does so before it logs.
        fail(ENOTSOCK, "getpeername getsockname getsockopt"),
        // To ask a service for a user's name, and to report to the journal, by a local socket.
        [CallRule("socket", equal(AF_UNIX, in: 0), effect: .fail(EACCES))],
        // To ask for the size of a terminal, or what waits in it.
        [Int32(TIOCGWINSZ), Int32(FIONREAD)].map { CallRule("ioctl", equal($0, in: 1), effect: .fail(ENOTTY)) },
        // To ask about the scheduling of threads, as of a process that has ended.
        fail(ESRCH, "sched_getattr sched_getparam sched_getscheduler getpriority"),
        // To name memory, which a kernel may lack.
        [CallRule("prctl", equal(nameMemory, in: 0), effect: .fail(EINVAL))],
        // Calls that older kernels lack. A filter cannot see the arguments of the first three.
        fail(ENOSYS, "clone3 openat2 io_uring_setup membarrier close_range"),
        // Their numbers are the same everywhere, and the library of filters may not know their names: from Linux 6.5 on.
        (451..<CLINUX_CALLS).map { CallRule("\($0)", effect: .fail(ENOSYS)) })

    /// Received files, and threads: Pango starts one for each search of a font, and librsvg one for filters.
    static let drawing: [CallRule] =
        allow("recvmsg set_robust_list rseq sigaltstack sched_yield sched_getaffinity")
        + [CallRule("clone", with(thread, in: 0))]

    /// `CLONE_VM` and `CLONE_THREAD` of clone(2).
    private static let thread: Int32 = 0x100 | 0x1_0000
    /// `PR_SET_NAME` and `PR_SET_VMA` of prctl(2).
    private static let (setName, nameMemory): (Int32, Int32) = (15, 0x5356_4D41)

    private static func joined(_ rules: [CallRule]...) -> [CallRule] { rules.flatMap(\.self) }

    private static func allow(_ names: String) -> [CallRule] { names.split(separator: " ").map { CallRule("\($0)") } }

    private static func fail(_ error: Int32, _ names: String) -> [CallRule] {
        names.split(separator: " ").map { CallRule("\($0)", effect: .fail(error)) }
    }

    private static func equal(_ value: Int32, in argument: UInt32) -> scmp_arg_cmp {
        masked(-1, value, in: argument)
    }

    private static func with(_ bits: Int32, in argument: UInt32) -> scmp_arg_cmp { masked(bits, bits, in: argument) }

    private static func without(_ bits: Int32, in argument: UInt32) -> scmp_arg_cmp { masked(bits, 0, in: argument) }

    /// Compares some bits of the lower half of an argument: all of an `int`.
    private static func masked(_ mask: Int32, _ value: Int32, in argument: UInt32) -> scmp_arg_cmp {
        scmp_arg_cmp(
            arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(UInt32(bitPattern: mask)),
            datum_b: UInt64(UInt32(bitPattern: value)))
    }
}
