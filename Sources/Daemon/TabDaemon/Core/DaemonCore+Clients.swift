import ShellModel
import TabshellIPC

extension DaemonCore {
    mutating func connected(_ client: ClientID) {
        clients[client] = Client()
        let hello = Hello(
            protocolVersion: ProtocolVersion.current.description, version: options.version, pid: options.pid,
            features: Request.methods.map(\.name))
        effects.append(.send(.hello(hello), client))
    }

    mutating func disconnected(_ client: ClientID, pid: Int32) {
        guard let lost = clients.removeValue(forKey: client) else { return }
        updateAccessibilityWatch()
        if dragging == client { carryOut(.endDrag(velocity: nil)) }
        endActivity(of: client)
        guard let program = lost.program else { return }
        accessibilityLost(program)
        supervisor.unregister(program, pid: pid)
        guard program == .panel else { return }
        supervisor.windowsLost()
        carryOut(.setInputWatch(nil))
    }

    mutating func register(
        _ registration: Registration, _ ancestors: [Int32], _ requester: Requester
    ) throws(WireError) -> Answer {
        let (client, program) = (requester.client, registration.program)
        if let earlier = clients[client]?.program {
            throw WireError(.alreadyRegistered, "this connection has registered as \(earlier.name) already")
        }
        try supervisor.register(registration, ancestors: ancestors, peer: client)
        clients[client]?.program = program
        clients[client]?.describes = registration.describes
        // It draws its page itself.
        if registration.describes, let tab = program.tab, shell.shown[tab] != nil,
            (try? checkShowsDocuments(tab)) == nil
        {
            removeDocument(of: tab)
        }
        programsForAccessibilityChanged()
        lastProblems[program] = nil
        return .json(["program": .string(program.name)])
    }

    func client(of program: Program) -> ClientID? { clients.first { $0.value.program == program }?.key }

    func program(of client: ClientID) throws(WireError) -> Program {
        guard let program = clients[client]?.program else { throw .onlyPrograms }
        return program
    }

    func checkIsPanel(_ client: ClientID) throws(WireError) {
        guard clients[client]?.program == .panel else {
            throw .notApplicable("only the panel, once registered, may report windows and outputs")
        }
    }

    /// Passes a message of a page to the panel, if the user sees the page and nothing in front of it.
    mutating func tellPanel(_ message: ServerMessage, from client: ClientID) throws(WireError) {
        guard let tab = try program(of: client).tab else { throw .onlyPrograms }
        guard shell.menu.tab == nil, tab == shell.sheet.tab ?? shell.selection?.tab else {
            throw .notApplicable("the page of the tab \"\(tab)\" is not in front")
        }
        if let panel = self.client(of: .panel) { effects.append(.offer(message, panel)) }
    }
}

extension DaemonCore {
    /// The questions for the windows that belong to no tab, which only the panel knows. One question serves all waiting ones.
    struct WindowQueries: Equatable {
        enum Waiter: Equatable {
            case client(Requester)
            /// The daemon looks for the windows of programs that have not registered.
            case recognition
        }

        fileprivate var serial: UInt64 = 0
        fileprivate var waiting: [Waiter] = []
    }

    mutating func queryWindows(_ waiter: WindowQueries.Waiter) {
        windowQueries.waiting.append(waiter)
        guard let panel = client(of: .panel) else {
            return endWindowQueries(
                .failure(.notApplicable("only the panel knows the windows, and no panel is running")))
        }
        guard windowQueries.waiting.count == 1 else { return }
        windowQueries.serial += 1
        deadlines[.windowsAnswer] = now + Limits.foreignTimeout
        effects.append(.send(.foreign(serial: windowQueries.serial), panel))
    }

    /// Ends the questions with the panel's answer; one to an earlier question is dropped.
    mutating func windowsAnswered(_ serial: UInt64, _ windows: [ForeignWindow]?, _ ancestors: [Int32: [Int32]]) {
        guard serial == windowQueries.serial else { return }
        let unlisted = WireError.notApplicable(
            """
            the panel sees no windows: the compositor has no wlr-foreign-toplevel-management, or tabshell is in \
            windows itself (--window)
            """)
        endWindowQueries(windows.map { .success($0) } ?? .failure(unlisted), ancestors)
    }

    mutating func endWindowQueries(
        _ answer: Result<[ForeignWindow], WireError>, _ ancestors: [Int32: [Int32]] = [:]
    ) {
        deadlines[.windowsAnswer] = nil
        let waiters = windowQueries.waiting
        windowQueries.waiting = []
        for waiter in waiters {
            switch waiter {
            case .client(let requester):
                let format = WireFormat<ForeignWindow>.foreignWindows
                reply(requester, answer.map { ["windows": format.encode($0)] })
            case .recognition:
                guard case .success(let windows) = answer else { continue }
                let isPage = { [shell] (tab: TabID) in shell.shown[tab] == nil }
                supervisor.recognize(windows, ancestors: ancestors, isPage)
            }
        }
    }

    /// Looks for the windows of programs that have not registered. A script that has sent a document need not register.
    mutating func lookForWindows() {
        let isAwaited = supervisor.unregistered.contains { $0.program.tab.map { shell.shown[$0] == nil } ?? false }
        guard isAwaited, client(of: .panel) != nil else { return }
        queryWindows(.recognition)
    }

    mutating func updateWindow(
        _ window: WindowState?, of tab: TabID, over: TabID?, isWatched: Bool, note: String?
    ) throws(WireError) -> Answer {
        let answer = try change(.setWindow(tab, window, over: over))
        guard shell.tab(tab)?.window != nil else { return answer }
        let status: Supervisor.WindowStatus = isWatched ? (window == nil ? .absent : .present) : .unsupported
        let isFirst = supervisor.updateWindow(status, note, of: .page(tab))
        // If a window disappears later, the user has closed it, and its program is not restarted.
        if isFirst, shell.selection?.tab == tab { supervisor.ensureRunning(.page(tab)) }
        return answer
    }
}
