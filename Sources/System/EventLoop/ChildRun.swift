import Glibc
import Posix

/// One run of a program, from its start to its end: its input, its output, and its timeout.
///
/// The program leads a process group. The run ends with the program, even if that leaves processes in the background, or at the
/// deadline, when the group is killed. Dropping the run earlier also kills the group. In neither case does it wait for the
/// program's end, which a hanging disk can delay forever: the loop collects it later.
///
/// Nothing blocks: a thread searches for the program and starts it, and the pipes may be full.
public final class ChildRun {
    /// Standard error of the program.
    public enum StandardError: Sendable {
        /// Shared with this process.
        case inherited
        /// A part of the output, in its order.
        case output
        /// Collected separately, with the limit of the output.
        case separate
    }

    /// The limit of the collected output.
    public enum OutputLimit {
        /// A number of bytes; more ends the run with `EFBIG`.
        case ending(Int)
        /// A number of bytes; the rest is read and dropped, so that the program does not block.
        case dropping(Int)
        /// All output goes to a handler as it arrives.
        case handing(([UInt8]) -> Void)

        /// 4 MiB, and no more.
        public static var usual: OutputLimit { .ending(4 * 1024 * 1024) }
    }

    public enum Ending: Equatable, Sendable {
        /// The program's exit code, or -signal.
        case exited(Int32)
        /// Not started, or killed: with `ETIMEDOUT` at the deadline, with `EFBIG` for too much output.
        case failed(ProcessStartError)

        /// True if the program was killed at the deadline.
        public var isTimeout: Bool {
            if case .failed(.system(let error)) = self { error.code == ETIMEDOUT } else { false }
        }
    }

    public struct Outcome {
        public var ending: Ending
        public var output: [UInt8]
        public var standardError: [UInt8]
        /// True if the program has printed more than the limit.
        public var isTruncated: Bool

        /// The reason why the output is incomplete; nil for a program that ended by itself, or was killed by others.
        public var error: ProcessStartError? { if case .failed(let error) = ending { error } else { nil } }
    }

    /// Called when a killed program has ended.
    public var onCollected: () -> Void = {}
    /// Called when the program has printed more; see ``collected``.
    public var onOutput: () -> Void = {}
    /// True while a killed program has not ended: a hanging disk may keep it.
    public private(set) var isKilled = false

    private let program: String
    private let loop: EventLoop
    private let limit: OutputLimit
    private let sendKill: (pid_t) -> Void
    private var output: CollectedOutput
    private var standardError: CollectedOutput
    private var input: PipeWriter?
    private var outputPipe: OutputPipe?
    private var errorPipe: OutputPipe?
    private var process: ProcessExitSource?
    private var timer: EventLoop.Timer?
    /// The reason why the run ends in the next iteration of the loop.
    private var failure: ProcessStartError?
    /// Nil once it was called.
    private var onEnd: ((Outcome) -> Void)?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path or a name, see ``ChildProcess/executable(named:beside:)``.
    ///   - arguments: without the program's own name.
    ///   - daemon: the process beside whose executable it is searched; nil for this one.
    ///   - environment: the variables to add or replace; nil removes a variable.
    ///   - input: all that it can read.
    ///   - timeout: the time from now on that it has, ns.
    ///   - sendKill: kills a process, or the group of a negative number.
    ///   - onEnd: called once, after this initializer has returned, unless this object is released before.
    public init(
        _ program: String, _ arguments: [String], beside daemon: pid_t? = nil, environment: [String: String?] = [:],
        input: [UInt8] = [], standardError: StandardError = .inherited, limit: OutputLimit = .usual, timeout: UInt64,
        on loop: EventLoop,
        sendKill: @escaping (pid_t) -> Void = { kill($0, SIGKILL) }, onEnd: @escaping (Outcome) -> Void
    ) {
        (self.program, self.loop, self.limit, self.sendKill, self.onEnd) = (program, loop, limit, sendKill, onEnd)
        let maximum: Int? =
            switch limit {
            case .ending(let count), .dropping(let count): count
            case .handing: nil
            }
        output = CollectedOutput(maximum: maximum ?? 0)
        self.standardError = CollectedOutput(maximum: maximum ?? 0)
        timer = loop.timer { [weak self] in self?.timedOut() }
        timer?.arm(after: timeout)
        do throws(SystemError) {
            let streams = try connect(input, standardError)
            let sendKill = self.sendKill
            ProcessExitSource.start(
                program, beside: daemon, arguments: arguments, environment: environment, streams: streams, on: loop,
                onExit: { [weak self, weak loop] pid, code in
                    loop?.abandoned[pid] = nil
                    self?.exited(code)
                },
                onStart: { [weak self, weak loop] result in
                    if let self { return started(result) }
                    // It was dropped meanwhile.
                    if let loop, case .success(let process) = result { loop.abandon(process, by: sendKill) }
                })
        } catch {
            end(.system(error))
        }
    }

    deinit { release() }

