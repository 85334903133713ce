// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Posix
import SocketIPC
import TabConfig
import ShellModel
import TabshellIPC

/// The daemon: it holds the state, serves the socket, and supervises the programs.
public final class Daemon {
    /// A reply that waits for the state to be saved.
    private struct PendingReply {
        let connection: Connection
        let id: RequestID?
        let line: [UInt8]
        /// True for the success of a request that has changed the persistent part of the state.
        let isChange: Bool
    }

    private struct ClientSession {
        let connection: Connection
        var program: Program?
    }

    private let loop: EventLoop
    private let log: Log
    private let listener: Listener
    private let supervisor: Supervisor
    private let actions: ActionRunner
    private let persistence: Persistence?
    private let notifier: SystemdNotifier
    private var configurationManager: ConfigurationManager
    private var configurationQueue: ConfigurationQueue?
    private let startsPrograms: Bool
    private var state: ShellState
    private var sessions: [ObjectIdentifier: ClientSession] = [:]
    /// What each program reported since it registered last. It explains why a program has failed.
    private var lastProblems: [Program: String] = [:]
    private var subscribers = SubscriberList()
    /// The connections with lines to write, in the order of their first line.
    private var unflushed: [Connection] = []
    /// The replies to the requests of this wake-up, which are sent once the state is saved.
    private var replies: [PendingReply] = []
    /// The number of changes of the persistent part of the state since it was saved.
    private var unsavedChanges = 0
    private var acceptSource: FileDescriptorSource?
    private var signalSource: SignalSource?
    private var configurationWatcher: FileWatcher?
    private var orphanReaper: OrphanReaper?
    private var stalledClients = LogThrottle()

    /// - Parameters:
    ///   - scene: the name of the scene to enter.
    ///   - socketPath: the path to listen on, unless a service manager passed a socket.
    ///   - startsPrograms: false if the programs are started by another process.
    ///   - usesWindows: true if the programs show themselves in ordinary windows.
    ///   - environment: the environment, by name.
    /// - Throws: ``ListenerError``, ``ConfigurationErrors``, ``SystemError``, or the ``WireError`` of a scene that cannot
    ///   be entered.
    public init(
        source: ConfigurationLoader, scene: String? = nil, socketPath: SocketPath, startsPrograms: Bool,
        usesWindows: Bool = false, environment: (String) -> String?
    ) throws {
        log = Log(program: "tabshelld", environment: environment)
        listener = try Listener.fromServiceManager(environment: environment) ?? Listener(at: socketPath)
        loop = try EventLoop()
        notifier = SystemdNotifier(environment: environment, on: loop)
        let path = Persistence.defaultPath(name: socketPath.name, environment: environment)
        persistence = path.map { [loop, log] in Persistence(path: $0, loop: loop, log: log) }
        if path == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: the selection will not be saved") }
        self.startsPrograms = startsPrograms
        let loaded = persistence?.load()
        let saved = loaded?.content
        unsavedChanges = loaded?.isDamaged == true ? 1 : 0
        configurationManager = try ConfigurationManager(source, lookOverride: saved?.look)
        for problem in configurationManager.warnings { log.warning(problem) }
        let configuration = configurationManager.configuration
        var memory = saved?.memory ?? PersistentState()
        memory.appearance = configuration.appearance ?? memory.appearance
        state = ShellState(configuration.setup, restoring: memory, now: MonotonicClock.now)
        // The programs must find the socket that is served, which a service manager may have put elsewhere.
        let served = listener.socketPath ?? socketPath
        var variables: [String: String?] = ["TABSHELL_SOCKET": served.path]
        if usesWindows { variables["TABSHELL_WINDOW"] = "1" }
        // The daemon's own activation token is used up, and it may have been started by a page of another daemon.
        for name in Supervisor.activationVariables + SystemdNotifier.variables + [OrphanedProcesses.variable] {
            variables.updateValue(nil, forKey: name)
        }
        supervisor = Supervisor(
            environment: variables, record: ProgramRecord(path: served.path + ".programs"),
            compositor: CompositorWatcher(environment: environment, on: loop), loop: loop, log: log)
        actions = ActionRunner(environment: variables, loop: loop, log: log)
        if let scene { try state.enter(scene, of: configurationManager) }
    }

