import Localization
import ShellModel

extension Supervisor {
    /// The time within which the program of a page registers, ns. Then its windows are looked for.
    static let registrationTimeout: UInt64 = 5_000_000_000
    /// The time after the start of a program within which a window that nothing else identifies counts as the program's, ns.
    private static let openingTime: UInt64 = 30_000_000_000

    /// The programs that have not registered in time, and have shown no window yet.
    var unregistered: [(program: Program, entry: Entry)] {
        order.compactMap { program in
            guard case .page = program, let entry = entries[program], entry.appIDs == nil, entry.process != nil,
                entry.status.phase == .starting, entry.status.window == nil,
                now >= entry.startedAt + Self.registrationTimeout
            else { return nil }
            return (program, entry)
        }
    }

    /// Finds the windows of programs that have not registered, in tabs that show nothing else, among the windows of no tab:
    /// by the ancestors of their process, or where the compositor does not report it, the first one that has opened
    /// since the start, else one that has the program's name.
    mutating func recognize(
        _ windows: [ForeignWindow], ancestors: [Int32: [Int32]], _ isPage: (TabID) -> Bool
    ) {
        for (program, entry) in unregistered where program.tab.map(isPage) ?? false {
            guard let process = entry.process else { continue }
            let own = windows.first { $0.pid.flatMap { ancestors[$0] }?.contains(process) ?? false }
            let time = entry.startedAt...entry.startedAt + Self.openingTime
            let later = windows.filter { $0.pid == nil && $0.openedAt.map(time.contains) ?? false }
            let first = later.min { $0.openedAt ?? 0 < $1.openedAt ?? 0 }
            let name = entry.arguments?.first?.split(separator: "/").last?.lowercased()
            let like = windows.first { window in
                window.pid == nil && window.openedAt == nil
                    && window.appID.lowercased().split(separator: ".").contains { $0 == name ?? "" }
            }
            guard let window = own ?? first ?? like else { continue }
            let reason = localized("opened a window (\(window.appID)): add app_id = \"\(window.appID)\"")
            warn("\(program.name): \(reason)")
            entries[program]?.status.window = window.appID
            report(program, .starting, pid: entry.status.pid, reason: reason)
        }
    }

    /// Treats a program that has opened a window as one whose page is a window.
    mutating func becomeWindow(_ program: Program) {
        deadlines[.registration(program)] = nil
        // The programs that it starts are the user's own, and may stay.
        entries[program]?.instance = nil
        entries[program]?.status.window = nil
        entries[program]?.window = .unknown
        reportWindow(program)
    }
}
