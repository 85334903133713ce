// SPDX-License-Identifier: MIT
import Posix
import EventLoop
import Glibc
import ShellModel
import TabConfig

// MARK: - Ends of programs
extension Supervisor {
    func processEnded(_ program: Program, pid: pid_t, code: Int32?) {
        if let index = terminating.firstIndex(where: { $0.process.pid == pid }) {
            let ended = terminating.remove(at: index)
            if terminating.isEmpty { terminationTimer?.disarm() }
            if let instance = ended.instance { orphans.terminate(instance) }
            // Its successor has been waiting.
            start(program)
            return finishIfStopped()
        }
        guard let entry = entries[program] else { return }
        if entry.registrant?.pid == pid {
            entry.registrant = nil
        } else if entry.process?.pid == pid {
            entry.process = entry.registrant
            entry.registrant = nil
        }
        if entry.status.pid == pid {
            entry.isRegistered = false
            monitor.remove(program)
        }
        if entry.process == nil, let instance = entry.instance {
            entry.instance = nil
            orphans.terminate(instance)
        }
        writeRecord()
        if let process = entry.process, entry.appIDs == nil {
            if entry.status.pid == pid { report(program, .starting, pid: process.pid, reason: Self.notConnected) }
        } else {
            let exit =
                program == .bridge ? describeBridgeExit(code) : describeExit(code, isOfShell: entry.appIDs == nil)
            handleExit(program, code: code, reason: entry.terminationReason ?? exit)
        }
        finishIfStopped()
    }

    func handleExit(_ program: Program, code: Int32?, reason: String) {
        guard onStopped == nil, let entry = entries[program] else { return }
        entry.errorOutput?.finish()
        entry.isRegistered = false
        entry.isManaged = false
        entry.terminationReason = nil
        if entry.appIDs != nil {
            // Many programs exit with a code of their own when the user closes their window. The window of one that fails is
            // still listed when it exits.
            let isClosed = code == 0 || entry.hasShownWindow && entry.window == .absent && code.map { $0 > 0 } ?? false
            entry.exitReason = isClosed ? nil : missingBrowser(entry, code) ?? reason
            entry.keeping?.disarm()
            reportWindow(program)
            return keepOpen(program)
        }
        guard entry.arguments != nil else {
            return report(program, .absent, reason: reason)
        }
        entry.hasLostCompositor = program.isOnScreen && Self.isWithoutCompositor(code)
        if entry.hasLostCompositor, !compositor.isReachable {
            entry.status.restarts += 1
            return awaitCompositor(program)
        }
        switch entry.policy.handleExit(code: code, after: MonotonicClock.now - entry.startedAt) {
        case .restart(let delay):
            entry.status.restarts += 1
            entry.restart?.arm(after: delay)
            // One that ends the session accepts connections for a moment: the program has said that it has lost its own.
            report(program, .restarting, reason: reason, isLogged: !entry.hasLostCompositor)
        case .giveUp(let why):
            report(program, .failed, reason: why)
        }
    }

    /// The reason that a web page lacks a window, if there is no browser.
    private func missingBrowser(_ entry: Entry, _ code: Int32?) -> String? {
        guard code == ExitStatus.programMissing.rawValue else { return nil }
        return entry.arguments.flatMap { WebPage(arguments: $0) }?.missingBrowser
    }
}
