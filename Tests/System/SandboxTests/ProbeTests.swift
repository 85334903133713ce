import Foundation
import SandboxTestSupport
import TestSupport
import Testing

extension ConfinedHelper: CaseIterable {
    static let config = ConfinedHelper("tabshell-config", ["--reference"])
    static let raster = ConfinedHelper("tabshell-raster")

    public static var allCases: [ConfinedHelper] { [config, raster] }
}

/// The guarantees of the helpers, tested in both shipped ones.
@Suite struct ProbeTests {
    typealias Attempt = (call: String, arguments: [ConfinedHelper.Argument])

    private let home: TemporaryDirectory
    /// A file that the helpers' user may write, and its content.
    private let (file, content): (String, String)

    init() throws {
        home = try TemporaryDirectory()
        content = "untouched"
        file = try home.write(content, to: "file")
        chmod(file, 0o666)
        chmod(home.path, 0o777)
    }

    /// What libraries try and do without, by the error that it fails with.
    private static let errors: [String: Int32] = [
        EACCES: """
        chmod chown creat fchmod fchmodat fchown fchownat futimesat lchown link linkat mkdir mkdirat mknod mknodat open rename \
        renameat renameat2 rmdir statfs symlink symlinkat truncate unlink unlinkat utime utimensat utimes
        """,
        EBADF: "copy_file_range fallocate fdatasync fsync ftruncate pwrite64 pwritev pwritev2 sendfile splice",
        EMFILE: "dup epoll_create1 eventfd2 inotify_init1 memfd_create pipe pipe2",
        ENOLCK: "flock", ENOSYS: "clone3 close_range io_uring_setup membarrier openat2",
        ENOTSOCK: "getpeername getsockname getsockopt",
        EOPNOTSUPP: """
        fgetxattr flistxattr fremovexattr fsetxattr getxattr lgetxattr listxattr llistxattr lremovexattr lsetxattr removexattr \
        setxattr
        """,
        ESRCH: "getpriority sched_getattr sched_getparam sched_getscheduler",
    ].reduce(into: [:]) { errors, row in for call in row.value.split(separator: " ") { errors["\(call)"] = row.key } }

    /// Expects that no call is made: that each fails with its error, or ends the helper.
    private func expectRefusal(_ helper: ConfinedHelper, _ error: Int32? = nil, of attempts: [Attempt]) throws {
        let known = attempts.compactMap { attempt in
            ConfinedHelper.number(attempt.call).map { (name: attempt.call, number: $0, arguments: attempt.arguments) }
        }
        let outcomes = try helper.make(known.map { ($0.number, $0.arguments) })
        for (call, outcome) in zip(known, outcomes) {
            let end = ConfinedHelper.Outcome.ended(SIGSYS, "\(helper.program): refused the system call \(call.name)")
            let refusal = (error ?? Self.errors[call.name]).map(ConfinedHelper.Outcome.failed) ?? end
            #expect(outcome == refusal, "\(call.name) \(call.arguments)")
        }
    }

    @Test(arguments: ConfinedHelper.allCases) func network(helper: ConfinedHelper) throws {
        try expectRefusal(
            helper,
            of: [
                ("socket", [2, 1]), ("socket", [16, 3]), ("socketpair", [1, 1]), ("connect", [0]), ("bind", [0]),
                ("listen", [0]), ("accept", [0]), ("accept4", [0]), ("sendto", [1]), ("sendmsg", [1]),
                ("recvfrom", [0]),
                ("io_uring_setup", [1]),
            ])
        try expectRefusal(helper, EACCES, of: [("socket", [1, 1])])
    }

    @Test(arguments: ConfinedHelper.allCases) func programs(helper: ConfinedHelper) throws {
        try expectRefusal(
            helper,
            of: [
                ("execve", ["/bin/true"]), ("execveat", [-100, "/bin/true"]), ("fork", []), ("vfork", []),
                ("clone", [17]), ("clone", [0x111]), ("unshare", [0x1000_0000]), ("setns", [0]),
            ])
        // The C library then makes a thread with a call whose flags the filter sees.
        try expectRefusal(helper, of: [("clone3", ["", 88])])
    }

    @Test(arguments: ConfinedHelper.allCases) func otherProcesses(helper: ConfinedHelper) throws {
        let other = try ChildProcess("sleep", ["600"])
        let pid = ConfinedHelper.Argument(other.pid)
        try expectRefusal(
            helper,
            of: [
                ("kill", [pid, 9]), ("kill", [0, 9]), ("kill", [-1, 9]), ("tkill", [pid, 9]),
                ("tgkill", [pid, pid, 9]),
                ("rt_sigqueueinfo", [pid, 9, ""]), ("rt_tgsigqueueinfo", [pid, pid, 9, ""]), ("pidfd_open", [pid]),
                ("pidfd_send_signal", [0, 9]), ("ptrace", [16, pid]), ("process_vm_readv", [pid]),
                ("process_vm_writev", [pid]), ("kcmp", [pid, pid]), ("prlimit64", [pid, 0, "", 0]),
                ("setpriority", [0, pid, 19]), ("sched_setscheduler", [pid, 0, ""]),
                ("sched_setaffinity", [pid, 8, ""]),
                ("ioprio_set", [1, pid, 0]), ("setpgid", [pid, 0]), ("fcntl", [0, 8, pid]),
            ])
        #expect(other.isRunning)
    }

