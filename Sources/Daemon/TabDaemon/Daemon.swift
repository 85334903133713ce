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
    private let configurationCopy: ConfigurationCopy?
    private let notifier: SystemdNotifier
    private var configurationManager: ConfigurationManager
    private var configurationQueue: ConfigurationQueue?
    private let startsPrograms: Bool
    private var state: ShellState
    private var sessions: [ObjectIdentifier: ClientSession] = [:]
    /// The last report of each program since it registered, which explains why it has failed.
    private var lastProblems: [Program: String] = [:]
    private var subscribers = SubscriberList()
    /// The connections with lines to write, in the order of their first line.
    private var unflushed: [Connection] = []
    private var replies = ReplyQueue<Connection>()
    /// The number of changes of the persistent part of the state, and that of the last one that is being saved or was.
    private var changes: (made: UInt64, handedOver: UInt64) = (0, 0)
    private let lookNames: LookNames
    private var acceptSource: FileDescriptorSource?
    private var signalSource: SignalSource?
    private var configurationWatcher: FileWatcher?
    private var orphanReaper: OrphanReaper?
    private var stalledClients = LogThrottle()
    private let memoryTrimmer: MemoryTrimmer

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
        memoryTrimmer = MemoryTrimmer(on: loop)
        let path = Persistence.defaultPath(name: socketPath.name, environment: environment)
        persistence = path.map { [loop, log] in Persistence(path: $0, loop: loop, log: log) }
        if path == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: the selection will not be saved") }
        self.startsPrograms = startsPrograms
        configurationCopy = path.map { [loop, log] in
            ConfigurationCopy(path: ConfigurationCopy.path(besideState: $0), loop: loop, log: log)
        }
        let loaded: (content: StateFile?, isDamaged: Bool)?
        do throws(SystemError) {
            loaded = try persistence?.load()
        } catch {
            throw ExitError(
                status: .refused, reason: "the saved state cannot be read, and is left as it is: \(error)")
        }
        let saved = loaded?.content
        if loaded?.isDamaged == true { changes.made = 1 }
        lookNames = LookNames(of: source, on: loop)
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
        // The daemon's own activation token is used up, and it may have been started by a page of another daemon.
        for name in Supervisor.activationVariables + SystemdNotifier.variables + [OrphanedProcesses.variable] {
            variables.updateValue(nil, forKey: name)
        }
        supervisor = Supervisor(
            environment: variables, record: ProgramRecord(path: served.path + ".programs"),
            compositor: CompositorWatcher(environment: environment, on: loop), loop: loop, log: log)
        actions = ActionRunner(environment: variables, loop: loop, log: log)
        try reportConfiguration(entering: scene)
    }

    /// Publishes the errors of the files, and enters a scene, which another configuration may lack.
    private func reportConfiguration(entering scene: String?) throws(WireError) {
        let errors = configurationManager.status.errors
        guard !errors.isEmpty else {
            if let scene { try state.enter(scene, of: configurationManager) }
            return saveConfiguration()
        }
        let isSaved = configurationManager.status.source == .saved
        log.warning(
            "the configuration has errors, so \(isSaved ? "the last one without errors" : "the default") is in force:")
        for error in errors { log.warning(error) }
        _ = perform(.setConfigurationStatus(configurationManager.status))
        guard let scene else { return }
        do throws(WireError) {
            try state.enter(scene, of: configurationManager)
        } catch {
            log.warning(error.message)
        }
    }

    /// Saves the configuration in force for a start with errors in its files.
    private func saveConfiguration() {
        guard configurationManager.status.errors.isEmpty else { return }
        configurationCopy?.save(configurationManager.configuration, of: configurationManager.loader.file)
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
        memoryTrimmer.update(sessions.count)
        connection.onFrame = { [unowned self, unowned connection] frame in handle(frame, from: connection) }
        connection.onPartialLineTimeout = { [unowned self, unowned connection] in
            afterEarlierReplies(to: connection) {
                self.send(.reply(id: nil, .failure(.partialLineTimeout)), to: connection)
                connection.close()
            }
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
        memoryTrimmer.update(sessions.count)
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
                let earlier = changes.made
                let result = answer(message.request, id: message.id, from: connection)
                if let result { reply(id: message.id, result, to: connection, isChange: changes.made != earlier) }
            } catch {
                reply(id: error.id, .failure(error.error), to: connection)
            }
        }
    }

    /// Executes a request and returns the result for its reply; nil when the reply has been sent already.
    private func answer(_ request: Request, id: RequestID?, from connection: Connection) -> Result<JSON, WireError>? {
        switch request {
        case .command(let command):
            switch command {
            case .setCovered, .setOutput: if let error = errorUnlessPanel(connection) { return .failure(error) }
            default: break
            }
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
            afterEarlierReplies(to: connection) { [unowned self] in subscribe(connection, to: topics, id: id) }
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
            connection.suspend()
            lookNames.read { [unowned self] names in
                let looks: JSON = .array(names.map { .string($0) })
                reply(id: id, .success(["looks": looks, "look": .string(lookName)]), to: connection)
                connection.resume()
            }
            return nil
        case .look(let name):
            connection.suspend()
            lookNames.read { [unowned self] names in
                guard names.contains(name) else {
                    reply(id: id, .failure(.unknownLook(name, known: names)), to: connection)
                    return connection.resume()
                }
                readConfiguration(.look(name), id: id, from: connection)
            }
            return nil
        case .reload:
            readConfiguration(.reload, id: id, from: connection)
            return nil
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
        return WireError(.notApplicable, "only the panel, once registered, may report windows and outputs")
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
            let ping: (UInt64) -> Void = { [unowned self, weak connection] serial in
                if let connection { send(.ping(serial: serial), to: connection) }
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
            case .persist: changes.made += 1
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

    private func subscribe(_ connection: Connection, to topics: [Topic], id: RequestID?) {
        guard connection.isOpen else { return }
        subscribers.setTopics(topics, of: connection)
        reply(id: id, .success(["revision": JSON(state.revision)]), to: connection)
        sendSnapshot(of: topics, to: connection)
    }

    private func sendSnapshot(of topics: [Topic], to connection: Connection) {
        for event in state.replicate(topics) { send(.event(event), to: connection) }
        send(.ready(revision: state.revision), to: connection)
    }

    private func send(_ message: ServerMessage, to connection: Connection) {
        if connection.isIdle { unflushed.append(connection) }
        connection.send(message.json.encodedLine)
    }

    /// Sends the reply to a request: after the state is saved if the request has changed it, and after earlier replies.
    private func reply(
        id: RequestID?, _ result: Result<JSON, WireError>, to connection: Connection, isChange: Bool = false
    ) {
        let line = ServerMessage.reply(id: id, result).json.encodedLine
        let isChange = if case .success = result { isChange } else { false }
        guard isChange || replies.holdsBack(connection) else { return send(reply: line, to: connection) }
        replies.append(.reply(id: id, line), to: connection, after: isChange ? changes.made : nil)
    }

    private func send(reply line: [UInt8], to connection: Connection) {
        if connection.isIdle { unflushed.append(connection) }
        connection.send(reply: line)
    }

    /// Calls a function whose lines must not overtake the replies that a client waits for. Its later requests wait, too.
    private func afterEarlierReplies(to connection: Connection, _ body: @escaping () -> Void) {
        guard replies.holdsBack(connection) else { return body() }
        connection.suspend()
        let request = {
            body()
            connection.resume()
        }
        replies.append(.request(request), to: connection, after: nil)
    }

    /// Begins to save the state, and writes to the sockets: once for all that a wake-up has changed.
    private func commit() {
        // Flushing may close a connection, which may change the state.
        repeat {
            save()
            flush()
        } while changes.made != changes.handedOver
    }

    /// Saves the state if it has changed. Nothing waits for that but the replies to the changes.
    private func save() {
        guard changes.made != changes.handedOver else { return }
        changes.handedOver = changes.made
        let change = changes.made
        guard let persistence else { return saved(upTo: change, nil) }
        let content = StateFile(memory: state.persistentState, look: configurationManager.lookOverride)
        persistence.save(content) { [unowned self] error in saved(upTo: change, error) }
    }

    /// Sends the replies that have waited. A change that cannot be saved remains in effect, as the shell must work on a full
    /// disk; only the requesting clients get an error.
    private func saved(upTo change: UInt64, _ error: SystemError?) {
        for entry in replies.take(upTo: change) {
            switch entry.line {
            case .request(let body): body()
            case .reply(let id, let line):
                guard let error, entry.change != nil else {
                    send(reply: line, to: entry.client)
                    continue
                }
                let message = ServerMessage.reply(id: id, .failure(.persistenceFailed(error)))
                send(reply: message.json.encodedLine, to: entry.client)
            }
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
            saveConfiguration()
            for problem in configurationManager.warnings { log.warning(problem) }
            let isChanged = configurationManager.configuration != earlier
            return apply(configurationManager.configuration, after: earlier).map {
                ["changed": .bool(isChanged), "revision": JSON(state.revision)]
            }
        }
        queue.onErrors = { [unowned self] in
            configurationManager.refuse($0)
            _ = perform(.setConfigurationStatus(configurationManager.status))
        }
        queue.onLook = { [unowned self] look, files in
            let earlier = configurationManager.configuration
            configurationManager.select(look, files)
            saveConfiguration()
            return apply(files, after: earlier).map { ["look": .string(lookName), "revision": JSON(state.revision)] }
        }
        configurationQueue = queue
    }

    /// Reads the configuration beside the loop, and replies when it is in force. The client's later requests wait for that, and
    /// nobody else's.
    private func readConfiguration(_ job: ConfigurationQueue.Job, id: RequestID?, from connection: Connection) {
        connection.suspend()
        if case .reload = job { notifier.notifyReloading() }
        configurationQueue?.add(job) { [unowned self] result in
            if case .reload = job { notifier.notify("READY=1") }
            reply(id: id, result, to: connection, isChange: true)
            connection.resume()
        }
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
        var commands = [Command.configure(configuration.setup), .setConfigurationStatus(configurationManager.status)]
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        let result = perform(commands)
        supervisor.setUnresponsiveTimeout(configuration.unresponsiveTimeout)
        supervisor.update(programSpecs)
        // The look that was selected is saved, too.
        changes.made += 1
        return result
    }
}
