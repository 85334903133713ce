import CommandLineKit
import EventLoop
import Glibc
import Posix
import ShellModel
import SocketServer
import ShellConfig
import TabshellIPC

/// The daemon: serves the socket, and runs the effects of ``DaemonCore`` on an event loop. Everything that happens becomes an event in one
/// queue, so no effect is carried out within another.
public final class DaemonHost {
    let loop: EventLoop
    let log: Log
    private var core: DaemonCore
    private var events: [Event] = []
    /// The time of the wake-up, CLOCK_MONOTONIC, ns; nil until needed: without a vDSO clock, reading takes longer than an answer.
    private var wakeUpTime: UInt64?
    var isHandling = false

    private let listener: Listener
    private let stateClaim: StateClaim
    private let persistence: Persistence?
    private let loader: ConfigurationLoader
    private let configurationCopy: ConfigurationCopy?
    private let configurationWatcher: FileWatcher
    /// The reason why changes of the files are not noticed that was logged.
    private var watchFailure: SystemError?
    /// The names of the looks. The folder of the user's own ones may be on a disk that hangs: then the known ones count.
    private let lookNames: BackgroundCall<Void, [String]>
    private var knownLooks = ConfigurationLoader.builtInLooks
    private let tabsFile: TabsFile?
    private let processes: ProcessTable
    private let compositor: CompositorWatcher
    private let notifier: SystemdNotifier
    private let memoryTrimmer: MemoryTrimmer
    let output = ClientOutput()
    var sessions: [ClientID: ClientSession] = [:]
    var lastClient: UInt64 = 0
    var lastSerial: UInt64 = 0
    var stalledClients = LogThrottle()

    private var deadlineTimer: EventLoop.Timer?
    private var wallClockTimer: WallClockTimer?
    private var zoneWatcher: FileWatcher?
    private var configurationRun: ChildRun?
    private var numberRun: ChildRun?
    private var network: NetworkMonitor?
    private var acceptSource: FileDescriptorSource?
    private var signalSource: SignalSource?
    private var commitHook: EventLoop.PrepareHook?
    private var orphanReaper: OrphanReaper?

    /// Listens on a path, unless a service manager passed a socket.
    public init(
        source: ConfigurationLoader, socketPath: SocketPath, startsPrograms: Bool,
        usesWindows: Bool = false, isFirstStart: Bool = false, environment: (String) -> String?
    ) throws {
        log = Log(program: "tabshelld", environment: environment)
        listener = try Listener.fromServiceManager(environment: environment) ?? Listener(at: socketPath)
        loop = try EventLoop()
        notifier = SystemdNotifier(environment: environment, on: loop)
        memoryTrimmer = MemoryTrimmer(on: loop)
        loader = source
        tabsFile = source.tabsFile.map { [loop] in TabsFile(path: $0, loop: loop) }
        stateClaim = StateClaim(socketPath)
        let path = Persistence.defaultPath(name: stateClaim.name, environment: environment)
        persistence = path.map { [loop, log] in Persistence(path: $0, loop: loop, log: log) }
        if path == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: the selection will not be saved") }
        configurationCopy = path.map { [loop, log] in
            ConfigurationCopy(path: ConfigurationCopy.path(besideState: $0), loop: loop, log: log)
        }
        let loaded: (content: StateFile?, isDamaged: Bool)?
        do throws(SystemError) {
            loaded = try persistence?.load()
        } catch {
            throw ExitError.refused("the saved state cannot be read, and is left as it is: \(error)")
        }
        let saved = loaded?.content
        lookNames = BackgroundCall("reading the names of the looks", timeout: 5_000_000_000, on: loop) {
            (_: Void) throws(SystemError) in source.lookNames
        }
        // Before the files are read, so that no change is missed in between.
        configurationWatcher = FileWatcher(
            [source.file, source.tabsFile].compactMap(\.self), and: source.lookFiles, on: loop)
        let configuration = try ActiveConfiguration(source, lookOverride: saved?.look) {
            [configurationCopy] in configurationCopy?.read(of: source.file)
        }
        // The programs must find the served socket, which a service manager may have put elsewhere.
        let served = listener.socketPath ?? socketPath
        var variables: [String: String?] = ["TABSHELL_SOCKET": served.path]
        if usesWindows { variables["TABSHELL_WINDOW"] = "1" }
        // An empty tab leads to it.
        variables["TABSHELL_CONFIG"] = source.file
        // The daemon's own activation token is used up, and it may have been started by a page of another daemon.
        let foreign = ["TABSHELL_TAB", "TABSHELL_ACTION", "TABSHELL_REFUSED", ChildProcess.instanceVariable]
        for name in Supervisor.activationVariables + SystemdNotifier.variables + foreign {
            variables.updateValue(nil, forKey: name)
        }
        compositor = CompositorWatcher(environment: environment, on: loop)
        // The number of a process may have been an earlier daemon's.
        let instance = "\(served.path):\(getpid())-\(MonotonicClock.now)"
        processes = ProcessTable(
            environment: variables, socket: served.path, instance: instance, loop: loop, log: log)
        core = DaemonCore(
            .init(
                pid: getpid(), version: tabshellVersion, startsPrograms: startsPrograms, isFirstStart: isFirstStart),
            configuration, restoring: saved, isDamaged: loaded?.isDamaged == true,
            supervisor: Supervisor(
                socket: served.path, instance: instance, missingCompositor: compositor.reason),
            wallClock: Int64(time(nil)), at: MonotonicClock.now)
        core.reportConfiguration()
    }