    @Test(arguments: ConfinedHelper.allCases) func contentOfFiles(helper: ConfinedHelper) throws {
        let path = ConfinedHelper.Argument.text(file)
        let new = ConfinedHelper.Argument.text(home.appending("new"))
        let (truncate, create, append) = (Int(O_TRUNC), Int(O_CREAT), Int(O_APPEND))
        try expectRefusal(
            helper,
            of: [
                ("open", [path, .number(truncate)]), ("openat2", [-100, path, "", 24]), ("creat", [path, 0o600]),
                ("truncate", [path, 0]),
                ("ftruncate", [1, 0]),
                ("fallocate", [1, 0, 0, 1]), ("copy_file_range", [0, 0, 1, 0, 1]), ("sendfile", [1, 0, 0, 1]),
                ("splice", [0, 0, 1, 0, 1]), ("memfd_create", ["new", 0]), ("mq_open", ["new", 0o100, 0o600]),
                ("shmget", [1, 4096, 0o1600]), ("msgget", [1, 0o1600]), ("semget", [1, 1, 0o1600]),
                ("open_by_handle_at", [0]), ("dup2", [0, 1]),
            ])
        try expectRefusal(
            helper, EACCES,
            of: [
                ("openat", [-100, path, 1]), ("openat", [-100, path, 2]), ("openat", [-100, path, 3]),
                ("openat", [-100, path, .number(truncate)]), ("openat", [-100, path, .number(append)]),
                ("openat", [-100, new, .number(create), 0o600]), ("openat", [-100, new, .number(create | 2), 0o600]),
                ("openat", [-100, .text(home.path), .number(Int(O_DIRECTORY) | 0o20000000), 0o600]),
            ])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
        #expect(!FileManager.default.fileExists(atPath: home.appending("new")))
    }

    @Test(arguments: ConfinedHelper.allCases) func namesAndAttributesOfFiles(helper: ConfinedHelper) throws {
        let (path, new) = (ConfinedHelper.Argument.text(file), ConfinedHelper.Argument.text(home.appending("new")))
        var (before, after) = (stat(), stat())
        stat(file, &before)
        try expectRefusal(
            helper,
            of: [
                ("rename", [path, new]), ("renameat", [-100, path, -100, new]), ("renameat2", [-100, path, -100, new]),
                ("unlink", [path]), ("unlinkat", [-100, path]), ("rmdir", [path]), ("link", [path, new]),
                ("linkat", [-100, path, -100, new]), ("symlink", [path, new]), ("symlinkat", [path, -100, new]),
                ("mknod", [new, 0o010600]), ("mknodat", [-100, new, 0o010600]), ("fchmod", [1, 0o777]),
                ("chown", [path, -1, -1]), ("lchown", [path, -1, -1]), ("fchown", [1, -1, -1]),
                ("fchownat", [-100, path, -1, -1]),
                ("setxattr", [path, "user.a", "b", 1]), ("lsetxattr", [path, "user.a", "b", 1]),
                ("fsetxattr", [1, "user.a", "b", 1]), ("removexattr", [path, "user.a"]),
                ("lremovexattr", [path, "user.a"]),
                ("fremovexattr", [1, "user.a"]), ("utime", [path]), ("utimes", [path]), ("futimesat", [-100, path]),
                ("utimensat", [-100, path]), ("flock", [0, 2]),
                ("mkdir", [new, 0o700]), ("mkdirat", [-100, new, 0o700]), ("chmod", [path, 0o777]),
                ("fchmodat", [-100, path, 0o777]),
            ])
        try expectRefusal(helper, ENOLCK, of: [("fcntl", [0, 5, ""]), ("fcntl", [0, 6, ""]), ("fcntl", [0, 7, ""])])
        stat(file, &after)
        #expect(before.st_mode == after.st_mode && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
        #expect(!FileManager.default.fileExists(atPath: home.appending("new")))
    }

