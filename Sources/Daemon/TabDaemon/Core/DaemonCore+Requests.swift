import ShellModel
import TabshellIPC

enum Answer {
    case json(JSON)
    /// The revision, after all effects of the request.
    case revision
    /// The tab in front and the revision, after all effects of the request.
    case selection
    /// The reply was sent, or is sent later.
    case later
}

extension DaemonCore {
    mutating func respond(to request: Request, _ requester: Requester) {
        switch request {
        // A ping changes nothing that could need undoing.
        case .ping: return reply(requester, .success(.object([])))
        // The page of the first start stays in reach.
        case .command(.select(Self.welcome, _, _, _)) where shell.tab(Self.welcome) == nil:
            respond(requester) { core throws(WireError) in
                try core.checkMayChange(.changeTabs(.remove(Self.welcome)), requester.client)
                return core.readConfiguration(.extend(Self.welcome, core.welcomeLines), for: requester)
            }
        // The reducer changes all or nothing.
        case .command(let command):
            do throws(WireError) {
                let made = changesMade
                try checkMayChange(request, requester.client)
                finish(requester, try answer(command, requester), changesSince: made)
            } catch {
                refuse(requester, error)
            }
        default:
            respond(requester, isQuery: request.isQuery) { core throws(WireError) in
                try core.answer(request, requester)
            }
        }
    }

    /// Replies to a request. A refused one leaves everything as it was.
    mutating func respond(
        _ requester: Requester, isQuery: Bool = false, _ body: (inout DaemonCore) throws(WireError) -> Answer
    ) {
        let before = self
        do throws(WireError) {
            finish(requester, try body(&self), changesSince: isQuery ? nil : before.changesMade)
        } catch {
            self = before
            refuse(requester, error)
        }
    }

    private mutating func finish(_ requester: Requester, _ answer: Answer, changesSince made: UInt64?) {
        settle()
        guard let result = json(answer) else { return }
        let change = made == nil || changesMade == made ? nil : changesMade
        effects.append(.reply(requester, .success(result), after: change))
    }

    /// Replies with an error, and shows the PIN pad: the user has pressed a guarded tab or action.
    private mutating func refuse(_ requester: Requester, _ error: WireError) {
        if let prompt = error.lockPrompt, clients[requester.client]?.program != nil { carryOut(.prompt(prompt)) }
        reply(requester, .failure(error))
    }

    private func json(_ answer: Answer) -> JSON? {
        let revision = JSON.Member("revision", JSON(shell.revision))
        switch answer {
        case .json(let json): return json
        case .revision: return .object([revision])
        case .selection:
            let tab = JSON.Member("tab", .string(shell.selection?.tab.rawValue ?? ""))
            return .object([tab, revision] + (selectionWarning.map { [.init("warning", .string($0))] } ?? []))
        case .later: return nil
        }
    }

    /// The reason why a selection stays invisible; nil if the panel runs, or may soon.
    private var selectionWarning: String? {
        guard let panel = shell.status(of: .panel), panel.phase == .failed else { return nil }
        let reasons = [panel.reason, panel.problem].compactMap(\.self).joined(separator: "; ")
        return "no panel shows it: \(reasons)"
    }

    private mutating func answer(_ request: Request, _ requester: Requester) throws(WireError) -> Answer {
        let client = requester.client
        try checkMayChange(request, client)
        switch request {
        case .command(let command): return try answer(command, requester)
        case .ping: return .json([:])
        case .version:
            return .json([
                "protocol": .string(ProtocolVersion.current.description), "version": .string(options.version),
                "pid": JSON(options.pid),
            ])
        case .state: return .json(shell.json)
        case .barrier: return .revision
        case .subscribe(let topics):
            clients[client]?.pendingTopics[requester.serial] = topics
            effects += [.deferRequests(client), .awaitTurn(requester)]
            return .later
        case .window(let tab, let window, let over, let isWatched, let note):
            try checkIsPanel(client)
            return try updateWindow(window, of: tab, over: over, isWatched: isWatched, note: note)
        case .preferences(let preferences):
            let look = configuration.configuration.setup.look
            return try change(.setPreferences(preferences.applied(to: shell.preferences), of: look))
        case .tabs:
            let event = shell.replicate([.tabs]).first
            return .json([
                "tabs": event?.valueJSON ?? [], "selection": shell.selection.map { .string($0.tab.rawValue) } ?? .null,
            ])
        case .looks, .look: return readLooks(for: request, requester)
        case .reload: return readConfiguration(.reload, for: requester)
        case .changeTabs(let change, let selects):
            do throws(CommandError) {
                _ = try change.order(of: shell.tabs.map(\.id))
            } catch {
                throw WireError(error)
            }
            return readConfiguration(.change(change, selects: selects), for: requester)
        case .save: return readConfiguration(.save, for: requester)
        case .restart(let tab, let activation):
            guard shell.tab(tab) != nil else {
                throw WireError(CommandError.unknownTab(tab, known: shell.tabs.map(\.id)))
            }
            guard supervisor.restart(.page(tab), activation) else {
                throw .notApplicable("the daemon does not start a program of the tab \"\(tab)\"")
            }
            return .revision
        case .windows:
            effects.append(.keepPlace(requester))
            queryWindows(.client(requester))
            return .later
        case .accessibility:
            effects.append(.keepPlace(requester))
            readAccessibility(.tree(requester))
            return .later
        case .press(let name):
            effects.append(.keepPlace(requester))
            readAccessibility(.press(requester, name))
            return .later
        case .edit(let name, let edit):
            effects.append(.keepPlace(requester))
            readAccessibility(.press(requester, name, edit))
            return .later
        case .screenshot:
            guard configuration.configuration.allowsScreenshots else {
                throw .notApplicable(
                    "pictures of the screen are not allowed; `screenshots = true` in the configuration allows them"
                )
            }
            effects.append(.log("a picture of the screen is taken for a client", isWarning: false))
        case .describe(let serial, let node): accessibilityAnswered(try program(of: client), serial, node)
        case .pressed(let serial, let problem):
            let program = try program(of: client)
            if accessibility.presses[serial]?.program == program { endPress(serial, problem) }
        case .announce(let text, let urgency): try tellPanel(.announce(text, urgency), from: client)
        case .haptic(let kind): try tellPanel(.haptic(kind), from: client)
        case .report(let problem):
            let program = try program(of: client)
            let text = problem?.printable(maximumBytes: Limits.maximumProblemBytes)
            lastProblems[program] = text
            return try change(.setProgramProblem(program, text))
        case .lock: return try change(.setUnlocked(false))
        case .closePad: return try change(.prompt(nil))
        case .activity(let isActive, let watch): try activity(isActive, watch: watch, from: client)
        case .drawn: supervisor.drawn(try program(of: client))
        case .pong(let serial):
            if let program = clients[client]?.program { supervisor.answered(program, serial) }
        // The host adds facts to these, see ``Event``.
        case .register, .foreign, .unlock: break
        }
        return .json([:])
    }