    /// Serves until SIGTERM or SIGINT, then terminates the programs that it started.
    public func run() throws(SystemError) {
        deadlineTimer = loop.timer { [weak self] in self?.handle(.deadline) }
        processes.onEvent = { [weak self] in self?.handle($0) }
        lookNames.onResult = { [weak self] in if case .success(let names) = $0 { self?.knownLooks = names } }
        compositor.onAppear = { [weak self] in
            guard let self else { return }
            log.info("there is a compositor at \(compositor.path ?? "")")
            handle(.compositorAppeared)
        }
        configurationWatcher.onChange = { [weak self] in
            self?.reportWatching()
            self?.handle(.filesChanged)
        }
        reportWatching()
        signalSource = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.handle(signal == SIGHUP ? .reload : .stop)
        }
        // Some descriptors are reserved for saving, and for starting programs.
        let maximumClients = max(1, min(Limits.maximumClients, (maximumOpenDescriptors ?? .max) - 64))
        if maximumClients < Self.usualClients {
            log.warning(
                "at most \(maximumClients) clients: \(maximumOpenDescriptors ?? 0) open files are allowed (ulimit -n), 1024 are usual"
            )
        }
        acceptSource = try listener.accept(
            on: loop, hasCapacity: { [weak self] in self.map { $0.sessions.count < maximumClients } ?? false },
            accepted: { [weak self] in self?.addClient($0) })
        commitHook = loop.addPrepareHook { [weak self] in self?.commit() }
        orphanReaper = try OrphanReaper(on: loop)
        handle(.start(processes.adoptRecorded()))
        try loop.run()
        for session in sessions.values { session.connection.close() }
        listener.removeSocket()
    }

    /// The number of clients of a large configuration.
    private static let usualClients = 64

    private func reportWatching() {
        let failure = configurationWatcher.failure
        defer { watchFailure = failure }
        switch (watchFailure, failure) {
        case (nil, let error?):
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
        case (.some, nil): log.info("changes of the configuration are noticed again")
        default: break
        }
    }

    var state: ShellState { core.shell }

    /// Begins to save the state, and writes to the sockets: once for all changes of a wake-up.
    private func commit() {
        // Flushing may close a connection, which may change the state.
        repeat {
            if core.hasUnsavedChanges { handle(.idle) }
            output.flush()
        } while core.hasUnsavedChanges
        wakeUpTime = nil
        memoryTrimmer.update(sessions.count)
    }

    /// Handles an event, or queues it after the current ones.
    func handle(_ event: Event) {
        guard !isHandling else { return events.append(event) }
        isHandling = true
        let now = wakeUpTime ?? MonotonicClock.now
        wakeUpTime = now
        for effect in core.handle(event, at: now) { carryOut(effect) }
        var index = 0
        while index < events.count {
            for effect in core.handle(events[index], at: now) { carryOut(effect) }
            index += 1
        }
        events.removeAll(keepingCapacity: true)
        isHandling = false
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .reply(let requester, let result, let change):
            guard let connection = connection(requester.client) else { return }
            output.reply(requester, result, to: connection, after: change)
        case .keepPlace(let requester):
            if let connection = connection(requester.client) { output.keepPlace(requester.serial, for: connection) }
        case .awaitTurn(let requester):
            guard let connection = connection(requester.client) else { return }
            output.awaitTurn(of: requester.serial, on: connection) { [weak self] in self?.handle(.turn(requester)) }
        case .subscribe(let requester, let topics, let state, let isFirst):
            guard let connection = connection(requester.client) else { return }
            output.subscribe(requester, on: connection, to: topics, state, isFirst: isFirst)
        case .send(let message, let client):
            if let connection = connection(client) { output.send(message, to: connection) }
        case .offer(let message, let client):
            if let connection = connection(client) { output.offer(message, to: connection) }
        case .publish(let events): output.publish(events)
        case .deferRequests(let client): sessions[client]?.isWaiting = true
        case .resume(let client): resume(client)

        case .save(let content, let change):
            guard let persistence else { return output.saved(upTo: change, nil) }
            persistence.save(content) { [output] error in output.saved(upTo: change, error) }
        case .readConfiguration(let request):
            configurationWatcher.renew()
            configurationRun = loader.load(request, on: loop) { [weak self] in self?.handle(.configurationRead($0)) }
        case .readLooks: lookNames.run(()) { [weak self] _ in self?.handle(.looksRead(self?.knownLooks ?? [])) }
        case .copyConfiguration(let configuration): configurationCopy?.save(configuration, from: loader)
        case .writeTabs(let text, let earlier):
            tabsFile?.write(text, over: earlier) { [weak self] in self?.handle(.tabsWritten($0)) }

        case .start(let start): processes.start(start)
        case .watch(let pid, let program, let peer):
            processes.watch(pid, program, peer: peer.flatMap(connection))
        case .unwatch(let pid): processes.unwatch(pid)
        case .terminate(let pid): processes.send(SIGTERM, to: pid)
        case .kill(let pid): processes.send(SIGKILL, to: pid)
        case .terminateOrphans(let instance): processes.terminateOrphans(of: instance)
        case .inspect(let program, let pid): processes.inspect(program, pid)
        case .record(let programs): processes.record(programs)
        case .killAll: processes.killRest()
        case .abandon(let pids): processes.abandon(pids)
        case .probeCompositor(let program):
            handle(.compositorProbed(program, isReachable: compositor.isReachable))
        case .awaitCompositor: compositor.wait()
        case .followNetwork(let isNeeded): followNetwork(isNeeded)
        case .checkNumber(let number, let hash): check(number, against: hash)

        case .arm(let deadline): deadlineTimer?.arm(at: deadline)
        case .armWallClock(let time): armWallClock(time)
        case .readWallClock: readWallClock()
        case .notify(let state): notifier.notify(state)
        case .log(let line, let isWarning): if isWarning { log.warning(line) } else { log.info(line) }
        case .finish:
            commit()
            guard let persistence else { return loop.stop() }
            persistence.finish { [weak self] in self?.loop.stop() }
        }
    }

    private func connection(_ client: ClientID) -> Connection? { sessions[client]?.connection }

    private func followNetwork(_ isNeeded: Bool) {
        network = nil
        guard isNeeded else { return }
        do throws(SystemError) {
            let monitor = try NetworkMonitor(on: loop) { [weak self] in self?.handle(.network(isPresent: $0)) }
            network = monitor
            handle(.network(isPresent: monitor.isPresent))
        } catch {
            log.warning("needs_network has no effect: \(error)")
            handle(.network(isPresent: true))
        }
    }

    /// Checks a PIN by `tabctl lock verify`: libcrypt takes a tenth of a second, and the daemon does not link it.
    private func check(_ number: String, against hash: String) {
        numberRun = ChildRun(
            "tabctl", ["lock", "verify"], input: Array("\(hash)\n\(number)\n".utf8), standardError: .separate,
            timeout: Self.checkTimeout, on: loop
        ) { [weak self] outcome in
            self?.numberRun = nil
            let verdict: NumberVerdict =
                switch outcome.ending {
                case .exited(0): .right
                case .exited(1): .wrong
                default: .unchecked
                }
            self?.handle(.numberChecked(verdict))
        }
    }

    /// The time limit for the check of a PIN, ns.
    private static let checkTimeout: UInt64 = 10_000_000_000

    private func readWallClock() {
        // Before the zone is used, so that no change is missed in between.
        if zoneWatcher == nil { zoneWatcher = .localZone(on: loop) { [weak self] in self?.readWallClock() } }
        handle(.wallClock(Int64(time(nil)), LocalZone { localOffset(at: $0) }))
    }

    private func armWallClock(_ time: Int64?) {
        guard let time else { return (wallClockTimer, zoneWatcher) = (nil, nil) }
        do throws(SystemError) {
            if wallClockTimer == nil {
                wallClockTimer = try WallClockTimer(on: loop) { [weak self] in self?.readWallClock() }
            }
            try wallClockTimer?.arm(at: time)
        } catch {
            log.warning("[[schedule]] is not followed: \(error)")
        }
    }
}
