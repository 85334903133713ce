import Localization
import Posix
import ShellConfig
import ShellModel

extension Supervisor {
    /// Follows the end of a process, and the last line of its standard error.
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
            entry.client = nil
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
                program == .bridge && code == ExitStatus.refused.rawValue
                ? "it found no session bus, or at-spi2-core is not installed (exit code \(ExitStatus.refused.rawValue))"
                : describeExit(code, isOfShell: program != .bridge && entry.appIDs == nil && entry.isOfShell)
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
        entries[program]?.client = nil
        entries[program]?.isManaged = false
        entries[program]?.terminationReason = nil
        if entry.appIDs != nil {
            // Many programs exit with their own code when the user closes their window. A failed one's is still listed.
            let isClosed = code == 0 || entry.hasShownWindow && entry.window == .absent && code.map { $0 > 0 } ?? false
            let exitReason = isClosed ? nil : missingBrowser(entry, code) ?? reason
            entries[program]?.exitReason = exitReason
            deadlines[.keeping(program)] = nil
            reportWindow(program)
            return keepOpen(program)
        }
        guard entry.arguments != nil else { return report(program, .absent, reason: reason) }
        let hasLostCompositor =
            program.isOnScreen && [ExitStatus.cannotConnect, .compositorGone].contains { $0.rawValue == code }
        entries[program]?.hasLostCompositor = hasLostCompositor
        let status = entry.isOfShell ? code : nil
        switch entries[program]?.policy.handleExit(code: status, after: now - entry.startedAt) {
        case .restart(let delay):
            entries[program]?.status.restarts += 1
            deadlines[.restart(program)] = now + delay
            report(program, .restarting, reason: reason, isLogged: !hasLostCompositor || !entry.isOfShell)
            // One that ends the session accepts connections for a moment: it is probed again before the start.
            if hasLostCompositor { effects.append(.probeCompositor(program)) }
        case .giveUp(let status): report(program, .failed, reason: describeFinalExit(status))
        case nil: break
        }
    }

    /// The reason that a web page lacks a window, if there is no browser.
    private func missingBrowser(_ entry: Entry, _ code: Int32?) -> String? {
        guard code == ExitStatus.programMissing.rawValue else { return nil }
        return entry.arguments.flatMap { WebPage(arguments: $0) }?.missingBrowser
    }
}

/// The end of a process in words, by its exit code or -signal; nil if unknown.
func describeExit(_ code: Int32?, isOfShell: Bool = false) -> String {
    guard let code else { return localized("it ended") }
    if code < 0 { return localized("it was killed by signal \(-code)") }
    let meaning: String? =
        switch isOfShell ? ExitStatus(rawValue: code) : nil {
        case .cannotConnect: localized("it found no compositor")
        case .compositorGone: localized("it lost the connection to the compositor")
        case .compositorRefused: localized("the compositor reported an error")
        default: nil
        }
    return meaning.map { localized("\($0) (exit code \(code))") } ?? localized("it exited with code \(code)")
}

/// The end of a program that a restart would not fix.
func describeFinalExit(_ status: ExitStatus) -> String {
    let meaning = localized(
        word: status.description,
        among: [
            "invalid command line", "protocol version differs from the daemon's", "another instance is running",
            "unsupported compositor", "a required program is not installed",
            "the compositor reported an error",
        ])
    return localized("it exited with code \(status.rawValue) (\(meaning)); a restart would not help")
}

func describe(_ error: ProcessStartError) -> String {
    switch error {
    case .missing(let missing):
        switch missing.reason {
        case .notFound: localized("program \"\(missing.name)\" not found")
        case .notExecutable(let path): localized("\(path) is not executable: chmod +x it")
        case .directory(let path): localized("\(path) is a directory, not a program")
        case .noDirectory(let path): localized("the directory \(path) does not exist")
        }
    case .system(let error), .unwatched(let error):
        localized("it cannot be started: \(SystemError.message(for: error.code))")
    }
}
