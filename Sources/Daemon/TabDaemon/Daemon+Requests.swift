// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Localization
import ShellModel
import SocketServer
import TabshellIPC

/// The sender of a request.
struct Requester {
    let connection: Connection
    let id: RequestID?
    /// The place of the reply; nil if it follows all replies so far.
    var place: UInt64?
}

// MARK: - Requests
extension Daemon {
    func handle(_ frame: LineFramer.Frame, from session: ClientSession) {
        let connection = session.connection
        let place = session.putOff.takePlace()
        guard case .line(let line) = frame else {
            let requester = Requester(connection: connection, id: nil, place: place)
            return output.reply(requester, .failure(.oversizedLine))
        }
        do throws(RequestError) {
            let message = try RequestMessage(line: line)
            if session.isWaiting, !message.request.isAnswer {
                let isFull = session.putOff.append(
                    frame, bytes: line.count, place: place ?? output.reservePlace(for: connection))
                if isFull { connection.suspend() }
                return
            }
            handle(message.request, of: Requester(connection: connection, id: message.id, place: place))
        } catch {
            output.reply(Requester(connection: connection, id: error.id, place: place), .failure(error.error))
        }
    }

    private func handle(_ request: Request, of requester: Requester) {
        if requester.connection.isBroken, request.isQuery, requester.place == nil {
            return requester.connection.skipReply()
        }
        let earlier = request.isQuery ? nil : changes.made
        do throws(WireError) {
            guard let result = try answer(request, of: requester) else { return }
            let change = earlier == nil || changes.made == earlier ? nil : changes.made
            output.reply(requester, .success(result), after: change)
        } catch {
            showPad(after: error, to: requester.connection)
            output.reply(requester, .failure(error))
        }
    }

    /// Begins work that ends with the reply, whose place is kept. The client's later requests are carried out meanwhile.
    ///
    /// The work throws nothing: the reply to an error would be a second one, behind a place that stays empty.
    private func replyLater(to requester: Requester, _ work: (Requester) -> Void) -> JSON? {
        var requester = requester
        requester.place = requester.place ?? output.reservePlace(for: requester.connection)
        work(requester)
        return nil
    }

    /// Puts off the later requests of a client until ``goOn(with:)``, but for its answers to the daemon.
    private func putOffRequests(of connection: Connection) {
        sessions[ObjectIdentifier(connection)]?.isWaiting = true
    }

    private func goOn(with connection: Connection) {
        let frames = sessions[ObjectIdentifier(connection)]?.endWaiting() ?? []
        connection.resume(with: frames)
    }

