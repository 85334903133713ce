import CLinux
import Glibc

/// Permanently lowers a limit of this process (setrlimit(2)); a lower one stays. SIGXCPU ends the process at the limit of
/// processor time; a write beyond the limit of a file's size fails.
public func setLimit(_ limit: __rlimit_resource, _ value: UInt64) {
    let resource = __rlimit_resource_t(limit.rawValue)
    var current = rlimit()
    guard getrlimit(resource, &current) == 0 else { return }
    let lowest = min(rlim_t(value), current.rlim_max)
    var new = rlimit(rlim_cur: min(lowest, current.rlim_cur), rlim_max: lowest)
    // At the upper limit the kernel sends SIGKILL, which explains less.
    if limit == RLIMIT_CPU { new.rlim_max = min(lowest + 1, current.rlim_max) }
    setrlimit(resource, &new)
    if limit == RLIMIT_FSIZE { signal(SIGXFSZ, SIG_IGN) }
}

/// Limits the private memory of this process, bytes; its children keep the earlier limit. An allocation beyond it
/// ends the process.
public func limitOwnMemory(to bytes: UInt) {
    // A sanitizer needs terabytes of addresses.
    #if !SANITIZERS
        clinux_limit_own_data(bytes)
    #endif
}

/// Ends this process when its parent ends (`PR_SET_PDEATHSIG`), even if it is not reading its input just then.
public func endWithParent() {
    let parent = getppid()
    clinux_end_with_parent(SIGKILL)
    // The parent may have ended before the call.
    if getppid() != parent { exit(0) }
}

/// The order in which the kernel kills programs when memory is short: the higher, the sooner (`oom_score_adj`). The programs
/// that pages start inherit their number.
public enum MemoryShortageOrder: Int, Sendable {
    case daemon = 100
    case panel = 200
    case page = 300

    /// Gives this process its number, unless it has a higher one.
    public func apply() {
        let path = "/proc/self/oom_score_adj"
        guard let file = try? FileDescriptor(opening: path, O_RDWR),
            let text = try? file.read(upTo: 16),
            let current = Int(String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }), current < rawValue
        else { return }
        try? file.writeAll(Array("\(rawValue)".utf8))
    }
}

/// The features of the kernel that confine a process.
public enum Kernel {
    /// The version of Landlock (landlock(7), Linux 5.13); nil without it.
    public static var landlockVersion: Int? {
        let version = clinux_landlock_version()
        return version > 0 ? Int(version) : nil
    }

    /// True if system calls can be filtered (seccomp(2)).
    public static var filtersCalls: Bool { clinux_filters_calls() == 1 }
}
