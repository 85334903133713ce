// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import CommandLineKit
import Localization
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - Clients and their programs
extension Daemon {
    final class ClientSession {
        let connection: Connection
        var program: Program?
        /// True if the program describes what it shows.
        var describes = false
        /// True if the client has given the number of the lock.
        var isAuthorized = false
        /// True while later requests wait for an earlier one.
        var isWaiting = false
        var putOff = RequestsPutOff()

        /// Returns the requests that have waited.
        func endWaiting() -> [LineFramer.Frame] {
            isWaiting = false
            return putOff.takeFrames()
        }

        init(_ connection: Connection) { self.connection = connection }
    }

    func addClient(_ connection: Connection) {
        let session = ClientSession(connection)
        sessions[ObjectIdentifier(connection)] = session
        memoryTrimmer.update(sessions.count)
        connection.onFrames = { [self] in
            while let frame = connection.nextFrame() { handle(frame, from: session) }
        }
        connection.onPartialLineTimeout = { [self] in
            output.afterReplies(to: connection) { [output] in
                output.send(.reply(id: nil, .failure(.partialLineTimeout)), to: connection)
                connection.close()
            }
        }
        connection.onResyncNeeded = { [self] in output.resynchronize(connection, state) }
        connection.onClose = { [self] in remove(connection, $0) }
        output.send(
            .hello(
                Hello(
                    protocolVersion: ProtocolVersion.current.description, version: tabshellVersion, pid: getpid(),
                    features: Request.methods.map(\.name))),
            to: connection)
    }

    private func remove(_ connection: Connection, _ reason: Connection.CloseReason) {
        output.unsubscribe(connection)
        accessibility.watch(output.hasSubscribers(of: .accessibility))
        guard let session = sessions.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        memoryTrimmer.update(sessions.count)
        if dragging == ObjectIdentifier(connection) { _ = try? change(.endDrag(velocity: nil)) }
        if reason == .writeTimeout {
            let line = stalledClients.line(
                "client \(connection.pid) read nothing for 10 s and was disconnected", at: MonotonicClock.now)
            if let line { log.warning(line) }
        }
        kiosk.lost(ObjectIdentifier(connection))
        guard let program = session.program else { return }
        accessibility.lost(program)
        supervisor.unregister(program, pid: connection.pid)
        guard program == .panel else { return }
        supervisor.windowsLost()
        _ = try? perform(.setInputWatch(nil))
    }

    func register(
        _ program: Program, _ connection: Connection, answersPings: Bool, describes: Bool, blurs: Bool
    ) throws(WireError) -> JSON {
        let key = ObjectIdentifier(connection)
        if let earlier = sessions[key]?.program {
            throw WireError(.alreadyRegistered, localized("this connection has registered as \(earlier.name) already"))
        }
        let ping: (UInt64) -> Void = { [weak self, weak connection] serial in
            if let connection { self?.output.send(.ping(serial: serial), to: connection) }
        }
        try supervisor.register(
            program, pid: connection.pid, pidfd: connection.peerProcess, blurs: blurs, ping: answersPings ? ping : nil)
        supervisor.registered(program, draws: describes)
        sessions[key]?.program = program
        sessions[key]?.describes = describes
        // It draws its page itself.
        if describes, let tab = program.tab, state.shown[tab] != nil, (try? checkShowsDocuments(tab)) == nil {
            _ = try? perform(.show(tab, nil), isAuthorized: true)
        }
        accessibility.programsChanged()
        lastProblems[program] = nil
        return ["program": .string(program.name)]
    }

    func session(of program: Program) -> ClientSession? { sessions.values.first { $0.program == program } }

    /// Returns the program that a connection is registered as.
    func program(of connection: Connection) throws(WireError) -> Program {
        guard let program = sessions[ObjectIdentifier(connection)]?.program else {
            throw .onlyPrograms
        }
        return program
    }

    func checkIsPanel(_ connection: Connection) throws(WireError) {
        guard sessions[ObjectIdentifier(connection)]?.program == .panel else {
            throw WireError(
                .notApplicable, localized("only the panel, once registered, may report windows and outputs"))
        }
    }

    /// Asks the panel for the windows that belong to no tab; nil without a panel.
    var windowQuestion: ((UInt64) -> Void)? {
        session(of: .panel).map { panel in
            { [weak self] serial in self?.output.send(.foreign(serial: serial), to: panel.connection) ?? () }
        }
    }

    /// Looks for the windows of programs that have not registered.
    func lookForWindows() {
        // A script that has sent a document need not register.
        let isPage: (TabID) -> Bool = { [weak self] in self?.state.shown[$0] == nil }
        guard supervisor.awaitsWindows(isPage), session(of: .panel) != nil else { return }
        windowQueries.add(windowQuestion) { [weak self] answer in
            if case .success(let windows) = answer { self?.supervisor.recognize(windows, isPage) }
        }
    }

    /// Updates the window of a tab as the panel reports it.
    func updateWindow(
        _ window: WindowState?, of tab: TabID, over: TabID?, isWatched: Bool, note: String?
    ) throws(WireError) -> JSON {
        let result = try change(.setWindow(tab, window, over: over))
        guard state.tab(tab)?.window != nil else { return result }
        let status: Supervisor.WindowStatus = isWatched ? (window == nil ? .absent : .present) : .unsupported
        let isFirst = supervisor.updateWindow(status, note, of: .page(tab))
        // A window that disappears later was closed by the user, and its program is not restarted.
        if isFirst, state.selection?.tab == tab { supervisor.ensureRunning(.page(tab)) }
        return result
    }
}
