import EventLoop
import Glibc
import Posix

/// A session: a compositor, and the daemon on it, which starts everything else. The session restarts a daemon or a
/// compositor that dies, and ends with a compositor that exits.
final class Session {
    /// The time that a program has to end before it is killed, ns.
    private static let endTimeout: UInt64 = 5_000_000_000
    /// The total sleeping time of a compositor after its start before the log names it as not ready, ns. On a slow machine
    /// it is still starting while it runs, or waits for a processor.
    private static let readyTimeout: UInt64 = 15_000_000_000

    /// The variable that names the renderer of wlroots compositors, and its value for software rendering.
    static let (renderer, software) = ("WLR_RENDERER", "pixman")

    private let setup: SessionSetup
    /// True until the daemon has been started for the first time, with the page of the first start.
    private var isFirstStart: Bool
    private let loop: EventLoop
    private let log: Log
    private let pipe: FileDescriptor
    private var reader = ReadyMessageReader()
    private var state: SessionState
    private var processes: [SessionState.Program: (source: ProcessExitSource, started: UInt64)] = [:]
    private var starts: [SessionState.Program: EventLoop.Timer] = [:]
    private var kills: [SessionState.Program: EventLoop.Timer] = [:]
    /// The programs to end as soon as they have started.
    private var ending: Set<SessionState.Program> = []
    /// The compositor's variables that differ from this process's. Variables by which programs find a compositor are
    /// not among them: a compositor that finds another one is its client.
    private var environment: [String: String?]
    private var ready: ReadyMessage?
    private var probe: CompositorProbe?
    private var source: FileDescriptorSource?
    private var signals: SignalSource?
    private var readyTimer: EventLoop.Timer?
    private var leaveTimer: EventLoop.Timer?
    private var result: ExitError?

    init(_ setup: SessionSetup) throws(SystemError) {
        self.setup = setup
        isFirstStart = setup.isFirstStart
        log = Log(program: "tabshell-session")
        environment = setup.variables
        environment[SessionFolder.variable] = setup.folder.pipe
        let renderer = environment[Self.renderer] ?? environmentVariable(Self.renderer)
        state = SessionState(compositor: setup.compositor.name, drawsInSoftware: renderer == Self.software)
        loop = try EventLoop()
        try setup.folder.write(setup.compositor.files)
        // Also open for writing, so that the reader sees no end of file between two messages.
        pipe = try FileDescriptor(opening: setup.folder.pipe, O_RDWR | O_NONBLOCK)
    }

    /// Runs until the compositor or a signal ends it. Throws the reason of a failed session.
    func run() throws {
        signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] _ in self?.handle(.stop) }
        source = try loop.watch(pipe.rawValue, for: .read) { [weak self] _ in self?.readPipe() }
        readyTimer = loop.timer { [weak self] in self?.readyTimedOut() }
        leaveTimer = loop.timer { [weak self] in self?.leave() }
        perform(state.start())
        try loop.run()
        if let result { throw result }
    }

    private func handle(_ event: SessionState.Event) { perform(state.handle(event)) }

    private func perform(_ effects: [SessionState.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let program, let delay): schedule(program, after: delay)
            case .end(let program): end(program)
            case .leave(let delay): leaveTimer?.arm(after: delay)
            case .drawInSoftware:
                environment[Self.renderer] = Self.software
            case .warn(let text): log.warning(text)
            case .finish(let error):
                result = error
                loop.stop()
            }
        }
    }

    private func readPipe() {
        for message in reader.append((try? pipe.read(upTo: 65536)) ?? []) {
            guard let message else {
                log.warning("tabshell-session --ready sent no message that can be understood")
                continue
            }
            readyTimer?.disarm()
            ready = message
            watch(message)
            handle(.ready)
        }
    }

    /// The time at which the log names a compositor as not ready, CLOCK_MONOTONIC, ns.
    static func readyDeadline(startedAt start: UInt64, _ times: SchedulerTimes) -> UInt64 {
        start + times.running + times.waiting + readyTimeout
    }

    private func readyTimedOut() {
        guard let (source, start) = processes[.compositor] else { return }
        let deadline = Self.readyDeadline(startedAt: start, SchedulerTimes(of: source.pid))
        guard MonotonicClock.now >= deadline else {
            readyTimer?.arm(at: deadline)
            return
        }
        log.warning("\(setup.compositor.name) has not run \"tabshell-session --ready\" yet, for which tabshelld waits")
    }

    private func watch(_ message: ReadyMessage) {
        probe = message.socket(runtimeDirectory: environmentVariable("XDG_RUNTIME_DIR")).map { path in
            CompositorProbe(path, on: loop) { [weak self] in self?.handle(.hung) }
        }
    }

    private func variables(of program: SessionState.Program) -> [String: String?] {
        guard program == .daemon, let ready else { return environment }
        return environment.merging(ready.environment) { _, theirs in theirs }
    }

    private func schedule(_ program: SessionState.Program, after delay: UInt64) {
        ending.remove(program)
        let timer = loop.timer { [weak self] in
            guard let self else { return }
            starts[program] = nil
            start(program)
        }
        starts[program] = timer
        timer.arm(after: delay)
    }

    private func start(_ program: SessionState.Program) {
        let command: [String]
        switch program {
        case .compositor:
            command = setup.compositor.command
            readyTimer?.arm(after: Self.readyTimeout)
        case .daemon:
            command = ["tabshelld"] + setup.daemonArguments + (isFirstStart ? ["--welcome"] : [])
            isFirstStart = false
        }
        ProcessExitSource.start(
            command.first ?? "", arguments: Array(command.dropFirst()), environment: variables(of: program), on: loop,
            onExit: { [weak self] _, code in self?.exited(program, code) },
            onStart: { [weak self] outcome in
                guard let self else { return }
                switch outcome {
                case .success(let source):
                    processes[program] = (source, MonotonicClock.now)
                    if ending.remove(program) != nil { end(program) }
                case .failure(let error): handle(.failed(program, reason: error.description))
                }
            })
    }

    private func exited(_ program: SessionState.Program, _ code: Int32?) {
        let started = processes.removeValue(forKey: program)?.started ?? MonotonicClock.now
        kills[program] = nil
        if program == .compositor {
            readyTimer?.disarm()
            (ready, probe) = (nil, nil)
        }
        let now = MonotonicClock.now
        handle(.exited(program, code: code, at: now, runTime: now - started))
    }

    private func leave() {
        let left = processes.values.map { "\($0.source.pid)" }.sorted().joined(separator: ", ")
        if !left.isEmpty { log.warning("left behind, since SIGKILL has not ended them: \(left)") }
        handle(.overdue)
    }

    private func end(_ program: SessionState.Program) {
        if starts.removeValue(forKey: program) != nil {
            return handle(.exited(program, code: nil, at: MonotonicClock.now, runTime: 0))
        }
        guard let process = processes[program]?.source else {
            ending.insert(program)
            return
        }
        process.send(SIGTERM)
        let timer = loop.timer { process.send(SIGKILL) }
        timer.arm(after: Self.endTimeout)
        kills[program] = timer
    }
}
