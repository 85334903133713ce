// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import SocketIPC
import TabConfig
import ShellModel
import TabshellIPC

/// The daemon: it holds the state, answers the socket, and looks after the programs.
public final class Daemon {
    private struct ClientSession {
        let connection: Connection
        var topics: [Topic] = []
        var program: Program?
    }

    private let loop: EventLoop
    private let log: Log
    private let listener: Listener
    private let supervisor: Supervisor
    private let actions: ActionRunner
    private let persistence: Persistence?
    private let manager: SystemdNotifier
    private var configurator: ConfigurationManager
    private let startsPrograms: Bool
    private var state: ShellState
    private var sessions: [ObjectIdentifier: ClientSession] = [:]
    private var subscribers: [Topic: [Connection]] = [:]
    /// The connections that something was sent to since the last sleep.
    private var unflushed: [Connection] = []
    private var accepting: FileDescriptorSource?
    private var signals: SignalSource?
    private var files: FileWatcher?

    /// - Parameters:
    ///   - scene: the named state to begin in.
    ///   - startsPrograms: false leaves the programs to somebody else.
    ///   - environment: the environment, by name.
    /// - Throws: ``DaemonError`` when the daemon cannot begin.
    public init(
        source: ConfigurationLoader, scene: String? = nil, place: SocketPath, startsPrograms: Bool,
        environment: (String) -> String?
    ) throws(DaemonError) {
        log = Log(environment: environment)
        manager = SystemdNotifier(environment: environment)
        do throws(ListenerError) {
            if let passed = try Listener.activated(environment: environment) {
                listener = passed
            } else {
                listener = try Listener(at: place)
            }
        } catch {
            throw .listener(error)
        }
        do throws(SystemError) {
            loop = try EventLoop()
        } catch {
            throw .system(error)
        }
        let path = Persistence.defaultPath(name: place.name, environment: environment)
        persistence = path.map { [loop] in Persistence(path: $0, loop: loop) }
        if path == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: the selection will not be saved") }
        self.startsPrograms = startsPrograms
        let remembered = persistence?.load()
        do throws(ConfigurationErrors) {
            configurator = try ConfigurationManager(source, choice: remembered?.look)
        } catch {
            throw .configuration(error)
        }
        for problem in configurator.warnings { log.warning(problem) }
        let configuration = configurator.configuration
        var memory = remembered?.memory ?? PersistentState()
        memory.appearance = configuration.appearance ?? memory.appearance
        state = ShellState(configuration.setup, restoring: memory, now: MonotonicClock.now)
        // The programs must find the socket that is served, wherever the service manager has put it.
        let served = listener.place ?? place
        var variables = ["TABSHELL_SOCKET": served.path, "NOTIFY_SOCKET": nil]
        // What brought the daemon itself to life is no longer of use to anybody.
        for name in Supervisor.activationVariables { variables.updateValue(nil, forKey: name) }
        supervisor = Supervisor(
            environment: variables, recordPath: served.path + ".programs", loop: loop, log: log)
        actions = ActionRunner(environment: variables, loop: loop, log: log)
        if let scene { try enter(scene) }
    }

