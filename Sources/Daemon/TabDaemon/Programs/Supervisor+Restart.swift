// SPDX-License-Identifier: MIT
import Localization
import ShellModel

// MARK: - Restarts on request
extension Supervisor {
    /// Ends a program, if it runs, and starts it again as if it had never failed.
    ///
    /// - Parameter activation: the token that allows its window to get the focus.
    /// - Returns: false if the daemon does not start it, or another process has started it.
    func restart(_ program: Program, _ activation: ActivationToken?) -> Bool {
        guard onStopped == nil, let entry = entries[program], entry.arguments != nil,
            entry.process == nil || entry.isManaged
        else { return false }
        remove(program)
        add(entry.spec)
        // The panel reports changes only.
        entries[program]?.window = entry.window
        if terminating.contains(where: { $0.program == program }) || entry.start != nil {
            successors[program] = .some(activation)
            report(program, .restarting, reason: localized("it is ended first"), isLogged: false)
        } else {
            launch(program, activation)
        }
        return true
    }
}
