import Localization
import ShellModel

extension Supervisor {
    /// Updates the status of a program's window. Returns true for the first report.
    mutating func updateWindow(_ status: WindowStatus, _ note: String?, of program: Program) -> Bool {
        guard let entry = entries[program], entry.appIDs != nil else { return false }
        entries[program]?.window = status
        entries[program]?.windowNote = note
        if status == .present { entries[program]?.hasShownWindow = true }
        reportWindow(program)
        keepOpen(program)
        return entry.window == .unknown
    }

    mutating func windowsLost() {
        for program in order { entries[program]?.window = .unknown }
    }

    /// Starts a program whose window is absent. It is not restarted when it exits, as the user has closed it.
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
            guard isStarting else { return report(program, .absent, reason: reason ?? entry.windowNote) }
            report(program, .starting, pid: pid, reason: absence(of: entry, program))
        }
    }

    /// The reason why the window of a running program is missing; nil while it is starting.
    private mutating func absence(of entry: Entry, _ program: Program) -> String? {
        if entry.hasShownWindow { return entry.windowNote ?? localized("its window has gone") }
        let time = entry.startedAt + WindowKeeper.openingTime
        if now >= time { return entry.windowNote ?? Self.hasNotOpened }
        deadlines[.opening(program)] = time
        return nil
    }

    private static var hasNotOpened: String {
        localized("it has not opened a window within \(WindowKeeper.openingTime / 1_000_000_000) s")
    }

    private static let windowsNotListed =
        localized(
            "the compositor has no foreign-toplevel management: a window gets the focus only when its program starts")

    /// Follows a change of a window that is kept open, or of its program: starts the program again when both have gone.
    mutating func keepOpen(_ program: Program) {
        guard !isStopping, let entry = entries[program], entry.spec.keepsOpen, entry.startedAt > 0, entry.start == nil,
            !entry.awaitsNetwork
        else { return }
        if entry.window == .present {
            entries[program]?.keeper.windowAppeared(at: now)
            deadlines[.keeping(program)] = nil
            return
        }
        guard deadlines[.keeping(program)] == nil, entry.window != .unknown else { return }
        if entry.process != nil {
            // Without a list of windows, only the program's end shows that it has gone.
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

    /// Starts the program of a window that is kept open, or ends one that runs without a window.
    mutating func keepingDeadlinePassed(_ program: Program) {
        guard let entry = entries[program], entry.window != .present else { return }
        guard let pid = entry.process else { return launch(program) }
        guard entry.isManaged else { return }
        guard entry.terminationReason == nil else { return effects.append(.kill(pid)) }
        let reason =
            entry.hasShownWindow
            ? localized("its window has gone") : Self.hasNotOpened
        warn("\(program.name) (pid \(pid)): \(reason), and is ended")
        entries[program]?.terminationReason = reason
        effects.append(.terminate(pid))
        deadlines[.keeping(program)] = now + WindowKeeper.closingTime
    }
}

/// The starts of a kept window's program: after growing delays, at most a number an hour. Times are CLOCK_MONOTONIC, ns.
struct WindowKeeper: Equatable {
    enum Decision: Equatable {
        case start(at: UInt64)
        /// Too many starts; the next one is at this time.
        case pause(until: UInt64)
    }

    static let minimumDelay: UInt64 = 1_000_000_000
    static let maximumDelay: UInt64 = 60_000_000_000
    /// The time that a window is there after which earlier losses no longer count.
    static let healthyTime: UInt64 = 60_000_000_000
    /// The time within which a program opens its window.
    static let openingTime: UInt64 = 60_000_000_000
    /// The time that a program may run on after its window has gone.
    static let closingTime: UInt64 = 5_000_000_000
    static let maximumStarts = 12
    static let hour: UInt64 = 3_600_000_000_000

    private var starts: [UInt64] = []
    private var losses: UInt64 = 0
    private var shownSince: UInt64?

    mutating func windowAppeared(at now: UInt64) { shownSince = shownSince ?? now }

    /// Decides about a program that has ended, or whose window has gone.
    mutating func lost(at now: UInt64) -> Decision {
        if let shownSince, now - shownSince >= Self.healthyTime { losses = 0 }
        shownSince = nil
        starts.removeAll { $0 + Self.hour <= now }
        if starts.count >= Self.maximumStarts, let first = starts.first { return .pause(until: first + Self.hour) }
        let start = now + min(Self.minimumDelay << min(losses, 10), Self.maximumDelay)
        losses += 1
        starts.append(start)
        return .start(at: start)
    }
}