    /// Serves until SIGTERM or SIGINT, then ends what was started here.
    ///
    /// - Throws: ``DaemonError`` when the loop itself fails.
    public func run() throws(DaemonError) {
        do throws(SystemError) {
            supervisor.onStatus = { [unowned self] status in _ = try? perform(.setProgramStatus(status)).get() }
            signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [unowned self] signal in
                if signal == SIGHUP { reloadOrComplain() } else { shutDown() }
            }
            watchConfiguration()
            let room = Self.room
            accepting = try listener.accept(
                on: loop, hasRoom: { [unowned self] in sessions.count < room },
                accepted: { [unowned self] in welcome($0) })
            loop.beforeSleep { [unowned self] in flush() }
            supervisor.begin(duties)
            manager.notify("READY=1")
            try loop.run()
        } catch {
            throw .system(error)
        }
        for session in sessions.values { session.connection.close() }
        persistence?.finish()
        listener.removeSocket()
    }

    /// How many clients may be connected. Some descriptors are kept from them, so that the daemon can always save and
    /// start programs.
    private static var room: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Limits.maximumClients }
        return max(1, min(Limits.maximumClients, Int(clamping: limit.rlim_cur) - 64))
    }

    private func shutDown() {
        manager.notify("STOPPING=1")
        supervisor.stop { [unowned self] in loop.stop() }
    }

    private func welcome(_ connection: Connection) {
        let key = ObjectIdentifier(connection)
        sessions[key] = ClientSession(connection: connection)
        connection.onFrame = { [unowned self, unowned connection] frame in receive(frame, from: connection) }
        connection.onUnfinishedLine = { [unowned self, unowned connection] in
            send(.reply(id: nil, .failure(.unfinishedLine)), to: connection)
            connection.close()
        }
        connection.onCaughtUp = { [unowned self, unowned connection] in resynchronize(connection) }
        connection.onEnd = { [unowned self, unowned connection] end in finish(connection, end) }
        send(
            .hello(
                Hello(
                    protocolVersion: ProtocolVersion.current.description, version: tabshellVersion, pid: getpid(),
                    features: Request.methods.map(\.name))),
            to: connection)
    }

    private func finish(_ connection: Connection, _ end: Connection.End) {
        subscribe(connection, to: [])
        guard let session = sessions.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        if end == .stalled {
            log.warning("client \(connection.pid) took nothing for 10 s and was disconnected")
        }
        guard let program = session.program else { return }
        supervisor.unregister(program, pid: connection.pid)
        if program == .panel { supervisor.loseSight() }
    }

    private func receive(_ frame: LineFramer.Frame, from connection: Connection) {
        switch frame {
        case .oversized:
            send(.reply(id: nil, .failure(.oversizedLine)), to: connection)
        case .line(let line):
            do throws(RequestError) {
                let message = try RequestMessage(line: line)
                let result = answer(message.request, id: message.id, from: connection)
                if let result { send(.reply(id: message.id, result), to: connection) }
            } catch {
                send(.reply(id: error.id, .failure(error.error)), to: connection)
            }
        }
    }

    /// Carries out a request and returns its reply; nil if the reply was sent already.
    private func answer(_ request: Request, id: RequestID?, from connection: Connection) -> Result<JSON, WireError>? {
        switch request {
        case .command(let command): return change(command)
        case .ping: return .success([:])
        case .version:
            return .success([
                "protocol": .string(ProtocolVersion.current.description), "version": .string(tabshellVersion),
                "pid": JSON(getpid()),
            ])
        case .state: return .success(state.json)
        case .barrier: return .success(["revision": JSON(state.revision)])
        case .subscribe(let topics):
            subscribe(connection, to: topics)
            send(.reply(id: id, .success(["revision": JSON(state.revision)])), to: connection)
            sendSnapshot(of: topics, to: connection)
            return nil
        case .window(let tab, let window, let over, let isWatched):
            guard sessions[ObjectIdentifier(connection)]?.program == .panel else {
                return .failure(WireError(.notApplicable, "only the panel, once it has registered, tells of windows"))
            }
            return see(window, of: tab, over: over, isWatched: isWatched)
        case .scene(let name):
            return configurator.scene(name).flatMap { change(.applyPreset($0)) }
        case .tabs:
            let event = state.replicate([.tabs]).first
            return .success([
                "tabs": event?.valueJSON ?? [], "selection": state.selection.map { .string($0.tab.rawValue) } ?? .null,
            ])
        case .looks:
            return .success([
                "looks": .array(configurator.lookNames.map { .string($0) }), "look": .string(lookName),
            ])
        case .look(let name): return setLook(name)
        case .reload: return reload()
        case .register(let program): return register(program, connection)
        }
    }

    private var lookName: String { state.look?.name ?? "" }

    /// Carries out a command. The reply to one that selects names the tab in front.
    private func change(_ command: Command) -> Result<JSON, WireError> {
        perform(command).map {
            let revision = JSON(state.revision)
            switch command {
            case .select, .selectNext, .selectPrevious, .open:
                return ["tab": .string(state.selection?.tab.rawValue ?? ""), "revision": revision]
            default: return ["revision": revision]
            }
        }
    }

    /// Takes up what the panel sees of a tab's window.
    private func see(
        _ window: WindowState?, of tab: TabID, over: TabID?, isWatched: Bool
    ) -> Result<JSON, WireError> {
        let result = change(.setWindow(tab, window, over: over))
        guard state.tab(tab)?.window != nil else { return result }
        let sight: Supervisor.WindowStatus = isWatched ? (window == nil ? .absent : .present) : .unable
        let isFirst = supervisor.see(sight, of: .page(tab))
        // A window that goes later was closed, and is not to come back by itself.
        if isFirst, state.selection?.tab == tab { supervisor.demand(.page(tab)) }
        return result
    }

    private func register(_ program: Program, _ connection: Connection) -> Result<JSON, WireError> {
        let key = ObjectIdentifier(connection)
        if let earlier = sessions[key]?.program {
            return .failure(
                WireError(.alreadyRegistered, "this connection has registered as \(earlier.name) already"))
        }
        do throws(WireError) {
            try supervisor.register(program, pid: connection.pid)
            sessions[key]?.program = program
            return .success(["program": .string(program.name)])
        } catch {
            return .failure(error)
        }
    }

    /// Changes the state and does what follows from it. A change that cannot be written down stands nevertheless: the
    /// shell must work on a full disk. Only the one who asked is told.
    private func perform(_ command: Command) -> Result<Void, WireError> {
        let effects: [Effect]
        do throws(CommandError) {
            (state, effects) = try state.reduce(command, at: MonotonicClock.now)
        } catch {
            return .failure(WireError(error))
        }
        var result: Result<Void, WireError> = .success(())
        for effect in effects {
            switch effect {
            case .publish(let event): publish(event)
            case .showWindow(let tab, let activation): supervisor.demand(.page(tab), activation)
            case .run(let action):
                if let arguments = configurator.configuration.actionPrograms[action] { actions.run(action, arguments) }
            case .persist:
                do throws(SystemError) {
                    try save()
                } catch {
                    result = .failure(WireError.persistenceFailed(error))
                }
            }
        }
        return result
    }

    private func save() throws(SystemError) {
        try persistence?.save(StateFile(memory: state.persistentState, look: configurator.choice))
    }

    /// The programs of the shell, with their arguments where they are ours to start.
    private var duties: [Supervisor.ProgramSpec] {
        let configuration = configurator.configuration
        return configuration.setup.programs.map { program in
            let tab = configuration.setup.tabs.first { .page($0.id) == program }
            return Supervisor.ProgramSpec(
                program: program, arguments: startsPrograms ? configuration.programs[program] : nil,
                appID: tab?.window?.appID)
        }
    }

    private func subscribe(_ connection: Connection, to topics: [Topic]) {
        let key = ObjectIdentifier(connection)
        for topic in sessions[key]?.topics ?? [] { subscribers[topic]?.removeAll { $0 === connection } }
        for topic in topics { subscribers[topic, default: []].append(connection) }
        sessions[key]?.topics = topics
    }

    private func publish(_ event: StateEvent) {
        var line: [UInt8]?
        for connection in subscribers[event.topic] ?? [] {
            let bytes = line ?? ServerMessage.event(event).json.encodedLine
            line = bytes
            let wasIdle = connection.isIdle
            connection.send(event: bytes)
            if wasIdle, !connection.isIdle { unflushed.append(connection) }
        }
    }

    private func resynchronize(_ connection: Connection) {
        guard let topics = sessions[ObjectIdentifier(connection)]?.topics else { return }
        send(.resync(revision: state.revision), to: connection)
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

    private func flush() {
        // Flushing may end a connection, and that may publish something, so there can be a second round.
        while !unflushed.isEmpty {
            let connections = unflushed
            unflushed.removeAll(keepingCapacity: true)
            for connection in connections { connection.flush() }
        }
    }
}

