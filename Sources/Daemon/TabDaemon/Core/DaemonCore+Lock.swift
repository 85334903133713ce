// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import TabshellIPC

// MARK: - The number that guards tabs and actions
extension DaemonCore {
    /// A check of a number, of which there is one at a time.
    struct NumberCheck: Equatable {
        var requester: Requester
        /// True if it unlocks for its client alone.
        var isForClient: Bool
        var hash: String
    }

    /// Returns true if a command of a client needs no number: the client has given it, or changes the page that it shows.
    func isAuthorized(_ client: ClientID, for command: Command) -> Bool {
        let own = clients[client]?.program?.tab
        return clients[client]?.isAuthorized == true || own != nil && own == command.changedPage
    }

    /// - Throws: ``WireError`` if a request changes the shell or shows it to others, and the client may not.
    func checkMayChange(_ request: Request, _ client: ClientID) throws(WireError) {
        guard let subject = request.guardedSubject, shell.isLocked, shell.lock?.rules.guardsChanges == true,
            clients[client]?.isAuthorized != true
        else { return }
        // The button of a page that has failed.
        if case .restart = request, clients[client]?.program == .panel { return }
        throw WireError(locked: subject)
    }

    /// Begins to check a number, which takes a tenth of a second.
    ///
    /// - Parameter wallClock: seconds since 1970.
    mutating func unlock(
        _ number: String, forClient: Bool, wallClock: Int64, _ requester: Requester
    ) throws(WireError) -> Answer {
        guard shell.lock != nil, let hash = configuration.configuration.lockHash else {
            throw WireError(.notApplicable, localized("nothing is locked: the configuration has no [lock]"))
        }
        let wait = attempts.wait(at: now)
        guard wait == 0 else { throw Self.refusal(localized("too many wrong numbers"), wait: wait) }
        guard numberCheck == nil else { throw WireError(.locked, localized("another number is being checked")) }
        guard !number.isEmpty, !number.unicodeScalars.contains(where: \.isControl) else {
            throw WireError(.invalidArgument, localized("a number has no control characters"))
        }
        attempts.begin(wallClock: wallClock, at: now)
        changesMade += 1
        numberCheck = NumberCheck(requester: requester, isForClient: forClient, hash: hash)
        effects += [.keepPlace(requester), .checkNumber(number, hash: hash)]
        return .later
    }

    /// Unlocks for a client or for all, if the number was right.
    mutating func numberChecked(_ verdict: NumberVerdict) {
        guard let check = numberCheck else { return }
        numberCheck = nil
        var error: WireError?
        switch verdict {
        // Another configuration may have another number.
        case .right where check.hash == configuration.configuration.lockHash:
            attempts.succeeded()
            changesMade += 1
            if check.isForClient { clients[check.requester.client]?.isAuthorized = true } else { unlock() }
        case .right, .unchecked:
            error = WireError(.locked, localized("the number could not be checked: tabctl does not run"))
        case .wrong: error = Self.refusal(localized("this number is wrong"), wait: attempts.wait(at: now))
        }
        settle()
        let result: Result<JSON, WireError> =
            error.map { .failure($0) } ?? .success(["revision": JSON(shell.revision)])
        effects.append(.reply(check.requester, result, after: error == nil ? changesMade : nil))
    }

    private static func refusal(_ reason: String, wait: Int) -> WireError {
        guard wait > 0 else { return WireError(.locked, reason) }
        return WireError(.locked, localized("\(reason); try again in \(wait) s"), data: ["wait": JSON(wait)])
    }

    /// Unlocks for a time, and does what the number pad was shown for.
    private mutating func unlock() {
        let prompt = shell.lock?.prompt
        carryOut(.setUnlocked(true))
        switch prompt {
        case .tab(let tab): carryOut(.select(tab))
        case .action(let action):
            guard (try? perform([.run(action)])) != nil,
                let arguments = configuration.configuration.actionPrograms[action]
            else { return }
            effects += actions.run(action, arguments, for: nil, [:])
        case nil: break
        }
    }
}
