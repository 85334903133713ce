// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - The number that guards tabs and actions
extension Daemon {
    func startLock() {
        numberCheck.onCount = { [weak self] in self?.changes.made += 1 }
    }

    /// Returns true if a client has given the number itself.
    func isAuthorized(_ connection: Connection) -> Bool { sessions[ObjectIdentifier(connection)]?.isAuthorized == true }

    /// Returns true if a command of a client needs no number: the client has given it, or changes the page that it shows.
    func isAuthorized(_ connection: Connection, for command: Command) -> Bool {
        let own = sessions[ObjectIdentifier(connection)]?.program?.tab
        return isAuthorized(connection) || own != nil && own == command.changedPage
    }

    /// - Throws: ``WireError`` if a request changes the shell or shows it to others, and the client may not.
    func checkMayChange(_ request: Request, _ connection: Connection) throws(WireError) {
        guard let subject = request.guardedSubject, state.isLocked, state.lock?.rules.guardsChanges == true,
            !isAuthorized(connection)
        else { return }
        // The button of a page that has failed.
        if case .restart = request, sessions[ObjectIdentifier(connection)]?.program == .panel { return }
        throw WireError(locked: subject)
    }

    /// Shows the number pad for what a program of the shell was refused: the user has pressed it.
    func showPad(after error: WireError, to connection: Connection) {
        guard let prompt = error.lockPrompt, sessions[ObjectIdentifier(connection)]?.program != nil else { return }
        _ = try? perform(.prompt(prompt))
    }

    /// Returns the hash of the number.
    ///
    /// - Throws: ``WireError`` without a lock.
    func lockHash() throws(WireError) -> String {
        guard state.lock != nil, let hash = configurationManager.configuration.lockHash else {
            throw WireError(.notApplicable, localized("nothing is locked: the configuration has no [lock]"))
        }
        return hash
    }

    /// Checks a number, and unlocks for its client or for all.
    func unlock(_ number: String, _ hash: String, forClient: Bool, requester: Requester) {
        numberCheck.check(number, against: hash) { [weak self] error in
            guard let self else { return }
            if let error { return output.reply(requester, .failure(error), after: changes.made) }
            if forClient {
                sessions[ObjectIdentifier(requester.connection)]?.isAuthorized = true
            } else {
                unlock()
            }
            output.reply(requester, .success(["revision": JSON(state.revision)]), after: changes.made)
        }
    }

    /// Unlocks for a time, and does what the number pad was shown for.
    private func unlock() {
        let prompt = state.lock?.prompt
        _ = try? perform(.setUnlocked(true))
        switch prompt {
        case .tab(let tab): _ = try? perform(.select(tab))
        case .action(let action):
            guard (try? perform(.run(action))) != nil,
                let arguments = configurationManager.configuration.actionPrograms[action]
            else { return }
            actions.run(action, arguments) { [log] error in
                if let error { log.warning(error.message) }
            }
        case nil: break
        }
    }
}
