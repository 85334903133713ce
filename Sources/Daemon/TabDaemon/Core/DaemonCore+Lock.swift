import Localization
import ShellModel
import TabshellIPC

extension DaemonCore {
    /// A check of a PIN; one at a time.
    struct NumberCheck: Equatable {
        var requester: Requester
        var isForClient: Bool
        var hash: String
    }

    /// Returns true if a client's command needs no PIN: the client has given it, or changes its own page.
    func isAuthorized(_ client: ClientID, for command: Command) -> Bool {
        let own = clients[client]?.program?.tab
        return clients[client]?.isAuthorized == true || own != nil && own == command.changedPage
    }

    /// Throws if the client may not make a request that changes the shell or shows it to others.
    func checkMayChange(_ request: Request, _ client: ClientID) throws(WireError) {
        guard let subject = request.guardedSubject, !shell.mayChangeTabs, clients[client]?.isAuthorized != true
        else { return }
        // The button of a failed page.
        if case .restart = request, clients[client]?.program == .panel { return }
        throw WireError(locked: subject)
    }

    /// Begins to check a PIN, which takes a tenth of a second, at a time of the wall clock, s since 1970.
    mutating func unlock(
        _ number: String, forClient: Bool, wallClock: Int64, _ requester: Requester
    ) throws(WireError) -> Answer {
        guard shell.lock != nil, let hash = configuration.configuration.lockHash else {
            throw .notApplicable("no lock is configured")
        }
        let wait = attempts.wait(at: now)
        guard wait == 0 else { throw Self.refusal(localized("too many wrong PINs"), wait: wait) }
        guard numberCheck == nil else { throw WireError(.locked, localized("another PIN is being checked")) }
        guard !number.isEmpty, !number.unicodeScalars.contains(where: \.isControl) else {
            throw WireError(.invalidArgument, localized("a PIN has no control characters"))
        }
        attempts.begin(wallClock: wallClock, at: now)
        changesMade += 1
        numberCheck = NumberCheck(requester: requester, isForClient: forClient, hash: hash)
        effects += [.keepPlace(requester), .checkNumber(number, hash: hash)]
        return .later
    }

    /// Unlocks for a client or for all, if the PIN was right.
    mutating func numberChecked(_ verdict: NumberVerdict) {
        guard let check = numberCheck else { return }
        numberCheck = nil
        var error: WireError?
        switch verdict {
        // Another configuration may have another PIN.
        case .right where check.hash == configuration.configuration.lockHash:
            attempts.succeeded()
            changesMade += 1
            if check.isForClient { clients[check.requester.client]?.isAuthorized = true } else { unlock() }
        case .right, .unchecked:
            error = WireError(.locked, localized("the PIN could not be checked: tabctl does not run"))
        case .wrong: error = Self.refusal(localized("wrong PIN"), wait: attempts.wait(at: now))
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

    /// Unlocks for a time, and carries out the request that needed the PIN.
    private mutating func unlock() {
        let prompt = shell.lock?.prompt
        carryOut(.setUnlocked(true))
        switch prompt {
        case .tab(let tab): carryOut(.select(tab))
        case .action(let action):
            if (try? perform([.run(action)])) != nil { runProgram(of: action) }
        case nil: break
        }
    }
}
