import CLinux
import Glibc

/// Child processes: posix_spawn(3), wait(2), and the search for an executable.
public enum ChildProcess {
    /// The environment variable with the name of the instance of a program that has started a process, by which what it leaves
    /// behind is known and ended. The name begins with that of the instance that started the program, and a colon. A process
    /// without the variable is independent.
    public static let instanceVariable = "TABSHELL_INSTANCE"

    /// Starts a program with this process's environment and some changes to it, with no signal blocked and none ignored.
    /// All descriptors of tabshell are close-on-exec; the child gets standard input, output and error only.
    ///
    /// - Parameters:
    ///   - path: the executable.
    ///   - arguments: without the program's own name.
    ///   - directory: the child's working directory; nil for this process's.
    ///   - environment: the variables to add or replace; nil removes a variable.
    ///   - standardInput: the child's standard input, in place of this process's.
    ///   - standardOutput: the child's standard output, in place of this process's.
    ///   - standardError: the child's standard error, in place of this process's.
    ///   - inNewProcessGroup: true if it leads a new process group, so that a signal can reach its children.
    /// - Returns: the child's pid. The caller waits for it.
    /// - Throws: ``SystemError``, for example if the file does not exist.
    public static func spawn(
        _ path: String, arguments: [String], in directory: String? = nil, environment changes: [String: String?] = [:],
        standardInput: Int32? = nil, standardOutput: Int32? = nil, standardError: Int32? = nil,
        inNewProcessGroup: Bool = false
    ) throws(SystemError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // This process ignores SIGPIPE, and may have been started with others ignored, as nohup(1) does with SIGHUP.
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = inNewProcessGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let directory { clinux_start_in(&actions, directory) }
        if let standardInput { posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO) }
        if let standardOutput { posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO) }
        if let standardError { posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO) }

        let argumentStrings = ([path] + arguments).map { strdup($0) }
        let environmentStrings = localZone.withLock { _ in mergedEnvironment(changes) }
        defer { for string in argumentStrings + environmentStrings { free(string) } }
        var pid: pid_t = 0
        clinux_begin_start()
        defer { clinux_end_start() }
        let error = posix_spawn(
            &pid, path, &actions, &attributes, argumentStrings + [nil], environmentStrings + [nil])
        guard error == 0 else { throw SystemError(code: error, operation: "starting \(path)") }
        return pid
    }

    /// The environment as copies of `NAME=VALUE`, with the changes. The rest is passed on byte by byte: it need not be UTF-8.
    private static func mergedEnvironment(_ changes: [String: String?]) -> [UnsafeMutablePointer<CChar>?] {
        var result: [UnsafeMutablePointer<CChar>?] = []
        var entry = clinux_environment()
        while let variable = entry?.pointee {
            let name = String(String(cString: variable).prefix { $0 != "=" })
            if changes[name] == nil { result.append(strdup(variable)) }
            entry = entry?.advanced(by: 1)
        }
        return result + changes.compactMap { name, value in value.map { strdup("\(name)=\($0)") } }
    }

    /// Keeps a child, and its later children, from preempting other processes by waking up; no effect if not permitted.
    public static func scheduleInBatch(_ pid: pid_t) { _ = clinux_schedule_in_batch(pid) }

    /// Collects a child that has ended.
    ///
    /// - Parameter waiting: true to wait for its end.
    /// - Returns: its exit code, or -signal; nil for a process that is not a child, or has not ended.
    @discardableResult
    public static func reap(_ pid: pid_t, waiting: Bool) -> Int32? {
        var status: Int32 = 0
        return waitpid(pid, &status, waiting ? 0 : WNOHANG) == pid ? clinux_exit_code(status) : nil
    }

    /// Returns true for a child that has not been collected.
    public static func isOwn(_ pid: pid_t) -> Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(bitPattern: pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Waits for the end of a child that another thread collects.
    public static func waitForEnd(of pid: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(bitPattern: pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// The executable for a program's name; nil without one. See ``executable(named:)``.
    public static func findExecutable(_ name: String) -> String? { try? executable(named: name) }

    /// The executable for a program's name: a path as given, else a file beside this process's own
    /// executable, else one on `PATH`. A directory does not count.
    ///
    /// - Parameters:
    ///   - process: the process whose executable's folder is searched, in place of this one's.
    ///   - directory: the program's working directory, to which a path is relative; nil for this process's.
    /// - Throws: ``MissingExecutable``.
    public static func executable(
        named name: String, beside process: pid_t? = nil, in directory: String? = nil
    ) throws(MissingExecutable) -> String {
        if let directory, (try? FileSystem.status(of: directory))?.kind != .directory {
            throw MissingExecutable(name: name, reason: .noDirectory(directory))
        }
        let executable = FileSystem.resolve("/proc/\(process.map { "\($0)" } ?? "self")/exe")
        let own = executable.map { [FileSystem.directory(of: $0)] } ?? []
        let path = environmentVariable("PATH")?.split(separator: ":").map(String.init) ?? []
        let given = name.hasPrefix("/") ? name : directory.map { "\($0)/\(name)" } ?? name
        let candidates = name.utf8.contains(UInt8(ascii: "/")) ? [given] : (own + path).map { "\($0)/\(name)" }
        var reason = MissingExecutable.Reason.notFound
        for candidate in candidates {
            switch (try? FileSystem.status(of: candidate))?.kind {
            case nil: continue
            case .directory: reason = .directory(candidate)
            default:
                if FileSystem.isExecutable(candidate) { return candidate }
                reason = .notExecutable(candidate)
            }
        }
        throw MissingExecutable(name: name, reason: reason)
    }

    /// A child that has ended and waits to be collected; nil without one.
    public static var ended: pid_t? {
        var info = siginfo_t()
        let result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT)
        return result == 0 && info.si_signo == SIGCHLD ? clinux_child(&info) : nil
    }

    /// The children of this process, in no order; none if the kernel does not list them.
    public static var all: [pid_t] {
        // The kernel may skip one while another ends.
        var (earlier, children) = (listed, listed)
        while children != earlier { (earlier, children) = (children, listed) }
        return children
    }

    private static var listed: [pid_t] {
        FileSystem.names(in: "/proc/self/task").flatMap { thread in
            let bytes = (try? FileSystem.read("/proc/self/task/\(thread)/children", maximumSize: 1 << 20)) ?? []
            return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// All processes but this one.
    public static var others: [pid_t] {
        FileSystem.names(in: "/proc").compactMap { pid_t($0) }.filter { $0 != getpid() }
    }

    /// The children that have not executed their program yet, because it is on a disk that hangs.
    public static var unexecuted: [pid_t] {
        guard let own = FileSystem.resolve("/proc/self/exe") else { return [] }
        return all.filter { FileSystem.resolve("/proc/\($0)/exe") == own }
    }

    /// Makes orphaned descendants children of this process, which then has to collect them (`PR_SET_CHILD_SUBREAPER`), or of init again.
    public static func setSubreaper(_ isOne: Bool) { clinux_set_subreaper(isOne ? 1 : 0) }

    /// Replaces this process by a program, with SIGPIPE not ignored; returns only to throw.
    ///
    /// - Parameters:
    ///   - arguments: without the program's own name.
    ///   - descriptor: a descriptor that the program and its children inherit.
    public static func replace(
        by path: String, arguments: [String], passing descriptor: consuming FileDescriptor? = nil
    ) throws(SystemError) -> Never {
        let words = ([path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        if let descriptor { _ = fcntl(descriptor.take(), F_SETFD, 0) }
        signal(SIGPIPE, SIG_DFL)
        execv(path, words + [nil])
        let error = SystemError.current("starting \(path)")
        ignoreSIGPIPE()
        throw error
    }
}

/// A program's name without an executable.
public struct MissingExecutable: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Reason: Equatable, Sendable {
        case notFound
        /// A file exists, but this process may not execute it.
        case notExecutable(String)
        case directory(String)
        /// The working directory does not exist.
        case noDirectory(String)
    }

    public var name: String
    public var reason: Reason

    public var description: String {
        switch reason {
        case .notFound: "program \"\(name)\" not found"
        case .notExecutable(let path): "\(path) is not executable: chmod +x it"
        case .directory(let path): "\(path) is a directory, not a program"
        case .noDirectory(let path): "the directory \(path) does not exist"
        }
    }
}

/// The number of descriptors that this process may have open (`RLIMIT_NOFILE`); nil if the kernel does not report it.
public var maximumOpenDescriptors: Int? {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
}

extension FileDescriptor {
    /// A descriptor that becomes readable when a process ends (pidfd_open(2)).
    ///
    /// - Throws: ``SystemError``; `ESRCH` if the process does not exist.
    public init(process pid: pid_t) throws(SystemError) {
        self.init(owning: try systemCall("pidfd_open \(pid)") { clinux_pidfd_open(pid) })
    }

    /// The process at the other end of a Unix socket as a pidfd (`SO_PEERPIDFD`, Linux 6.5); nil if the kernel lacks them,
    /// or the process has ended.
    public static func peerProcess(of socket: borrowing FileDescriptor) -> FileDescriptor? {
        let descriptor = clinux_peer_pidfd(socket.rawValue)
        return descriptor < 0 ? nil : FileDescriptor(owning: descriptor)
    }

    /// Sends a signal to the process of a pidfd, unless it has ended.
    public func sendSignal(_ signal: Int32) { _ = clinux_pidfd_signal(rawValue, signal) }

    /// A non-blocking descriptor that delivers signals, which are blocked from any other delivery (signalfd(2)).
    public init(signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
        self.init(owning: try systemCall("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) })
    }

    /// The next signal of a signalfd; nil when none waits.
    public func readSignal() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return Glibc.read(rawValue, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}

/// Makes the allocator return large blocks (from 1 MiB on) to the system as soon as they are freed, and use one heap for
/// all threads. Call it before any thread starts.
public func reduceMemoryRetention() { clinux_save_memory() }

/// Returns the memory that has been freed to the system (malloc_trim(3)).
public func releaseFreeMemory() { clinux_trim_memory() }

/// Returns the stack pages used by deeper calls to the system: drawing takes dozens, idle until the next frame.
/// Call it in the first thread.
public func releaseUnusedStack() { clinux_trim_stack() }
