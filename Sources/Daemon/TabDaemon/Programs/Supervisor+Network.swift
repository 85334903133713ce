// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import Posix
import ShellModel

// MARK: - Programs that need a network
extension Supervisor {
    static let noNetwork = localized("no network: the page comes back with it")

    /// Follows the network while a program needs one, and starts those that no longer do.
    func followNetwork() {
        guard entries.values.contains(where: \.spec.needsNetwork) else {
            (network, absence) = (nil, NetworkAbsence())
            return startAwaiting()
        }
        if network == nil {
            do throws(SystemError) {
                let network = try NetworkMonitor(on: loop) { [weak self] in self?.networkChanged($0) }
                self.network = network
                _ = absence.changed(isPresent: network.isPresent, at: MonotonicClock.now)
            } catch {
                log.warning("needs_network has no effect: \(error)")
            }
        }
        startAwaiting()
    }

    /// Starts the programs that have waited for the network, and starts the others again if it was absent for long.
    private func networkChanged(_ isPresent: Bool) {
        guard absence.changed(isPresent: isPresent, at: MonotonicClock.now) else { return startAwaiting() }
        let running = order.filter { entries[$0].map { $0.spec.needsNetwork && $0.process != nil } ?? false }
        startAwaiting()
        for program in running { _ = restart(program, nil) }
    }

    private func startAwaiting() {
        for program in order {
            guard let entry = entries[program], entry.awaitsNetwork, !(entry.spec.needsNetwork && absence.isAbsent)
            else { continue }
            launch(program)
        }
    }

    /// Reports a program that waits for the network.
    func reportMissingNetwork(_ program: Program, _ entry: Entry) {
        if entry.appIDs != nil { return reportWindow(program) }
        report(program, .absent, reason: Self.noNetwork)
    }
}