    /// Files of the user, of other processes and of devices: the helpers have only fonts, icons and settings.
    @Test(.enabled(if: ConfinedHelper.kernelLimitsFiles), arguments: ConfinedHelper.allCases)
    func readingOfOtherFiles(helper: ConfinedHelper) throws {
        let other = try ChildProcess("sleep", ["600"])
        let paths = [file, home.path, "/etc/passwd", "/proc/\(other.pid)/environ", "/proc/self/maps", "/dev/tty", "/"]
        try expectRefusal(helper, EACCES, of: paths.map { ("openat", [-100, .text($0), 0]) })
        // By another name.
        try FileManager.default.createSymbolicLink(atPath: home.appending("link"), withDestinationPath: file)
        try expectRefusal(
            helper, EACCES, of: [("openat", [-100, .text("/usr/share/../..\(home.appending("link"))"), 0])])
    }

    /// A terminal that the helper was started in, and the end with its parent.
    @Test(arguments: ConfinedHelper.allCases) func terminalAndParent(helper: ConfinedHelper) throws {
        try expectRefusal(
            helper,
            of: [
                ("ioctl", [0, .number(Int(TIOCSTI)), "#"]), ("ioctl", [0, .number(Int(TIOCSCTTY))]),
                ("ioctl", [0, 0x541C, ""]),
                ("setsid", []), ("prctl", [1, 0]), ("prctl", [4, 1]), ("setrlimit", [7, ""]),
                ("prlimit64", [0, 7, "", 0]),
            ])
    }

    /// No new code, and no other filter or handler.
    @Test(arguments: ConfinedHelper.allCases) func codeAndFilter(helper: ConfinedHelper) throws {
        try expectRefusal(
            helper, EPERM,
            of: [
                ("mmap", [0, 4096, 7, 0x22, -1, 0]), ("mmap", [0, 4096, 5, 0x22, -1, 0]), ("mprotect", [0, 4096, 4]),
            ])
        try expectRefusal(
            helper,
            of: [
                ("pkey_mprotect", [0, 4096, 4]), ("shmat", [0, 0, 0o100000]), ("rt_sigaction", [.init(SIGSYS)]),
                ("seccomp", [1, 0, ""]), ("prctl", [22, 2, ""]), ("personality", [0x40000]),
            ])
        // Calls of the x32 architecture, with the numbers of others.
        #if arch(x86_64)
            #expect(
                try helper.make(0x4000_0000 + 39, [])
                    == .ended(SIGSYS, "\(helper.program): refused the system call 1073741863"))
        #endif
    }

    /// A picture or a setting that cannot be read ends by abort(3) at the worst.
    @Test(arguments: ConfinedHelper.allCases) func whatHelpersNeedIsAllowed(helper: ConfinedHelper) throws {
        func result(_ call: String, _ arguments: [ConfinedHelper.Argument]) throws -> ConfinedHelper.Outcome {
            try helper.make(try #require(ConfinedHelper.number(call)), arguments)
        }
        // The rasterizer has one for its replies.
        #expect(try result("openat", [-100, "/usr/share", .init(O_DIRECTORY)]) == .made(helper == .raster ? 4 : 3))
        #expect(try result("mmap", [0, -1, 3, 0x22, -1, 0]) == .failed(ENOMEM))
        #expect(try result("tgkill", [.ownPID, 0, 6]) == .failed(EINVAL))
    }

    /// The names of the calls that some arguments are allowed of.
    private static let made = Set(
        """
        access brk clock_getres clock_gettime clone close exit exit_group faccessat faccessat2 fadvise64 fcntl fstat fstatfs futex \
        getcwd getdents64 getegid geteuid getgid getpid getppid getrandom getresgid getresuid getrusage gettid gettimeofday getuid \
        ioctl lseek madvise mmap mprotect mremap munmap newfstatat openat prctl pread64 prlimit64 read readlink readlinkat readv \
        recvmsg restart_syscall rseq rt_sigaction rt_sigprocmask rt_sigreturn sched_getaffinity sched_yield set_robust_list \
        sigaltstack statx sysinfo tgkill times umask uname write writev
        """.split(separator: " ").map(String.init))

    /// Also the calls that nobody has thought of. Those that are newer than Linux 6.1 are not there.
    @Test(arguments: ConfinedHelper.allCases) func everyOtherCallIsRefused(helper: ConfinedHelper) throws {
        let numbers = (Array(0..<456) + [511]).filter { number in
            // Two calls of debuggers, which end with SIGILL instead.
            #if arch(x86_64)
                if number == 335 || number == 336 { return false }
            #endif
            return ConfinedHelper.name(number).map { !Self.made.contains($0) } ?? true
        }
        for (number, outcome) in zip(numbers, try helper.make(numbers.map { ($0, []) })) {
            let name = ConfinedHelper.name(number)
            let end = ConfinedHelper.Outcome.ended(
                SIGSYS, "\(helper.program): refused the system call \(name ?? "\(number)")")
            let error = number > 450 ? ENOSYS : name.flatMap { Self.errors[$0] }
            #expect(outcome == error.map(ConfinedHelper.Outcome.failed) ?? end)
        }
    }
}