    /// Carries out a command of a client. The reply to one that runs an action follows the start of its program.
    private mutating func answer(_ command: Command, _ requester: Requester) throws(WireError) -> Answer {
        switch command {
        case .setCovered, .setOutput, .setPageStacking, .setWorkspaces: try checkIsPanel(requester.client)
        case .show(let tab, .some): try checkShowsDocuments(tab)
        default: break
        }
        let action = try perform([command], isAuthorized: isAuthorized(requester.client, for: command))
        if case .setCovered(true, _) = command { lookForWindows() }
        // A refused drag belongs to no client.
        if case .drag = command { dragging = requester.client }
        let answer: Answer =
            switch command {
            case .select, .selectNext, .selectPrevious, .open, .endDrag: .selection
            default: .revision
            }
        guard let action, configuration.configuration.actionPrograms[action] != nil else { return answer }
        effects.append(.keepPlace(requester))
        settle()
        runProgram(of: action, for: requester, json(answer) ?? [:])
        return .later
    }

    mutating func runProgram(of action: ActionID, for requester: Requester? = nil, _ reply: JSON = [:]) {
        let configuration = configuration.configuration
        guard let arguments = configuration.actionPrograms[action] else { return }
        let socket = configuration.confines(action) ? supervisor.socket : nil
        effects += actions.run(action, arguments, confinedBeside: socket, for: requester, reply)
    }

    /// Carries out a command that runs no action.
    mutating func change(_ command: Command) throws(WireError) -> Answer {
        try perform([command])
        return .revision
    }

    /// Begins a subscription whose turn has come.
    mutating func subscribe(_ requester: Requester) {
        let client = requester.client
        guard let topics = clients[client]?.pendingTopics.removeValue(forKey: requester.serial) else { return }
        // The bar answers within a frame. Pages that have more to draw could keep it from the processors.
        let isPanel = clients[client]?.program == .panel
        effects.append(.subscribe(requester, topics, shell, isFirst: isPanel))
        clients[client]?.watchesAccessibility = topics.contains(.accessibility)
        updateAccessibilityWatch()
        effects.append(.resume(client))
    }

    struct LookRequest: Equatable {
        var requester: Requester
        /// The look to select; nil for a list of all looks.
        var look: String?
    }

    private mutating func readLooks(for request: Request, _ requester: Requester) -> Answer {
        let look: String? = if case .look(let name) = request { name } else { nil }
        if look != nil { effects.append(.deferRequests(requester.client)) }
        lookRequests.append(LookRequest(requester: requester, look: look))
        effects += [.keepPlace(requester), .readLooks]
        return .later
    }

    mutating func looksRead(_ names: [String]) {
        guard !lookRequests.isEmpty else { return }
        let request = lookRequests.removeFirst()
        guard let look = request.look else {
            let looks: JSON = .array(names.map { .string($0) })
            return reply(request.requester, .success(["looks": looks, "look": .string(lookName)]))
        }
        guard names.contains(look) else {
            effects += [
                .reply(request.requester, .failure(.unknownLook(look, known: names)), after: nil),
                .resume(request.requester.client),
            ]
            return
        }
        read(.look(look), for: .client(request.requester))
    }

    var lookName: String { shell.look?.name ?? "" }
}
