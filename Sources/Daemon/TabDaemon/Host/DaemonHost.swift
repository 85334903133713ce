// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Localization
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
    private var isHandling = false

    private let listener: Listener
    private let stateClaim: StateClaim
    private let persistence: Persistence?
    private let loader: ConfigurationLoader
    private let configurationCopy: ConfigurationCopy?
    private let configurationWatcher: FileWatcher?
    private let lookNames: LookNames
    private let tabsFile: TabsFile?
    private let processes: ProcessTable
    private let compositor: CompositorWatcher
    private let notifier: SystemdNotifier
    private let memoryTrimmer: MemoryTrimmer
    let output = ClientOutput()
    var sessions: [ClientID: ClientSession] = [:]
    /// The number of the last client, and of the last request.
    var lastClient: UInt64 = 0
    var lastSerial: UInt64 = 0
    var stalledClients = LogThrottle()

    private var deadlineTimer: EventLoop.Timer?
    private var wallClockTimer: WallClockTimer?
    private var configurationRun: ChildRun?
    private var numberRun: ChildRun?
    private var network: NetworkMonitor?
    private var acceptSource: FileDescriptorSource?
    private var signalSource: SignalSource?
    private var commitHook: EventLoop.PrepareHook?
    private var orphanReaper: OrphanReaper?

    /// - Parameters:
    ///   - socketPath: the path to listen on, unless a service manager passed a socket.
    ///   - startsPrograms: false if the programs are started by another process.
    ///   - usesWindows: true if the programs show themselves in ordinary windows.
    ///   - isFirstStart: true to welcome the user.
    ///   - environment: the environment, by name.
    /// - Throws: ``ListenerError``, ``ConfigurationErrors``, or ``SystemError``.
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
            throw ExitError(
                status: .refused, reason: localized("the saved state cannot be read, and is left as it is: \(error)"))
        }
        let saved = loaded?.content
        lookNames = LookNames(of: source, on: loop)
        configurationWatcher = Self.watchFiles(of: source, on: loop, log: log)
        let configuration = try ActiveConfiguration(source, lookOverride: saved?.look) {
            [configurationCopy] in configurationCopy?.read(of: source.file)
        }
        // The programs must find the socket that is served, which a service manager may have put elsewhere.
        let served = listener.socketPath ?? socketPath
        var variables: [String: String?] = ["TABSHELL_SOCKET": served.path]
        if usesWindows { variables["TABSHELL_WINDOW"] = "1" }
        // An empty tab leads to it.
        variables["TABSHELL_CONFIG"] = source.file
        // The daemon's own activation token is used up, and it may have been started by a page of another daemon.
        for name in Supervisor.activationVariables + SystemdNotifier.variables + [Supervisor.instanceVariable] {
            variables.updateValue(nil, forKey: name)
        }
        compositor = CompositorWatcher(environment: environment, on: loop)
        processes = ProcessTable(
            environment: variables, record: ProgramRecord(path: served.path + ".programs"), loop: loop, log: log)
        core = DaemonCore(
            .init(
                pid: getpid(), version: tabshellVersion, startsPrograms: startsPrograms, isFirstStart: isFirstStart),
            configuration, restoring: saved, isDamaged: loaded?.isDamaged == true,
            supervisor: Supervisor(
                socket: served.path, instancePrefix: "\(getpid())-", missingCompositor: compositor.reason),
            wallClock: Int64(time(nil)), at: MonotonicClock.now)
        core.reportConfiguration()
    }

    /// Serves until SIGTERM or SIGINT, then terminates the programs that it started.
    ///
    /// - Throws: ``SystemError`` when the loop itself fails.
    public func run() throws(SystemError) {
        deadlineTimer = loop.timer { [weak self] in self?.handle(.deadline) }
        processes.onEvent = { [weak self] in self?.handle($0) }
        compositor.onAppear = { [weak self] in
            guard let self else { return }
            log.info("there is a compositor at \(compositor.path ?? "")")
            handle(.compositorAppeared)
        }
        configurationWatcher?.onChange = { [weak self] in self?.handle(.filesChanged) }
        signalSource = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.handle(signal == SIGHUP ? .reload : .stop)
        }
        let maximumClients = Self.maximumClients
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

    /// The maximum number of clients. Some descriptors are reserved, so that the daemon can always save and start
    /// programs.
    private static var maximumClients: Int {
        max(1, min(Limits.maximumClients, (maximumOpenDescriptors ?? .max) - 64))
    }

    /// Watches the files. Create it before they are read, so that no change is missed in between.
    ///
    /// - Returns: nil without files, or if they cannot be watched, which is logged.
    private static func watchFiles(of loader: ConfigurationLoader, on loop: EventLoop, log: Log) -> FileWatcher? {
        let (paths, looks) = ([loader.file, loader.tabsFile].compactMap(\.self), loader.lookFiles)
        guard !paths.isEmpty || looks != nil else { return nil }
        do throws(SystemError) {
            let watcher = try FileWatcher(paths, and: looks, on: loop)
            guard let failure = watcher.failure else { return watcher }
            throw failure
        } catch {
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
            return nil
        }
    }

    /// The state, for a snapshot.
    var state: ShellState { core.shell }

    /// Begins to save the state, and writes to the sockets: once for all that a wake-up has changed.
    private func commit() {
        // Flushing may close a connection, which may change the state.
        repeat {
            if core.hasUnsavedChanges { handle(.idle) }
            output.flush()
        } while core.hasUnsavedChanges
        memoryTrimmer.update(sessions.count)
    }

    /// Handles an event, or puts it after those that are being handled.
    func handle(_ event: Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        var index = 0
        while index < events.count {
            let effects = core.handle(events[index], at: MonotonicClock.now)
            index += 1
            for effect in effects { carryOut(effect) }
        }
        events.removeAll(keepingCapacity: true)
        isHandling = false
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .reply(let requester, let result, let change): reply(requester, result, after: change)
        case .keepPlace(let requester): keepPlace(requester)
        case .awaitTurn(let requester): awaitTurn(requester)
        case .subscribe(let requester, let topics, let state, let isFirst):
            guard let connection = sessions[requester.client]?.connection else { return }
            output.subscribe(requester, on: connection, to: topics, state, isFirst: isFirst)
        case .send(let message, let client):
            if let connection = sessions[client]?.connection { output.send(message, to: connection) }
        case .offer(let message, let client):
            if let connection = sessions[client]?.connection { output.offer(message, to: connection) }
        case .publish(let events): output.publish(events)
        case .deferRequests(let client): sessions[client]?.isWaiting = true
        case .resume(let client): resume(client)

        case .save(let content, let change):
            guard let persistence else { return output.saved(upTo: change, nil) }
            persistence.save(content) { [output] error in output.saved(upTo: change, error) }
        case .readConfiguration(let request):
            configurationRun = loader.load(request, on: loop) { [weak self] in self?.handle(.configurationRead($0)) }
        case .readLooks: lookNames.read { [weak self] in self?.handle(.looksRead($0)) }
        case .copyConfiguration(let configuration): configurationCopy?.save(configuration, from: loader)
        case .writeTabs(let text, let earlier):
            tabsFile?.write(text, over: earlier) { [weak self] in self?.handle(.tabsWritten($0)) }

        case .start(let start): processes.start(start)
        case .watch(let pid, let program, let peer):
            processes.watch(pid, program, peer: peer.flatMap { sessions[$0]?.connection })
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
        case .finish: finish()
        }
    }

    private func finish() {
        commit()
        guard let persistence else { return loop.stop() }
        persistence.finish { [weak self] in self?.loop.stop() }
    }

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

    /// Checks a number by `tabctl lock verify`: libcrypt takes a tenth of a second, and the daemon does not link it.
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

    /// The time that a check of a number may take, ns.
    private static let checkTimeout: UInt64 = 10_000_000_000

    private func readWallClock() {
        handle(.wallClock(Int64(time(nil)), LocalZone { localOffset(at: $0) }))
    }

    private func armWallClock(_ time: Int64?) {
        guard let time else { return wallClockTimer = nil }
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
