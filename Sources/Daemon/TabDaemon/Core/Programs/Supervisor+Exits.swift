// SPDX-License-Identifier: MIT
import Posix
import ShellModel
import ShellConfig

// MARK: - Ends of programs
extension Supervisor {
    /// Follows the end of a process.
    ///
    /// - Parameter lastLine: the last line of its standard error.
    mutating func exited(_ pid: Int32, code: Int32?, lastLine: String?) {
        defer { finishIfStopped() }
        if let index = terminating.firstIndex(where: { $0.pid == pid }) {
            let ended = terminating.remove(at: index)
            deadlines[.termination(pid)] = nil
            if let instance = ended.instance { endOrphans(of: instance) }
            // Its successor has been waiting.
            return start(ended.program)
        }
        guard let program = order.first(where: { entries[$0]?.process == pid || entries[$0]?.registrant == pid }),
            var entry = entries[program]
        else { return }
        if entry.registrant != pid { entry.process = entry.registrant }
        entry.registrant = nil
        if let lastLine { entry.lastErrorLine = lastLine }
        if entry.status.pid == pid {
            entry.isRegistered = false
            stopPings(&entry)
        }
        let instance = entry.process == nil ? entry.instance : nil
        if instance != nil { entry.instance = nil }
        entries[program] = entry
        if let instance { endOrphans(of: instance) }
        isRecordOutdated = true
        if let process = entry.process, entry.appIDs == nil {
            if entry.status.pid == pid { report(program, .starting, pid: process, reason: Self.notConnected) }
        } else {
            let exit =
                program == .bridge ? describeBridgeExit(code) : describeExit(code, isOfShell: entry.appIDs == nil)
            handleExit(program, code: code, reason: entry.terminationReason ?? exit)
        }
    }

    /// Forgets a process that ended before it could be watched. The end of its connection is the only sign of its end.
    mutating func unwatched(_ pid: Int32) {
        if terminating.contains(where: { $0.pid == pid }) { return exited(pid, code: nil, lastLine: nil) }
        for program in order {
            if entries[program]?.process == pid { entries[program]?.process = nil }
            if entries[program]?.registrant == pid { entries[program]?.registrant = nil }
        }
        isRecordOutdated = true
    }

    mutating func handleExit(_ program: Program, code: Int32?, reason: String) {
        guard !isStopping, let entry = entries[program] else { return }
        entries[program]?.isRegistered = false
        entries[program]?.isManaged = false
        entries[program]?.terminationReason = nil
        if entry.appIDs != nil {
            // Many programs exit with a code of their own when the user closes their window. The window of one that fails is
            // still listed when it exits.
            let isClosed = code == 0 || entry.hasShownWindow && entry.window == .absent && code.map { $0 > 0 } ?? false
            let exitReason = isClosed ? nil : missingBrowser(entry, code) ?? reason
            entries[program]?.exitReason = exitReason
            deadlines[.keeping(program)] = nil
            reportWindow(program)
            return keepOpen(program)
        }
        guard entry.arguments != nil else { return report(program, .absent, reason: reason) }
        let hasLostCompositor = program.isOnScreen && Self.isWithoutCompositor(code)
        entries[program]?.hasLostCompositor = hasLostCompositor
        var policy = entry.policy
        let decision = policy.handleExit(code: code, after: now - entry.startedAt)
        entries[program]?.policy = policy
        switch decision {
        case .restart(let delay):
            entries[program]?.status.restarts += 1
            deadlines[.restart(program)] = now + delay
            report(program, .restarting, reason: reason, isLogged: !hasLostCompositor)
            // One that ends the session accepts connections for a moment: it is probed again before the start.
            if hasLostCompositor { effects.append(.probeCompositor(program)) }
        case .giveUp(let why): report(program, .failed, reason: why)
        }
    }

    /// The reason that a web page lacks a window, if there is no browser.
    private func missingBrowser(_ entry: Entry, _ code: Int32?) -> String? {
        guard code == ExitStatus.programMissing.rawValue else { return nil }
        return entry.arguments.flatMap { WebPage(arguments: $0) }?.missingBrowser
    }
}