    /// Executes a request and returns the result for its reply; nil when the reply has been sent, or is sent later.
    private func answer(_ request: Request, of requester: Requester) throws(WireError) -> JSON? {
        let connection = requester.connection
        try checkMayChange(request, connection)
        switch request {
        case .command(let command):
            switch command {
            case .setCovered, .setOutput, .setPageStacking, .setWorkspaces: try checkIsPanel(connection)
            case .show(let tab, .some): try checkShowsDocuments(tab)
            default: break
            }
            let reply = try carryOut(command, of: requester)
            if case .setCovered(true, _) = command { lookForWindows() }
            // A drag that was refused is nobody's.
            if case .drag = command { dragging = ObjectIdentifier(connection) }
            return reply
        case .ping: return .object([])
        case .version:
            return [
                "protocol": .string(ProtocolVersion.current.description), "version": .string(tabshellVersion),
                "pid": JSON(getpid()),
            ]
        case .state: return state.json
        case .barrier: return ["revision": JSON(state.revision)]
        case .subscribe(let topics):
            putOffRequests(of: connection)
            output.afterReplies(to: connection, at: requester.place) { [weak self] in
                guard let self else { return }
                // The bar answers within a frame. Pages that have more to draw could keep it from the processors.
                let isPanel = sessions[ObjectIdentifier(connection)]?.program == .panel
                output.subscribe(requester, to: topics, state, isFirst: isPanel)
                accessibility.watch(output.hasSubscribers(of: .accessibility))
                goOn(with: connection)
            }
            return nil
        case .window(let tab, let window, let over, let isWatched, let note):
            try checkIsPanel(connection)
            return try updateWindow(window, of: tab, over: over, isWatched: isWatched, note: note)
        case .scene(let name): return try change(.applyPreset(try configurationManager.scene(name)))
        case .preferences(let preferences):
            let look = configurationManager.configuration.setup.look
            return try change(.setPreferences(preferences.applied(to: state.preferences), of: look))
        case .tabs:
            let event = state.replicate([.tabs]).first
            return [
                "tabs": event?.valueJSON ?? [], "selection": state.selection.map { .string($0.tab.rawValue) } ?? .null,
            ]
        case .looks:
            return replyLater(to: requester) { requester in
                lookNames.read { [weak self] names in
                    guard let self else { return }
                    let looks: JSON = .array(names.map { .string($0) })
                    output.reply(requester, .success(["looks": looks, "look": .string(lookName)]))
                }
            }
        case .look(let name):
            putOffRequests(of: connection)
            return replyLater(to: requester) { requester in
                lookNames.read { [weak self] names in
                    guard let self else { return }
                    guard names.contains(name) else {
                        output.reply(requester, .failure(.unknownLook(name, known: names)))
                        return goOn(with: connection)
                    }
                    _ = readConfiguration(.look(name), for: requester)
                }
            }
        case .reload: return readConfiguration(.reload, for: requester)
        case .changeTabs(let change, let selects):
            do throws(CommandError) {
                _ = try change.order(of: state.tabs.map(\.id))
            } catch {
                throw WireError(error)
            }
            return readConfiguration(.change(change, selects: selects), for: requester)
        case .save: return readConfiguration(.save, for: requester)
        case .restart(let tab, let activation):
            guard state.tab(tab) != nil else {
                throw WireError(CommandError.unknownTab(tab, known: state.tabs.map(\.id)))
            }
            guard supervisor.restart(.page(tab), activation) else {
                throw WireError(.notApplicable, localized("the daemon does not start a program of the tab \"\(tab)\""))
            }
            return ["revision": JSON(state.revision)]
        case .windows:
            return replyLater(to: requester) { requester in
                windowQueries.add(windowQuestion) { [weak self] answer in
                    let windows = WireFormat<ForeignWindow>.foreignWindows
                    self?.output.reply(requester, answer.map { ["windows": windows.encode($0)] })
                }
            }
        case .foreign(let serial, let windows):
            try checkIsPanel(connection)
            windowQueries.answered(serial, windows)
            return [:]
        case .accessibility:
            return replyLater(to: requester) { requester in
                accessibility.read { [weak self] in self?.output.reply(requester, .success(["tree": $0.json])) }
            }
        case .press(let name):
            return replyLater(to: requester) { requester in
                accessibility.press(name) { [weak self] result in
                    guard let self else { return }
                    let revision = JSON(state.revision)
                    output.reply(
                        requester,
                        result.map { ["id": .string($0.id), "label": .string($0.label), "revision": revision] })
                }
            }
        case .screenshot:
            guard configurationManager.configuration.allowsScreenshots else {
                throw WireError(
                    .notApplicable,
                    localized(
                        "pictures of the screen are not allowed; `screenshots = true` in the configuration allows them")
                )
            }
            log.info("a picture of the screen is taken for a client")
            return [:]
        case .describe(let serial, let node):
            accessibility.answered(try program(of: connection), serial, node)
            return [:]
        case .pressed(let serial, let problem):
            accessibility.pressed(try program(of: connection), serial, problem: problem)
            return [:]
        case .announce(let text, let urgency): return try tellPanel(.announce(text, urgency), from: connection)
        case .haptic(let kind): return try tellPanel(.haptic(kind), from: connection)
        case .report(let problem):
            let program = try program(of: connection)
            let text = problem?.printable(maximumBytes: Limits.maximumProblemBytes)
            lastProblems[program] = text
            return try change(.setProgramProblem(program, text))
        case .unlock(let number, let isForClient):
            let hash = try lockHash()
            return replyLater(to: requester) { unlock(number, hash, forClient: isForClient, requester: $0) }
        case .lock:
            _ = try perform(.setUnlocked(false))
            return ["revision": JSON(state.revision)]
        case .closePad: return try change(.prompt(nil))
        case .activity(let isActive, let watch): return try activity(isActive, watch: watch, from: connection)
        case .register(let program, let answersPings, let describes, let blurs):
            return try register(
                program, connection, answersPings: answersPings, describes: describes, blurs: blurs)
        case .drawn:
            supervisor.drawn(try program(of: connection))
            return [:]
        case .pong(let serial):
            if let program = try? program(of: connection) { supervisor.answered(program, serial) }
            return [:]
        }
    }

    /// Reads the configuration beside the loop, and replies when it is in force. The client's later requests wait for that, and
    /// nobody else's.
    private func readConfiguration(_ job: ConfigurationQueue.Job, for requester: Requester) -> JSON? {
        putOffRequests(of: requester.connection)
        if case .reload = job { notifier.notifyReloading() }
        return replyLater(to: requester) { requester in
            configurationQueue?.add(job) { [weak self] result in
                guard let self else { return }
                if case .reload = job { notifier.notify("READY=1") }
                output.reply(requester, result, after: changes.made)
                goOn(with: requester.connection)
            }
        }
    }

    var lookName: String { state.look?.name ?? "" }

    /// Carries out a command of a client. The reply to one that runs an action says whether its program has started.
    private func carryOut(_ command: Command, of requester: Requester) throws(WireError) -> JSON? {
        let action = try perform(command, isAuthorized: isAuthorized(requester.connection, for: command))
        let reply = self.reply(to: command)
        guard let action, let arguments = configurationManager.configuration.actionPrograms[action] else {
            return reply
        }
        return replyLater(to: requester) { requester in
            actions.run(action, arguments) { [weak self] error in
                self?.output.reply(requester, error.map { .failure($0) } ?? .success(reply))
            }
        }
    }

    /// Carries out a command that runs no action.
    func change(_ command: Command) throws(WireError) -> JSON {
        _ = try perform(command)
        return reply(to: command)
    }

    /// The reply to a command. That to one that selects names the tab in front.
    private func reply(to command: Command) -> JSON {
        let revision = JSON(state.revision)
        switch command {
        case .select, .selectNext, .selectPrevious, .open, .endDrag:
            let members: [JSON.Member] = [
                .init("tab", .string(state.selection?.tab.rawValue ?? "")), .init("revision", revision),
            ]
            return .object(members + (warning.map { [.init("warning", .string($0))] } ?? []))
        default: return .object([.init("revision", revision)])
        }
    }

    /// The reason for which nobody sees a selection; nil if the panel runs, or may do so soon.
    private var warning: String? {
        guard let panel = state.status(of: .panel), panel.phase == .failed else { return nil }
        let reasons = [panel.reason, panel.problem].compactMap(\.self).joined(separator: "; ")
        return localized("no panel shows it: \(reasons)")
    }
}
