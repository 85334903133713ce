// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Localization
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - Requests
extension Daemon {
    func handle(_ frame: LineFramer.Frame, from connection: Connection) {
        switch frame {
        case .oversized:
            output.reply(id: nil, .failure(.oversizedLine), to: connection)
        case .line(let line):
            do throws(RequestError) {
                let message = try RequestMessage(line: line)
                let earlier = changes.made
                let result = answer(message.request, id: message.id, from: connection)
                let change = changes.made != earlier ? changes.made : nil
                if let result { output.reply(id: message.id, result, to: connection, after: change) }
            } catch {
                output.reply(id: error.id, .failure(error.error), to: connection)
            }
        }
    }

    /// Executes a request and returns the result for its reply; nil when the reply has been sent already.
    private func answer(_ request: Request, id: RequestID?, from connection: Connection) -> Result<JSON, WireError>? {
        switch request {
        case .command(let command):
            switch command {
            case .setCovered, .setOutput, .setPageStacking:
                if let error = errorUnlessPanel(connection) { return .failure(error) }
            case .drag: dragging = ObjectIdentifier(connection)
            default: break
            }
            return carryOut(command, id: id, from: connection)
        case .ping: return .success([:])
        case .version:
            return .success([
                "protocol": .string(ProtocolVersion.current.description), "version": .string(tabshellVersion),
                "pid": JSON(getpid()),
            ])
        case .state: return .success(state.json)
        case .barrier: return .success(["revision": JSON(state.revision)])
        case .subscribe(let topics):
            output.afterReplies(to: connection) { [weak self] in
                guard let self else { return }
                output.subscribe(connection, to: topics, id: id, state)
                accessibility.watch(output.hasSubscribers(of: .accessibility))
            }
            return nil
        case .window(let tab, let window, let over, let isWatched, let note):
            if let error = errorUnlessPanel(connection) { return .failure(error) }
            return updateWindow(window, of: tab, over: over, isWatched: isWatched, note: note)
        case .scene(let name):
            return configurationManager.scene(name).flatMap { change(.applyPreset($0)) }
        case .preferences(let preferences):
            let look = configurationManager.configuration.setup.look
            return change(.setPreferences(preferences.applied(to: state.preferences), of: look))
        case .tabs:
            let event = state.replicate([.tabs]).first
            return .success([
                "tabs": event?.valueJSON ?? [], "selection": state.selection.map { .string($0.tab.rawValue) } ?? .null,
            ])
        case .looks:
            connection.suspend()
            lookNames.read { [weak self] names in
                guard let self else { return }
                let looks: JSON = .array(names.map { .string($0) })
                output.reply(id: id, .success(["looks": looks, "look": .string(lookName)]), to: connection)
                connection.resume()
            }
            return nil
        case .look(let name):
            connection.suspend()
            lookNames.read { [weak self] names in
                guard let self else { return }
                guard names.contains(name) else {
                    output.reply(id: id, .failure(.unknownLook(name, known: names)), to: connection)
                    return connection.resume()
                }
                readConfiguration(.look(name), id: id, from: connection)
            }
            return nil
        case .reload:
            readConfiguration(.reload, id: id, from: connection)
            return nil
        case .changeTabs(let change, let selects):
            do throws(CommandError) {
                _ = try change.order(of: state.tabs.map(\.id))
            } catch {
                return .failure(WireError(error))
            }
            readConfiguration(.change(change, selects: selects), id: id, from: connection)
            return nil
        case .save:
            readConfiguration(.save, id: id, from: connection)
            return nil
        case .restart(let tab, let activation):
            guard state.tab(tab) != nil else {
                return .failure(WireError(CommandError.unknownTab(tab, known: state.tabs.map(\.id))))
            }
            guard supervisor.restart(.page(tab), activation) else {
                return .failure(
                    WireError(.notApplicable, localized("the daemon does not start a program of the tab \"\(tab)\"")))
            }
            return .success(["revision": JSON(state.revision)])
        case .windows:
            connection.suspend()
            let panel = sessions.values.first { $0.program == .panel }?.connection
            let ask = panel.map { panel in
                { [weak self] (serial: UInt64) in self?.output.send(.foreign(serial: serial), to: panel) ?? () }
            }
            windowQueries.add(ask) { [weak self] answer in
                guard let self else { return }
                let windows = WireFormat<ForeignWindow>.foreignWindows
                output.reply(id: id, answer.map { ["windows": windows.encode($0)] }, to: connection)
                connection.resume()
            }
            return nil
        case .foreign(let serial, let windows):
            if let error = errorUnlessPanel(connection) { return .failure(error) }
            windowQueries.answered(serial, windows)
            return .success([:])
        case .accessibility:
            connection.suspend()
            accessibility.read { [weak self] tree in
                guard let self else { return }
                output.reply(id: id, .success(["tree": tree.json]), to: connection)
                connection.resume()
            }
            return nil
        case .press(let name):
            connection.suspend()
            accessibility.press(name) { [weak self] result in
                guard let self else { return }
                let revision = JSON(state.revision)
                let reply = result.map { id, label -> JSON in
                    ["id": .string(id), "label": .string(label), "revision": revision]
                }
                output.reply(id: id, reply, to: connection)
                connection.resume()
            }
            return nil
        case .describe(let serial, let node):
            guard let program = sessions[ObjectIdentifier(connection)]?.program else { return .failure(.onlyPrograms) }
            accessibility.answered(program, serial, node)
            return .success([:])
        case .pressed(let serial, let problem):
            guard let program = sessions[ObjectIdentifier(connection)]?.program else { return .failure(.onlyPrograms) }
            accessibility.pressed(program, serial, problem: problem)
            return .success([:])
        case .announce(let text, let urgency):
            return tellPanel(.announce(text, urgency), from: connection)
        case .haptic(let kind):
            return tellPanel(.haptic(kind), from: connection)
        case .report(let problem):
            guard let program = sessions[ObjectIdentifier(connection)]?.program else {
                return .failure(.onlyPrograms)
            }
            let text = problem?.printable(maximumBytes: Limits.maximumProblemBytes)
            lastProblems[program] = text
            return change(.setProgramProblem(program, text))
        case .register(let program, let answersPings, let describes):
            return register(program, connection, answersPings: answersPings, describes: describes)
        case .pong(let serial):
            if let program = sessions[ObjectIdentifier(connection)]?.program { supervisor.answered(program, serial) }
            return .success([:])
        }
    }

    var lookName: String { state.look?.name ?? "" }

    /// Carries out a command of a client. The reply to one that runs an action tells whether its program has started, and
    /// the client's later requests wait for that.
    private func carryOut(
        _ command: Command, id: RequestID?, from connection: Connection
    ) -> Result<JSON, WireError>? {
        let action: ActionID?
        switch perform(command) {
        case .failure(let error): return .failure(error)
        case .success(let run): action = run
        }
        let reply = self.reply(to: command)
        guard let action, let arguments = configurationManager.configuration.actionPrograms[action] else {
            return .success(reply)
        }
        connection.suspend()
        actions.run(action, arguments) { [weak self] error in
            guard let self else { return }
            output.reply(id: id, error.map { .failure($0) } ?? .success(reply), to: connection)
            connection.resume()
        }
        return nil
    }

    /// Carries out a command that runs no action.
    func change(_ command: Command) -> Result<JSON, WireError> {
        perform(command).map { _ in reply(to: command) }
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
