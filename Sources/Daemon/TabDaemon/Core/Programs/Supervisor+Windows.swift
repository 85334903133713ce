// SPDX-License-Identifier: MIT
import Localization
import ShellModel

// MARK: - Programs with windows of their own
extension Supervisor {
    /// Updates the status of a program's window.
    ///
    /// - Returns: true for the first report.
    mutating func updateWindow(_ status: WindowStatus, _ note: String?, of program: Program) -> Bool {
        guard let entry = entries[program], entry.appIDs != nil else { return false }
        entries[program]?.window = status
        entries[program]?.windowNote = note
        if status == .present { entries[program]?.hasShownWindow = true }
        reportWindow(program)
        keepOpen(program)
        return entry.window == .unknown
    }

    /// Resets the status of all windows, because the panel has gone.
    mutating func windowsLost() {
        for program in order { entries[program]?.window = .unknown }
    }

    /// Starts a program whose window is absent. It is not restarted when it exits, as the user has closed it.
    ///
    /// - Parameter activation: the token that allows its window to get the focus.
    mutating func ensureRunning(_ program: Program, _ activation: ActivationToken? = nil) {
        guard let entry = entries[program], entry.appIDs != nil, entry.window == .absent || entry.window == .unsupported
        else { return }
        launch(program, activation)
    }

    /// Reports the status of a program that does not register: from its window and, if it is managed, its process.
    mutating func reportWindow(_ program: Program) {
        guard let entry = entries[program] else { return }
        let pid = entry.process
        let reason = pid == nil ? entry.awaitsNetwork ? Self.noNetwork : entry.exitReason : nil
        switch entry.window {
        case .present: report(program, .alive, pid: pid)
        case .unsupported:
            let reason = [Self.windowsNotListed, reason].compactMap(\.self).joined(separator: "; ")
            report(program, pid == nil ? .absent : .alive, pid: pid, reason: reason)
        case .absent, .unknown:
            let isStarting = pid != nil || entry.start != nil
            // A window that is kept open waits for its next start.
            let awaitsRestart =
                deadlines[.keeping(program)] != nil && [.restarting, .failed].contains(entry.status.phase)
            if !isStarting, awaitsRestart { return }
            report(program, isStarting ? .starting : .absent, pid: pid, reason: reason ?? entry.windowNote)
        }
    }

    private static let windowsNotListed =
        localized(
            "the compositor has no foreign-toplevel management: a window gets the focus only when its program starts")

    // MARK: - Windows that are kept open

    /// Follows a change of a window that is kept open, or of its program: starts the program again when both have gone.
    mutating func keepOpen(_ program: Program) {
        guard !isStopping, let entry = entries[program], entry.keepsOpen, entry.startedAt > 0, entry.start == nil,
            !entry.awaitsNetwork
        else { return }
        if entry.window == .present {
            entries[program]?.keeper.windowAppeared(at: now)
            deadlines[.keeping(program)] = nil
            return
        }
        guard deadlines[.keeping(program)] == nil, entry.window != .unknown else { return }
        if entry.process != nil {
            // Where windows are not listed, only the program's end shows that it has gone.
            guard entry.window == .absent else { return }
            deadlines[.keeping(program)] =
                now + (entry.hasShownWindow ? WindowKeeper.closingTime : WindowKeeper.openingTime)
            return
        }
        let reason = entry.exitReason ?? localized("its window has gone")
        switch entries[program]?.keeper.lost(at: now) {
        case .start(let time):
            deadlines[.keeping(program)] = time
            entries[program]?.status.restarts += 1
            let delay = Int((time - now) / 1_000_000_000)
            report(
                program, .restarting,
                reason: localized(
                    delay, one: "\(reason); it starts in 1 s", other: "\(reason); it starts in \(delay) s"))
        case .pause(let time):
            deadlines[.keeping(program)] = time
            report(
                program, .failed,
                reason: localized("\(reason); it was started \(WindowKeeper.maximumStarts) times within an hour"))
        case nil: break
        }
    }

    /// Starts the program of a window that is kept open, or ends it: it runs without one.
    mutating func keepingDeadlinePassed(_ program: Program) {
        guard let entry = entries[program], entry.window != .present else { return }
        guard let pid = entry.process else { return launch(program) }
        guard entry.isManaged else { return }
        guard entry.terminationReason == nil else { return effects.append(.kill(pid)) }
        let seconds = WindowKeeper.openingTime / 1_000_000_000
        let reason =
            entry.hasShownWindow
            ? localized("its window has gone") : localized("it has not opened a window within \(seconds) s")
        warn("\(program.name) (pid \(pid)): \(reason), and is ended")
        entries[program]?.terminationReason = reason
        effects.append(.terminate(pid))
        deadlines[.keeping(program)] = now + WindowKeeper.closingTime
    }
}
