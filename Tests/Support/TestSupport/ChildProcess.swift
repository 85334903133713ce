import CTestSupport
import Foundation

// The benchmarks are built with this module as well, and statically, where Testing is missing.
#if canImport(Testing)
    import Testing
#endif

/// A child process: run as the unprivileged user if the tests run as root, with exactly the given environment, its
/// output redirected to files. It is killed with this object. Its trap or crash always fails the test.
public final class ChildProcess {
    /// The outcome of a process.
    public enum Exit: Equatable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    /// The process id; Linux may reuse it once ``exit`` is set.
    public let pid: pid_t
    /// The last path component of the executable.
    public let name: String
    /// The time just before `execve`: `CLOCK_MONOTONIC`, ns.
    public let started: UInt64
    /// The exit, once it was collected; see ``waitForExit(seconds:)``.
    public private(set) var exit: Exit?
    /// The user and system time, ns, once it has ended.
    public private(set) var cpu: UInt64?
    /// The file of standard output.
    public let outputPath: String
    /// The file of standard error.
    public let errorPath: String

    /// The signals that a program ends by if it has an error.
    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    private let logs: TemporaryDirectory
    private var sentSignals: Set<Int32> = []

    /// Starts a program, by its path or by a name in `$PATH`.
    ///
    /// - Parameters:
    ///   - environment: the whole environment; nothing is inherited. See ``Environment/plain``.
    ///   - directory: the working directory; nil is the tests'.
    ///   - pass: a descriptor to keep open in the child under the same number.
    ///   - asRoot: keeps root if the tests run as root.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = Environment.plain,
        directory: String? = nil, pass: Int32? = nil, asRoot: Bool = false
    ) throws {
        guard let path = Environment.find(executable) else { throw SystemError("\(executable): not found") }
        name = URL(fileURLWithPath: path).lastPathComponent
        logs = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        outputPath = logs.appending("stdout")
        errorPath = logs.appending("stderr")

        let files = [
            open("/dev/null", O_RDONLY | O_CLOEXEC),
            open(outputPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600),
            open(errorPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600),
        ]
        defer { files.forEach { close($0) } }
        guard !files.contains(where: { $0 < 0 }) else { throw SystemError("output of \(name)", errno: errno) }

        let words = CStrings([path] + arguments)
        let settings = CStrings(environment.map { "\($0)=\($1)" }.sorted())
        let folder = CStrings(directory.map { [$0] } ?? [])
        var time: UInt64 = 0
        let user = asRoot ? nil : Privilege.user
        let result = withExtendedLifetime((words, settings, folder)) {
            var how = cts_spawn(
                path: words.pointer[0], arguments: words.pointer, environment: settings.pointer,
                directory: folder.pointer[0], uid: user ?? 0, drop: user != nil, input: files[0], output: files[1],
                error: files[2], pass: pass ?? -1)
            return ForkLock.withLock { cts_spawn(&how, &time) }
        }
        guard result > 0 else {
            let detail = result == -EACCES ? " (\(Privilege.modes(along: path)))" : ""
            throw SystemError("starting \(path)\(detail)", errno: -result)
        }
        pid = result
        started = time
    }

    deinit { kill() }

    /// The standard output so far.
    public var output: String { text(outputPath) }
    /// The standard error so far.
    public var errorOutput: String { text(errorPath) }

    /// True until the process has ended.
    public var isRunning: Bool { exit == nil && !reap(timeout: 0) }

    /// True if it has ended by a signal of an error that the test did not send.
    var hasCrashed: Bool {
        guard case .signal(let number) = exit else { return false }
        return Self.crashes.contains(number) && !sentSignals.contains(number)
    }

    /// Sends a signal, unless the process has ended.
    public func signal(_ number: Int32) {
        guard isRunning else { return }
        sentSignals.insert(number)
        Glibc.kill(pid, number)
    }

    /// Terminates the process and waits; kills it if it does not end.
    @discardableResult
    public func terminate(seconds: Double = Deadline.usual) -> Exit? {
        signal(SIGTERM)
        if exit == nil && !reap(timeout: Deadline(seconds: seconds).remaining) { kill() }
        return exit
    }

    public func kill() {
        guard isRunning else { return }
        Glibc.kill(pid, SIGKILL)
        reap(timeout: -1)
    }

    /// Waits for the end of the process.
    @discardableResult
    public func waitForExit(seconds: Double = Deadline.usual) throws -> Exit {
        if exit == nil { reap(timeout: Deadline(seconds: seconds).remaining) }
        guard let exit else {
            throw WaitTimeout(what: "\(name) to end; it wrote: \(errorOutput.suffix(2000))", seconds: seconds)
        }
        return exit
    }

    /// Runs a program and returns its standard output. It throws if the exit status is not 0.
    public static func run(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = Environment.plain
    ) throws -> Data {
        let child = try ChildProcess(executable, arguments, environment: environment)
        guard try child.waitForExit() == .code(0) else {
            let words = ([executable] + arguments).joined(separator: " ")
            throw SystemError("\(words): \(child.exit.map { "\($0)" } ?? ""): \(child.errorOutput)\(child.output)")
        }
        return try Data(contentsOf: URL(fileURLWithPath: child.outputPath))
    }

    @discardableResult
    private func reap(timeout: Int32) -> Bool {
        var status: Int32 = 0
        var facts = rusage()
        let ended = cts_wait(pid, timeout, &status, &facts)
        guard ended != 0 else { return false }
        // An error means that nothing is left to wait for.
        exit = ended < 0 ? .code(-1) : status & 0x7f == 0 ? .code(status >> 8 & 0xff) : .signal(status & 0x7f)
        let seconds = facts.ru_utime.tv_sec + facts.ru_stime.tv_sec
        let microseconds = facts.ru_utime.tv_usec + facts.ru_stime.tv_usec
        cpu = UInt64(seconds * 1_000_000 + Int(microseconds)) * 1000
        #if canImport(Testing)
            if hasCrashed, let exit {
                Issue.record("\(name) crashed (\(exit)); it wrote: \(errorOutput.suffix(2000))")
            }
        #endif
        return true
    }

    private func text(_ path: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data(), as: UTF8.self)
    }
}

/// A NULL-terminated list of C strings, valid for as long as this object lives.
public final class CStrings {
    public let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    public init(_ strings: [String]) {
        count = strings.count
        pointer = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { pointer[index] = strdup(string) }
        pointer[count] = nil
    }

    deinit {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}
