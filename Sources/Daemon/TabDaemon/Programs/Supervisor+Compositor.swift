// SPDX-License-Identifier: MIT
import Posix
import ShellModel
import EventLoop

// MARK: - Programs without a compositor
extension Supervisor {
    /// True for the exit codes of a program that found no compositor, or lost it.
    static func isWithoutCompositor(_ code: Int32?) -> Bool {
        code == ExitStatus.cannotConnect.rawValue || code == ExitStatus.compositorGone.rawValue
    }

    /// Starts a program when there is a compositor, rather than again and again. The log has one line for all of them.
    func awaitCompositor(_ program: Program) {
        if !compositor.isWaiting {
            log.warning("\(compositor.reason): the panel and the pages start when there is one")
            compositor.wait()
        }
        entries[program]?.needsCompositor = true
        report(program, .restarting, reason: compositor.reason, isLogged: false)
    }

    func compositorAppeared() {
        log.info("there is a compositor at \(compositor.path ?? "")")
        let programs = order.filter { entries[$0]?.needsCompositor == true }
        for entry in programs.compactMap({ entries[$0] }) {
            (entry.needsCompositor, entry.hasLostCompositor, entry.policy) = (false, false, RestartPolicy())
        }
        startInOrder(programs)
    }
}
