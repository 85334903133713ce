// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import ShellModel

// MARK: - Programs with windows of their own
extension Supervisor {
    /// Updates the status of a program's window.
    ///
    /// - Returns: true for the first report.
    func updateWindow(_ status: WindowStatus, _ note: String?, of program: Program) -> Bool {
        guard let entry = entries[program], entry.appIDs != nil else { return false }
        let isFirst = entry.window == .unknown
        (entry.window, entry.windowNote) = (status, note)
        if status == .present { entry.hasShownWindow = true }
        reportWindow(program)
        keepOpen(program)
        return isFirst
    }

    /// Resets the status of all windows, because the panel has gone.
    func windowsLost() {
        for program in order { entries[program]?.window = .unknown }
    }

    /// Starts a program whose window is absent. It is not restarted when it exits, as the user has closed it.
    ///
    /// - Parameter activation: the token that allows its window to get the focus.
    func ensureRunning(_ program: Program, _ activation: ActivationToken? = nil) {
        guard let entry = entries[program], entry.appIDs != nil, entry.window == .absent || entry.window == .unsupported
        else {
            return
        }
        launch(program, activation)
    }

    /// Reports the status of a program that does not register: from its window and, if it is managed, its process.
    func reportWindow(_ program: Program) {
        guard let entry = entries[program] else { return }
        let pid = entry.process?.pid
        let reason = pid == nil ? entry.awaitsNetwork ? Self.noNetwork : entry.exitReason : nil
        switch entry.window {
        case .present: report(program, .alive, pid: pid)
        case .unsupported:
            let reason = [Self.windowsNotListed, reason].compactMap(\.self).joined(separator: "; ")
            report(program, pid == nil ? .absent : .alive, pid: pid, reason: reason)
        case .absent, .unknown:
            let isStarting = pid != nil || entry.start != nil
            if !isStarting, entry.awaitsRestart { return }
            report(program, isStarting ? .starting : .absent, pid: pid, reason: reason ?? entry.windowNote)
        }
    }

    private static let windowsNotListed =
        localized(
            "the compositor has no foreign-toplevel management: a window gets the focus only when its program starts")
}