    /// Serves until SIGTERM or SIGINT, then terminates the programs that it started.
    ///
    /// - Throws: ``SystemError`` when the loop itself fails.
    public func run() throws(SystemError) {
        supervisor.onStatus = { [unowned self] status in
            var status = status
            if status.phase == .failed { status.problem = lastProblems[status.program] }
            _ = try? perform(.setProgramStatus(status)).get()
        }
        signalSource = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [unowned self] signal in
            if signal == SIGHUP { reloadLoggingErrors() } else { shutDown() }
        }
        startConfigurationQueue()
        watchConfiguration()
        let maximumClients = Self.maximumClients
        acceptSource = try listener.accept(
            on: loop, hasCapacity: { [unowned self] in sessions.count < maximumClients },
            accepted: { [unowned self] in sendHello(to: $0) })
        loop.addPrepareHook { [unowned self] in commit() }
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
        supervisor.stop { [unowned self] in
            commit()
            guard let persistence else { return loop.stop() }
            persistence.finish { [unowned self] in loop.stop() }
        }
    }

    private func sendHello(to connection: Connection) {
        let key = ObjectIdentifier(connection)
        sessions[key] = ClientSession(connection: connection)
        connection.onFrame = { [unowned self, unowned connection] frame in handle(frame, from: connection) }
        connection.onPartialLineTimeout = { [unowned self, unowned connection] in
            commit()
            send(.reply(id: nil, .failure(.partialLineTimeout)), to: connection)
            connection.close()
        }
        connection.onResyncNeeded = { [unowned self, unowned connection] in resynchronize(connection) }
        connection.onClose = { [unowned self, unowned connection] reason in remove(connection, reason) }
        send(
            .hello(
                Hello(
                    protocolVersion: ProtocolVersion.current.description, version: tabshellVersion, pid: getpid(),
                    features: Request.methods.map(\.name))),
            to: connection)
    }

    private func remove(_ connection: Connection, _ reason: Connection.CloseReason) {
        subscribers.setTopics([], of: connection)
        guard let session = sessions.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        if reason == .writeTimeout {
            let line = stalledClients.line(
                "client \(connection.pid) read nothing for 10 s and was disconnected", at: MonotonicClock.now)
            if let line { log.warning(line) }
        }
        guard let program = session.program else { return }
        supervisor.unregister(program, pid: connection.pid)
        if program == .panel { supervisor.windowsLost() }
    }

    private func handle(_ frame: LineFramer.Frame, from connection: Connection) {
        switch frame {
        case .oversized:
            reply(id: nil, .failure(.oversizedLine), to: connection)
        case .line(let line):
            do throws(RequestError) {
                let message = try RequestMessage(line: line)
                let earlier = unsavedChanges
                let result = answer(message.request, id: message.id, from: connection)
                if let result { reply(id: message.id, result, to: connection, isChange: unsavedChanges != earlier) }
            } catch {
                reply(id: error.id, .failure(error.error), to: connection)
            }
        }
    }

    /// Executes a request and returns the result for its reply; nil when the reply has been sent already.
    private func answer(_ request: Request, id: RequestID?, from connection: Connection) -> Result<JSON, WireError>? {
        switch request {
        case .command(let command):
            if case .setCovered = command, let error = errorUnlessPanel(connection) { return .failure(error) }
            return change(command)
        case .ping: return .success([:])
        case .version:
            return .success([
                "protocol": .string(ProtocolVersion.current.description), "version": .string(tabshellVersion),
                "pid": JSON(getpid()),
            ])
        case .state: return .success(state.json)
        case .barrier: return .success(["revision": JSON(state.revision)])
        case .subscribe(let topics):
            // Events that are sent from now on must not overtake the reply and the snapshot.
            sendReplies()
            subscribers.setTopics(topics, of: connection)
            reply(id: id, .success(["revision": JSON(state.revision)]), to: connection)
            sendSnapshot(of: topics, to: connection)
            return nil
        case .window(let tab, let window, let over, let isWatched, let note):
            if let error = errorUnlessPanel(connection) { return .failure(error) }
            return updateWindow(window, of: tab, over: over, isWatched: isWatched, note: note)
        case .scene(let name):
            return configurationManager.scene(name).flatMap { change(.applyPreset($0)) }
        case .tabs:
            let event = state.replicate([.tabs]).first
            return .success([
                "tabs": event?.valueJSON ?? [], "selection": state.selection.map { .string($0.tab.rawValue) } ?? .null,
            ])
        case .looks:
            return .success([
                "looks": .array(configurationManager.lookNames.map { .string($0) }), "look": .string(lookName),
            ])
        case .look(let name):
            if let error = configurationManager.errorIfUnknown(look: name) { return .failure(error) }
            return readConfiguration(.look(name), id: id, from: connection)
        case .reload: return readConfiguration(.reload, id: id, from: connection)
        case .report(let problem):
            guard let program = sessions[ObjectIdentifier(connection)]?.program else {
                return .failure(WireError(.notApplicable, "only a program, once registered, may report a problem"))
            }
            let text = problem.printable(maximumBytes: Limits.maximumProblemBytes)
            lastProblems[program] = text
            return change(.setProgramProblem(program, text))
        case .register(let program, let answersPings):
            return register(program, connection, answersPings: answersPings)
        case .pong(let serial):
            if let program = sessions[ObjectIdentifier(connection)]?.program { supervisor.answered(program, serial) }
            return .success([:])
        }
    }

    private var lookName: String { state.look?.name ?? "" }

    /// Carries out a command. The reply to one that selects names the tab in front.
    private func change(_ command: Command) -> Result<JSON, WireError> {
        perform(command).map {
            let revision = JSON(state.revision)
            switch command {
            case .select, .selectNext, .selectPrevious, .open:
                let members: [JSON.Member] = [
                    .init("tab", .string(state.selection?.tab.rawValue ?? "")), .init("revision", revision),
                ]
                return .object(members + (warning.map { [.init("warning", .string($0))] } ?? []))
            default: return ["revision": revision]
            }
        }
    }

    /// The reason for which nobody sees a selection; nil if the panel runs, or may do so soon.
    private var warning: String? {
        guard let panel = state.status(of: .panel), panel.phase == .failed else { return nil }
        return "no panel shows it: " + [panel.reason, panel.problem].compactMap(\.self).joined(separator: "; ")
    }

    private func errorUnlessPanel(_ connection: Connection) -> WireError? {
        guard sessions[ObjectIdentifier(connection)]?.program != .panel else { return nil }
        return WireError(.notApplicable, "only the panel, once registered, may report windows")
    }

    /// Updates the window of a tab as the panel reports it.
    private func updateWindow(
        _ window: WindowState?, of tab: TabID, over: TabID?, isWatched: Bool, note: String?
    ) -> Result<JSON, WireError> {
        let result = change(.setWindow(tab, window, over: over))
        guard state.tab(tab)?.window != nil else { return result }
        let status: Supervisor.WindowStatus = isWatched ? (window == nil ? .absent : .present) : .unsupported
        let isFirst = supervisor.updateWindow(status, note, of: .page(tab))
        // A window that disappears later was closed by the user, and its program is not restarted.
        if isFirst, state.selection?.tab == tab { supervisor.ensureRunning(.page(tab)) }
        return result
    }

    private func register(
        _ program: Program, _ connection: Connection, answersPings: Bool
    ) -> Result<JSON, WireError> {
        let key = ObjectIdentifier(connection)
        if let earlier = sessions[key]?.program {
            return .failure(
                WireError(.alreadyRegistered, "this connection has registered as \(earlier.name) already"))
        }
        do throws(WireError) {
            let ping: (UInt64) -> Void = { [weak self, weak connection] serial in
                if let connection { self?.send(.ping(serial: serial), to: connection) }
            }
            try supervisor.register(
                program, pid: connection.pid, pidfd: connection.peerProcess, ping: answersPings ? ping : nil)
            sessions[key]?.program = program
            lastProblems[program] = nil
            return .success(["program": .string(program.name)])
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ command: Command) -> Result<Void, WireError> { perform([command]) }

    /// Reduces commands as one change, which the clients see as a whole, and executes its effects, but for saving, which is
    /// done once for all that a wake-up changes.
    private func perform(_ commands: [Command]) -> Result<Void, WireError> {
        var effects: [Effect] = []
        do throws(CommandError) {
            var next = state
            for command in commands {
                let step = try next.reduce(command, at: MonotonicClock.now)
                next = step.state
                effects += step.effects
            }
            state = next
        } catch {
            return .failure(WireError(error))
        }
        var result: Result<Void, WireError> = .success(())
        let events = effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
        publish(events)
        if events.contains(where: { $0.topic == .selection || $0.topic == .sheet }) {
            supervisor.setFront(programsInFront)
        }
        for effect in effects {
            switch effect {
            case .publish: break
            case .showWindow(let tab, let activation): supervisor.ensureRunning(.page(tab), activation)
            case .run(let action):
                if let arguments = configurationManager.configuration.actionPrograms[action] {
                    do throws(WireError) {
                        try actions.run(action, arguments)
                    } catch {
                        result = .failure(error)
                    }
                }
            case .persist: unsavedChanges += 1
            }
        }
        return result
    }

    /// The programs that the user sees.
    private var programsInFront: Set<Program> {
        Set([.panel] + [state.selection?.tab, state.sheet.tab].compactMap(\.self).map { .page($0) })
    }

    /// The programs of the shell, with arguments for those that the daemon starts.
    private var programSpecs: [Supervisor.ProgramSpec] {
        let configuration = configurationManager.configuration
        return configuration.setup.programs.map { program in
            let tab = configuration.setup.tabs.first { .page($0.id) == program }
            return Supervisor.ProgramSpec(
                program: program, arguments: startsPrograms ? configuration.programs[program] : nil,
                appID: tab?.window?.appID)
        }
    }

    /// Sends the events of a change, and a commit, to their subscribers.
    private func publish(_ change: [StateEvent]) {
        subscribers.forEach(of: change) { connection, lines in
            let wasIdle = connection.isIdle
            connection.send(event: lines)
            if wasIdle, !connection.isIdle { unflushed.append(connection) }
        }
    }

    private func resynchronize(_ connection: Connection) {
        send(.resync(revision: state.revision), to: connection)
        sendSnapshot(of: subscribers.topics(of: connection), to: connection)
    }

    private func sendSnapshot(of topics: [Topic], to connection: Connection) {
        for event in state.replicate(topics) { send(.event(event), to: connection) }
        send(.ready(revision: state.revision), to: connection)
    }

    private func send(_ message: ServerMessage, to connection: Connection) {
        if connection.isIdle { unflushed.append(connection) }
        connection.send(message.json.encodedLine)
    }

    /// Sends the reply to a request, once the state is saved if it has changed.
    private func reply(
        id: RequestID?, _ result: Result<JSON, WireError>, to connection: Connection, isChange: Bool = false
    ) {
        let line = ServerMessage.reply(id: id, result).json.encodedLine
        guard unsavedChanges > 0 || !replies.isEmpty else { return send(reply: line, to: connection) }
        let isChange = if case .success = result { isChange } else { false }
        replies.append(PendingReply(connection: connection, id: id, line: line, isChange: isChange))
    }

    private func send(reply line: [UInt8], to connection: Connection) {
        if connection.isIdle { unflushed.append(connection) }
        connection.send(reply: line)
    }

    /// Saves the state, sends the replies, and writes to the sockets: once for all that a wake-up has changed.
    private func commit() {
        // Requests that had to wait are carried out when their connection is flushed.
        repeat {
            sendReplies()
            flush()
        } while unsavedChanges > 0 || !replies.isEmpty
    }

    /// Saves the state if it has changed, then sends the replies. A change that cannot be saved remains in effect, as the
    /// shell must work on a full disk; only the requesting clients get an error.
    private func sendReplies() {
        guard unsavedChanges > 0 || !replies.isEmpty else { return }
        let failure = save()
        let replies = self.replies
        self.replies.removeAll(keepingCapacity: true)
        for reply in replies {
            if reply.isChange, let failure {
                let message = ServerMessage.reply(id: reply.id, .failure(.persistenceFailed(failure)))
                send(reply: message.json.encodedLine, to: reply.connection)
            } else {
                send(reply: reply.line, to: reply.connection)
            }
        }
    }

    private func save() -> SystemError? {
        guard unsavedChanges > 0 else { return nil }
        unsavedChanges = 0
        do throws(SystemError) {
            try persistence?.save(StateFile(memory: state.persistentState, look: configurationManager.lookOverride))
            return nil
        } catch {
            return error
        }
    }

    private func flush() {
        // Flushing may close a connection, which may publish an event, so the list may grow meanwhile.
        var index = 0
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
    }
}

