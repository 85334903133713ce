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
}

// MARK: - Requests
extension Daemon {
    func handle(_ frame: LineFramer.Frame, from connection: Connection) {
        guard case .line(let line) = frame else {
            return output.reply(id: nil, .failure(.oversizedLine), to: connection)
        }
        do throws(RequestError) {
            let message = try RequestMessage(line: line)
            let earlier = changes.made
            do throws(WireError) {
                let requester = Requester(connection: connection, id: message.id)
                guard let result = try answer(message.request, of: requester) else { return }
                let change = changes.made != earlier ? changes.made : nil
                output.reply(id: message.id, .success(result), to: connection, after: change)
            } catch {
                output.reply(id: message.id, .failure(error), to: connection)
            }
        } catch {
            output.reply(id: error.id, .failure(error.error), to: connection)
        }
    }

    /// Executes a request and returns the result for its reply; nil when the reply has been sent, or is sent later.
    private func answer(_ request: Request, of requester: Requester) throws(WireError) -> JSON? {
        let connection = requester.connection
        switch request {
        case .command(let command):
            switch command {
            case .setCovered, .setOutput, .setPageStacking, .setWorkspaces: try checkIsPanel(connection)
            case .drag: dragging = ObjectIdentifier(connection)
            default: break
            }
            return try carryOut(command, of: requester)
        case .ping: return [:]
        case .version:
            return [
                "protocol": .string(ProtocolVersion.current.description), "version": .string(tabshellVersion),
                "pid": JSON(getpid()),
            ]
        case .state: return state.json
        case .barrier: return ["revision": JSON(state.revision)]
        case .subscribe(let topics):
            output.afterReplies(to: connection) { [weak self] in
                guard let self else { return }
                output.subscribe(connection, to: topics, id: requester.id, state)
                accessibility.watch(output.hasSubscribers(of: .accessibility))
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
            connection.suspend()
            lookNames.read { [weak self] names in
                guard let self else { return }
                let looks: JSON = .array(names.map { .string($0) })
                complete(requester, .success(["looks": looks, "look": .string(lookName)]))
            }
            return nil
        case .look(let name):
            connection.suspend()
            lookNames.read { [weak self] names in
                guard let self else { return }
                guard names.contains(name) else {
                    return complete(requester, .failure(.unknownLook(name, known: names)))
                }
                readConfiguration(.look(name), for: requester)
            }
            return nil
        case .reload:
            readConfiguration(.reload, for: requester)
            return nil
        case .changeTabs(let change, let selects):
            do throws(CommandError) {
                _ = try change.order(of: state.tabs.map(\.id))
            } catch {
                throw WireError(error)
            }
            readConfiguration(.change(change, selects: selects), for: requester)
            return nil
        case .save:
            readConfiguration(.save, for: requester)
            return nil
        case .restart(let tab, let activation):
            guard state.tab(tab) != nil else {
                throw WireError(CommandError.unknownTab(tab, known: state.tabs.map(\.id)))
            }
            guard supervisor.restart(.page(tab), activation) else {
                throw WireError(.notApplicable, localized("the daemon does not start a program of the tab \"\(tab)\""))
            }
            return ["revision": JSON(state.revision)]
        case .windows:
            connection.suspend()
            let ask = session(of: .panel).map { panel in
                { [weak self] (serial: UInt64) in
                    self?.output.send(.foreign(serial: serial), to: panel.connection) ?? ()
                }
            }
            windowQueries.add(ask) { [weak self] answer in
                let windows = WireFormat<ForeignWindow>.foreignWindows
                self?.complete(requester, answer.map { ["windows": windows.encode($0)] })
            }
            return nil
        case .foreign(let serial, let windows):
            try checkIsPanel(connection)
            windowQueries.answered(serial, windows)
            return [:]
        case .accessibility:
            connection.suspend()
            accessibility.read { [weak self] in self?.complete(requester, .success(["tree": $0.json])) }
            return nil
        case .press(let name):
            connection.suspend()
            accessibility.press(name) { [weak self] result in
                guard let self else { return }
                let revision = JSON(state.revision)
                complete(
                    requester,
                    result.map { ["id": .string($0.id), "label": .string($0.label), "revision": revision] })
            }
            return nil
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
        case .register(let program, let answersPings, let describes):
            return try register(program, connection, answersPings: answersPings, describes: describes)
        case .pong(let serial):
            if let program = try? program(of: connection) { supervisor.answered(program, serial) }
            return [:]
        }
    }

    /// Sends the reply to a request of a suspended client, and goes on with its later requests.
    ///
    /// - Parameter change: the number of the change that is saved first; nil without one.
    func complete(_ requester: Requester, _ result: Result<JSON, WireError>, after change: UInt64? = nil) {
        output.reply(id: requester.id, result, to: requester.connection, after: change)
        requester.connection.resume()
    }

    var lookName: String { state.look?.name ?? "" }

    /// Carries out a command of a client. The reply to one that runs an action tells whether its program has started, and
    /// the client's later requests wait for that.
    private func carryOut(_ command: Command, of requester: Requester) throws(WireError) -> JSON? {
        let action = try perform(command)
        let reply = self.reply(to: command)
        guard let action, let arguments = configurationManager.configuration.actionPrograms[action] else {
            return reply
        }
        requester.connection.suspend()
        actions.run(action, arguments) { [weak self] error in
            self?.complete(requester, error.map { .failure($0) } ?? .success(reply))
        }
        return nil
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
