// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import ShellModel

// MARK: - Windows that are kept open
extension Supervisor {
    /// Applies another configuration of a program that goes on.
    func keepingChanged(_ program: Program, _ entry: Entry) {
        entry.keeping = entry.keepsOpen ? loop.timer { [weak self] in self?.keepingTimerFired(program) } : nil
        keepOpen(program)
    }

    /// Follows a change of a window that is kept open, or of its program: starts the program again when both have gone.
    func keepOpen(_ program: Program) {
        guard onStopped == nil, let entry = entries[program], entry.keepsOpen, entry.startedAt > 0, entry.start == nil,
            !entry.awaitsNetwork
        else { return }
        if entry.window == .present {
            entry.keeper.windowAppeared(at: MonotonicClock.now)
            entry.keeping?.disarm()
            return
        }
        guard entry.keeping?.deadline == nil, entry.window != .unknown else { return }
        if entry.process != nil {
            // Where windows are not listed, only the program's end shows that it has gone.
            guard entry.window == .absent else { return }
            entry.keeping?.arm(
                after: entry.hasShownWindow ? WindowKeeper.closingTime : WindowKeeper.openingTime)
            return
        }
        let now = MonotonicClock.now
        let reason = entry.exitReason ?? localized("its window has gone")
        switch entry.keeper.lost(at: now) {
        case .start(let time):
            entry.keeping?.arm(at: time)
            entry.status.restarts += 1
            let delay = Int((time - now) / 1_000_000_000)
            report(
                program, .restarting,
                reason: localized(
                    delay, one: "\(reason); it starts in 1 s", other: "\(reason); it starts in \(delay) s"))
        case .pause(let time):
            entry.keeping?.arm(at: time)
            report(
                program, .failed,
                reason: localized("\(reason); it was started \(WindowKeeper.maximumStarts) times within an hour"))
        }
    }

    /// Starts the program of a window that is kept open, or ends it: it runs without one.
    func keepingTimerFired(_ program: Program) {
        guard let entry = entries[program], entry.window != .present else { return }
        guard let process = entry.process else { return launch(program) }
        guard entry.isManaged else { return }
        let seconds = WindowKeeper.openingTime / 1_000_000_000
        let reason =
            entry.hasShownWindow
            ? localized("its window has gone") : localized("it has not opened a window within \(seconds) s")
        if entry.terminationReason == nil {
            log.warning("\(program.name) (pid \(process.pid)): \(reason), and is ended")
            entry.terminationReason = reason
            process.send(SIGTERM)
            entry.keeping?.arm(after: WindowKeeper.closingTime)
        } else {
            process.send(SIGKILL)
        }
    }
}