// MARK: - Changes of the configuration
extension Daemon {
    private func watchConfiguration() {
        let (paths, looks) = (configurationManager.watchedPaths, configurationManager.watchedLooks)
        guard !paths.isEmpty || looks != nil else { return }
        do throws(SystemError) {
            configurationWatcher = try FileWatcher(paths, and: looks, on: loop) { [unowned self] in
                reloadLoggingErrors()
            }
            if let failure = configurationWatcher?.failure { throw failure }
        } catch {
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
        }
    }

    private func startConfigurationQueue() {
        let queue = ConfigurationQueue(configurationManager.loader, on: loop) { [unowned self] files in
            configurationManager.lookToLoad(over: files)
        }
        queue.onReload = { [unowned self] files, overridden in
            let earlier = configurationManager.configuration
            configurationManager.use(files, overridden: overridden)
            for problem in configurationManager.warnings { log.warning(problem) }
            let isChanged = configurationManager.configuration != earlier
            return apply(configurationManager.configuration, after: earlier).map {
                ["changed": .bool(isChanged), "revision": JSON(state.revision)]
            }
        }
        queue.onLook = { [unowned self] look, files in
            let earlier = configurationManager.configuration
            configurationManager.select(look, files)
            return apply(files, after: earlier).map { ["look": .string(lookName), "revision": JSON(state.revision)] }
        }
        configurationQueue = queue
    }

