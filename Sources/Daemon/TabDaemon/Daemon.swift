// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import SocketServer
import TabConfig
import ShellModel
import TabshellIPC

/// The daemon: it holds the state, serves the socket, and supervises the programs.
public final class Daemon {
    let loop: EventLoop
    let log: Log
    let listener: Listener
    let supervisor: Supervisor
    let actions: ActionRunner
    let events: EventRunner
    private let stateClaim: StateClaim
    let persistence: Persistence?
    let configurationCopy: ConfigurationCopy?
    let notifier: SystemdNotifier
    var configurationManager: ConfigurationManager
    var configurationQueue: ConfigurationQueue?
    /// Reads files again whose reading took too long.
    private var retryTimer: EventLoop.Timer?
    let startsPrograms: Bool
    let isFirstStart: Bool
    /// True if the page of the first start waits for the next reading that ends, because its own took too long.
    var isWelcomeLate = false
    /// The tab with the page of the first start, which is not saved; nil if it is not there.
    var welcomeTab: TabID?
    var state: ShellState
    var sessions: [ObjectIdentifier: ClientSession] = [:]
    /// The client that has dragged the selection last. A drag ends with its connection.
    var dragging: ObjectIdentifier?
    /// The last report of each program since it registered, which explains why it has failed.
    var lastProblems: [Program: String] = [:]
    let output = ClientOutput()
    /// The number of changes of the persistent part of the state, and that of the last one that is being saved or was.
    var changes: (made: UInt64, handedOver: UInt64) = (0, 0)
    let lookNames: LookNames
    let windowQueries: WindowQueries
    let accessibility: AccessibilityTree
    let kiosk: KioskController
    let numberCheck: NumberCheck
    /// The appearance before that of the schedule.
    var unscheduledAppearance: Appearance?
    let tabsFile: TabsFile?
    var acceptSource: FileDescriptorSource?
    var signalSource: SignalSource?
    private var commitHook: EventLoop.PrepareHook?
    private let configurationWatcher: FileWatcher?
    var orphanReaper: OrphanReaper?
    var stalledClients = LogThrottle()
    let memoryTrimmer: MemoryTrimmer
    /// The timer of the next end of a part of the state; disarmed while no part has one.
    private var endTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - scene: the name of the scene to enter.
    ///   - socketPath: the path to listen on, unless a service manager passed a socket.
    ///   - startsPrograms: false if the programs are started by another process.
    ///   - usesWindows: true if the programs show themselves in ordinary windows.
    ///   - isFirstStart: true to welcome the user.
    ///   - environment: the environment, by name.
    /// - Throws: ``ListenerError``, ``ConfigurationErrors``, ``SystemError``, or the ``WireError`` of a scene that cannot
    ///   be entered.
    public init(
        source: ConfigurationLoader, scene: String? = nil, socketPath: SocketPath, startsPrograms: Bool,
        usesWindows: Bool = false, isFirstStart: Bool = false, environment: (String) -> String?
    ) throws {
        log = Log(program: "tabshelld", environment: environment)
        listener = try Listener.fromServiceManager(environment: environment) ?? Listener(at: socketPath)
        loop = try EventLoop()
        notifier = SystemdNotifier(environment: environment, on: loop)
        memoryTrimmer = MemoryTrimmer(on: loop)
        windowQueries = WindowQueries(on: loop)
        accessibility = AccessibilityTree(on: loop)
        kiosk = KioskController(on: loop, log: log)
        tabsFile = source.tabsFile.map { [loop] in TabsFile(path: $0, loop: loop) }
        stateClaim = StateClaim(socketPath)
        stateClaim.takeOver(socketPath.name, environment: environment)
        let path = Persistence.defaultPath(name: stateClaim.name, environment: environment)
        persistence = path.map { [loop, log] in Persistence(path: $0, loop: loop, log: log) }
        if path == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: the selection will not be saved") }
        (self.startsPrograms, self.isFirstStart) = (startsPrograms, isFirstStart)
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
        if loaded?.isDamaged == true { changes.made = 1 }
        numberCheck = NumberCheck(saved, on: loop)
        lookNames = LookNames(of: source, on: loop)
        configurationWatcher = Self.watchFiles(of: source, on: loop, log: log)
        configurationManager = try ConfigurationManager(source, lookOverride: saved?.look) {
            [configurationCopy] in configurationCopy?.read(of: source.file)
        }
        for problem in configurationManager.warnings { log.warning(problem) }
        let configuration = configurationManager.configuration
        var memory = saved?.memory ?? PersistentState()
        memory.appearance = configuration.appearance ?? memory.appearance
        state = ShellState(configuration.setup, restoring: memory, now: MonotonicClock.now)
        // The programs must find the socket that is served, which a service manager may have put elsewhere.
        let served = listener.socketPath ?? socketPath
        var variables: [String: String?] = ["TABSHELL_SOCKET": served.path]
        if usesWindows { variables["TABSHELL_WINDOW"] = "1" }
        // An empty tab leads to it.
        variables["TABSHELL_CONFIG"] = source.file
        // The daemon's own activation token is used up, and it may have been started by a page of another daemon.
        for name in Supervisor.activationVariables + SystemdNotifier.variables + [OrphanedProcesses.variable] {
            variables.updateValue(nil, forKey: name)
        }
        supervisor = Supervisor(
            environment: variables, socket: served, record: ProgramRecord(path: served.path + ".programs"),
            compositor: CompositorWatcher(environment: environment, on: loop), loop: loop, log: log)
        actions = ActionRunner(environment: variables, loop: loop, log: log)
        events = EventRunner(environment: variables, loop: loop, log: log)
        try reportConfiguration(entering: scene)
    }