// The configuration, as it changes while the daemon runs.
extension Daemon {
    /// Begins in a named state.
    private func enter(_ scene: String) throws(DaemonError) {
        do throws(WireError) {
            let setup = try configurator.scene(scene).get()
            do throws(CommandError) {
                state = try state.reduce(.applyPreset(setup), at: MonotonicClock.now).state
            } catch {
                throw WireError(error)
            }
        } catch {
            throw .scene(error)
        }
    }

    private func watchConfiguration() {
        let (paths, looks) = (configurator.watchedPaths, configurator.watchedLooks)
        guard !paths.isEmpty || looks != nil else { return }
        do throws(SystemError) {
            files = try FileWatcher(paths, and: looks, on: loop) { [unowned self] in reloadOrComplain() }
        } catch {
            log.warning("the configuration is not watched, so changes need `tabctl reload`: \(error)")
        }
    }

    /// Nobody waits for an answer: what is wrong goes to the log.
    private func reloadOrComplain() {
        guard case .failure(let error) = reload() else { return }
        guard case .array(let errors)? = error.data?["errors"] else { return log.warning(error.message) }
        log.warning("the configuration has errors, so the old one stays in force:")
        for case .string(let line) in errors { log.warning(line) }
    }

    private func reload() -> Result<JSON, WireError> {
        do throws(ConfigurationErrors) {
            let earlier = configurator
            try configurator.reload()
            for problem in configurator.warnings { log.warning(problem) }
            let isChanged = configurator.configuration != earlier.configuration
            return takeUp(configurator.configuration, after: earlier.configuration).map {
                ["changed": .bool(isChanged), "revision": JSON(state.revision)]
            }
        } catch {
            return .failure(WireError(error))
        }
    }

    private func setLook(_ name: String) -> Result<JSON, WireError> {
        guard configurator.lookNames.contains(name) else {
            return .failure(
                WireError(
                    .unknownLook,
                    "there is no look \"\(name)\"; there are: \(configurator.lookNames.joined(separator: ", "))",
                    data: ["looks": .array(configurator.lookNames.map { .string($0) })]))
        }
        do throws(ConfigurationErrors) {
            let earlier = configurator.configuration
            try configurator.choose(name)
            return takeUp(configurator.configuration, after: earlier).map {
                ["look": .string(lookName), "revision": JSON(state.revision)]
            }
        } catch {
            return .failure(WireError(error))
        }
    }

    private func takeUp(_ configuration: Configuration, after earlier: Configuration) -> Result<Void, WireError> {
        var result = perform(.configure(configuration.setup))
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            result = result.flatMap { perform(.setAppearance(appearance)) }
        }
        supervisor.update(duties)
        do throws(SystemError) {
            try save()
        } catch {
            result = .failure(WireError.persistenceFailed(error))
        }
        return result
    }
}