    /// Reads the configuration beside the loop. The client's later requests wait for that, and nobody else's.
    ///
    /// - Returns: nil, since the reply is sent when the configuration is in force.
    private func readConfiguration(
        _ job: ConfigurationQueue.Job, id: RequestID?, from connection: Connection
    ) -> Result<JSON, WireError>? {
        connection.suspend()
        if case .reload = job { notifier.notifyReloading() }
        configurationQueue?.add(job) { [unowned self] result in
            if case .reload = job { notifier.notify("READY=1") }
            reply(id: id, result, to: connection, isChange: true)
            connection.resume()
        }
        return nil
    }

    /// Reloads without a client that waits for a reply: errors go to the log.
    private func reloadLoggingErrors() {
        notifier.notifyReloading()
        configurationQueue?.add(.reload) { [unowned self] result in
            notifier.notify("READY=1")
            guard case .failure(let error) = result else { return }
            guard case .array(let errors)? = error.data?["errors"] else { return log.warning(error.message) }
            log.warning("the configuration has errors, so the old one stays in force:")
            for case .string(let line) in errors { log.warning(line) }
        }
    }

    private func apply(_ configuration: Configuration, after earlier: Configuration) -> Result<Void, WireError> {
        var commands = [Command.configure(configuration.setup)]
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        let result = perform(commands)
        supervisor.setUnresponsiveTimeout(configuration.unresponsiveTimeout)
        supervisor.update(programSpecs)
        // The look that was selected is saved, too.
        unsavedChanges += 1
        return result
    }
}