    /// Serves until SIGTERM or SIGINT, then terminates the programs that it started.
    ///
    /// - Throws: ``SystemError`` when the loop itself fails.
    public func run() throws(SystemError) {
        supervisor.onStatus = { [weak self] status in
            guard let self else { return }
            var status = status
            if status.phase == .failed { status.problem = lastProblems[status.program] ?? status.problem }
            _ = try? perform(.setProgramStatus(status))
            removeDocument(after: status)
        }
        signalSource = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            guard let self else { return }
            if signal == SIGHUP { reloadLoggingErrors() } else { shutDown() }
        }
        supervisor.onUnregistered = { [weak self] in self?.lookForWindows() }
        endTimer = loop.timer { [weak self] in _ = try? self?.perform(.endExpired) }
        startAccessibility()
        startConfigurationQueue()
        retryTimer = loop.timer { [weak self] in self?.reloadLoggingErrors(.reread) }
        armRetryTimer()
        startKiosk()
        startLock()
        configurationWatcher?.onChange = { [weak self] in self?.reloadLoggingErrors(.reread) }
        if isFirstStart { welcome() }
        let maximumClients = Self.maximumClients
        acceptSource = try listener.accept(
            on: loop, hasCapacity: { [weak self] in self.map { $0.sessions.count < maximumClients } ?? false },
            accepted: { [weak self] in self?.addClient($0) })
        commitHook = loop.addPrepareHook { [weak self] in self?.commit() }
        orphanReaper = try OrphanReaper(on: loop)
        supervisor.setUnresponsiveTimeout(configurationManager.configuration.unresponsiveTimeout)
        supervisor.setFront(programsInFront)
        supervisor.start(programSpecs)
        notifier.notify("READY=1")
        try loop.run()
        for session in sessions.values { session.connection.close() }
        listener.removeSocket()
    }

    /// The maximum number of clients. Some descriptors are reserved, so that the daemon can always save and start
    /// programs.
    private static var maximumClients: Int {
        max(1, min(Limits.maximumClients, (maximumOpenDescriptors ?? .max) - 64))
    }

    private func shutDown() {
        notifier.notify("STOPPING=1")
        supervisor.stop { [weak self] in
            guard let self else { return }
            commit()
            guard let persistence else { return loop.stop() }
            persistence.finish { [weak self] in self?.loop.stop() }
        }
    }

    func perform(_ command: Command, isAuthorized: Bool = false) throws(WireError) -> ActionID? {
        try perform([command], isAuthorized: isAuthorized)
    }

    /// Reduces commands as one change, which the clients see as a whole, and executes its effects. The state is saved later,
    /// once for all changes of a wake-up.
    ///
    /// - Parameters:
    ///   - isAuthorized: true if the commands need no number; see ``ShellState/reduce(_:at:isAuthorized:)``.
    ///   - last: a command that follows, and needs the number.
    /// - Returns: the action whose program the caller starts.
    func perform(
        _ commands: [Command], isAuthorized: Bool = false, then last: Command? = nil
    ) throws(WireError) -> ActionID? {
        var effects: [Effect] = []
        let earlier = state
        do throws(CommandError) {
            var next = state
            for (command, isAuthorized) in commands.map({ ($0, isAuthorized) }) + (last.map { [($0, false)] } ?? []) {
                let step = try next.reduce(command, at: MonotonicClock.now, isAuthorized: isAuthorized)
                next = step.state
                effects += step.effects
            }
            state = next
        } catch {
            throw WireError(error)
        }
        let events = effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
        output.publish(events)
        if events.contains(where: { $0.topic == .shown }) { updateViewers() }
        if events.contains(where: { Self.kioskTopics.contains($0.topic) }) { kiosk.stateChanged() }
        if events.contains(where: { [.message, .selection, .lock].contains($0.topic) }) { armEndTimer() }
        let hasOtherFront = events.contains { [.selection, .sheet, .shown].contains($0.topic) }
        if hasOtherFront { supervisor.setFront(programsInFront) }
        if hasOtherFront || events.contains(where: { $0.topic == .programs }) { accessibility.programsChanged() }
        self.events.changed(from: earlier, to: state, running: configurationManager.configuration.hooks)
        var started: ActionID?
        for effect in effects {
            switch effect {
            case .publish: break
            case .showWindow(let tab, let activation): supervisor.ensureRunning(.page(tab), activation)
            case .run(let action): started = action
            case .persist: changes.made += 1
            }
        }
        return started
    }

    /// The topics that a rotation depends on.
    private static let kioskTopics: Set<Topic> = [.selection, .sheet, .menu, .bar, .drag, .kiosk, .lock]

    /// Arms the timer if the last reading of the configuration took too long.
    func armRetryTimer() {
        retryTimer?.arm(after: configurationManager.retryDelay)
    }

    private func armEndTimer() {
        endTimer?.arm(at: state.nextEnd)
    }

    /// The programs that the user sees.
    var programsInFront: [Program] {
        var programs: [Program] = [.panel]
        for case let tab? in [state.selection?.tab, state.sheet.tab] {
            for program in [.page(tab), viewer(of: tab)] where !programs.contains(program) { programs.append(program) }
        }
        return programs
    }

    /// The programs of the shell, with arguments for those that the daemon starts.
    var programSpecs: [Supervisor.ProgramSpec] {
        let configuration = configurationManager.configuration
        return configuration.setup.programs.map { program in
            let tab = configuration.setup.tabs.first { .page($0.id) == program }
            return Supervisor.ProgramSpec(
                program: program,
                arguments: startsPrograms || !program.isOnScreen ? configuration.programs[program] : nil,
                appIDs: tab?.window?.appIDs, keepsOpen: tab.map { configuration.keptTabs.contains($0.id) } ?? false,
                needsNetwork: configuration.networkTabs.contains { .page($0) == program },
                isConfined: configuration.setup.lock != nil && tab?.window != nil
                    && !configuration.shellControllers.contains { .page($0) == program })
        } + viewerSpecs
    }

    /// Begins to save the state, and writes to the sockets: once for all that a wake-up has changed.
    private func commit() {
        // Flushing may close a connection, which may change the state.
        repeat {
            save()
            output.flush()
        } while changes.made != changes.handedOver
    }

    /// Saves the state if it has changed. Nothing waits for that but the replies to the changes.
    private func save() {
        guard changes.made != changes.handedOver else { return }
        changes.handedOver = changes.made
        let change = changes.made
        guard let persistence else { return output.saved(upTo: change, nil) }
        let content = StateFile(
            memory: unscheduledMemory,
            look: state.kiosk.scheduled.look == nil ? configurationManager.lookOverride : nil,
            wrongNumbers: numberCheck.attempts.wrong, lastWrong: numberCheck.attempts.lastWrong)
        persistence.save(content) { [weak self] error in self?.output.saved(upTo: change, error) }
    }
}
