// SPDX-License-Identifier: MIT
import CSeccomp
import Glibc
import Posix

/// The filter of system calls (seccomp(2)). It lists what is refused rather than what is allowed, as the libraries of text
/// and pictures, which it must outlive, use whatever the C library finds best.
enum SystemCallFilter {
    private static let network = [
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "io_uring_setup",
    ]
    private static let processes = [
        "execve", "execveat", "fork", "vfork", "kill", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
        "pidfd_getfd", "pidfd_send_signal", "kcmp",
    ]
    private static let privileges = [
        "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "add_key", "request_key", "keyctl", "bpf",
        "perf_event_open", "userfaultfd", "open_by_handle_at", "personality",
    ]
    private static let writing = [
        "creat", "truncate", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link", "linkat", "symlink",
        "symlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "lchown",
        "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr", "utimensat",
    ]

    /// `CLONE_THREAD` of clone(2).
    private static let thread: UInt64 = 0x1_0000

    /// Installs the filter for this process and its threads. Refused calls fail with `EPERM`.
    ///
    /// - Throws: ``SystemError``, for example from a kernel without seccomp.
    static func install() throws(SystemError) {
        // The macros of libseccomp's actions are functions of C.
        let (allow, refuse) = (SCMP_ACT_ALLOW, UInt32(0x0005_0000))
        guard let filter = seccomp_init(allow) else { throw SystemError(code: ENOMEM, operation: "seccomp_init") }
        defer { seccomp_release(filter) }
        for name in network + processes + privileges + writing { try add(name, refuse | UInt32(EPERM), to: filter) }
        // Threads are allowed. The C library does without the calls whose flags a filter cannot see.
        let newProcess = scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: Self.thread, datum_b: 0)
        try add("clone", refuse | UInt32(EPERM), to: filter, if: newProcess)
        for name in ["clone3", "openat2"] { try add(name, refuse | UInt32(ENOSYS), to: filter) }
        for mode in [O_WRONLY, O_RDWR] {
            for (name, argument) in [("open", UInt32(1)), ("openat", 2)] {
                let writes = scmp_arg_cmp(
                    arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(O_ACCMODE), datum_b: UInt64(mode))
                try add(name, refuse | UInt32(EPERM), to: filter, if: writes)
            }
        }
        try check(seccomp_load(filter), "seccomp_load")
    }

    private static func add(
        _ name: String, _ action: UInt32, to filter: scmp_filter_ctx, if condition: scmp_arg_cmp? = nil
    ) throws(SystemError) {
        let number = seccomp_syscall_resolve_name(name)
        // Older libraries and other architectures lack some.
        guard number >= 0 else { return }
        let conditions = condition.map { [$0] } ?? []
        try check(
            seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions), "the rule of \(name)")
    }

    private static func check(_ result: Int32, _ operation: String) throws(SystemError) {
        if result < 0 { throw SystemError(code: -result, operation: operation) }
    }
}