    /// Runs a program to its end.
    ///
    /// - Parameter timeout: ns.
    /// - Throws: ``SystemError`` when descriptors run out.
    public static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [], limit: OutputLimit = .usual,
        timeout: UInt64 = 10_000_000_000
    ) throws(SystemError) -> Outcome {
        let loop = try EventLoop()
        // Running children are left to the reaper of this process, or to the system's.
        defer { loop.abandoned = [:] }
        var outcome: Outcome?
        let run = ChildRun(program, arguments, input: input, limit: limit, timeout: timeout, on: loop) { outcome = $0 }
        while true {
            if let outcome { return outcome }
            try loop.runOnce()
            withExtendedLifetime(run) {}
        }
    }

    /// Sets a new timeout, from now on. `timeout` is in ns.
    public func extend(by timeout: UInt64) {
        if onEnd != nil, failure == nil { timer?.arm(after: timeout) }
    }

    /// The output so far.
    public var collected: (output: [UInt8], standardError: [UInt8], isTruncated: Bool) {
        (output.bytes, standardError.bytes, output.isTruncated || standardError.isTruncated)
    }

    /// Kills the program. The end of the run is not reported.
    public func stop() {
        onEnd = nil
        release()
    }

    /// Makes the pipes. Returns the program's ends.
    private func connect(_ input: [UInt8], _ standardError: StandardError) throws(SystemError) -> ChildStreams {
        let (read, write) = try Pipe().take()
        let output = FileDescriptor(owning: write)
        outputPipe = try OutputPipe(read, on: loop) { [weak self] in self?.receive($0) }
        let inputEnd: FileDescriptor
        if input.isEmpty {
            inputEnd = try FileDescriptor(opening: "/dev/null")
        } else {
            let (read, write) = try Pipe().take()
            inputEnd = FileDescriptor(owning: read)
            self.input = try PipeWriter(FileDescriptor(owning: write), input, on: loop)
        }
        var error: Int32?
        switch standardError {
        case .inherited: break
        case .output: error = output.rawValue
        case .separate:
            let (read, write) = try Pipe().take()
            let end = FileDescriptor(owning: write)
            errorPipe = try OutputPipe(read, on: loop) { [weak self] in
                self?.standardError.add($0)
                self?.onOutput()
            }
            error = end.take()
        }
        return ChildStreams(input: inputEnd.take(), output: output.take(), error: error)
    }

    private func started(_ result: Result<ProcessExitSource, ProcessStartError>) {
        switch result {
        case .failure(let error): end(error)
        case .success(let process):
            self.process = process
            // It has taken too long to start.
            if onEnd == nil { release() }
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard onEnd != nil else { return }
        switch limit {
        case .handing(let handler): handler(bytes)
        case .dropping:
            output.add(bytes)
            onOutput()
        case .ending:
            output.add(bytes)
            guard output.isTruncated else { return }
            end(.system(SystemError(code: EFBIG, operation: "reading from \(program)")))
        }
    }

    /// Ends the run in the next iteration of the loop.
    private func end(_ error: ProcessStartError) {
        guard failure == nil else { return }
        failure = error
        outputPipe?.close()
        timer?.arm(after: 0)
    }

    private func timedOut() {
        finish(.failed(failure ?? .system(SystemError(code: ETIMEDOUT, operation: "waiting for \(program)"))))
    }

    private func exited(_ code: Int32?) {
        process = nil
        // The last output may still be in the pipes.
        outputPipe?.drain()
        errorPipe?.drain()
        if isKilled {
            isKilled = false
            return onCollected()
        }
        finish(failure.map { .failed($0) } ?? .exited(code ?? 0))
    }

    private func finish(_ ending: Ending) {
        guard let onEnd else { return }
        self.onEnd = nil
        release()
        onEnd(
            Outcome(
                ending: ending, output: output.bytes, standardError: standardError.bytes,
                isTruncated: output.isTruncated || standardError.isTruncated))
    }

    /// Kills what still runs.
    private func release() {
        timer?.disarm()
        (input, outputPipe, errorPipe) = (nil, nil, nil)
        if let process {
            isKilled = true
            loop.abandon(process, by: sendKill)
        }
        process = nil
    }
}

/// The output of a program, up to a number of bytes.
struct CollectedOutput {
    let maximum: Int
    private(set) var bytes: [UInt8] = []
    /// True if it was longer.
    private(set) var isTruncated = false

    init(maximum: Int) { self.maximum = maximum }

    mutating func add(_ new: [UInt8]) {
        let free = maximum - bytes.count
        bytes += new.prefix(free)
        if new.count > free { isTruncated = true }
    }
}

/// The reading end of a program's output pipe.
private final class OutputPipe {
    private static let chunk = 64 * 1024
    /// The number of chunks after which others have their turn.
    private static let maximumChunks = 32

    private let descriptor: FileDescriptor
    private let handler: ([UInt8]) -> Void
    private var watch: FileDescriptorSource?

    init(_ readEnd: Int32, on loop: EventLoop, handler: @escaping ([UInt8]) -> Void) throws(SystemError) {
        descriptor = FileDescriptor(owning: readEnd)
        self.handler = handler
        try descriptor.setNonBlocking()
        watch = try loop.watch(readEnd, for: .read) { [weak self] _ in self?.drain() }
    }

    /// Reads the available bytes.
    func drain() {
        for _ in 0..<Self.maximumChunks {
            guard watch != nil else { return }
            do throws(SystemError) {
                guard let bytes = try descriptor.read(upTo: Self.chunk) else { return }
                if bytes.isEmpty { return close() }
                handler(bytes)
            } catch {
                return close()
            }
        }
    }

    func close() { watch = nil }
}

extension EventLoop {
    /// Kills a child with its process group, and keeps it until it has ended.
    fileprivate func abandon(_ process: ProcessExitSource, by sendKill: (pid_t) -> Void) {
        // Its pid is its own until it is collected.
        sendKill(-process.pid)
        abandoned[process.pid] = process
    }
}
