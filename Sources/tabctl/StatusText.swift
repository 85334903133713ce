// SPDX-License-Identifier: MIT
import TabModel
import TabWire

/// The state in words, for a person on a terminal.
enum StatusText {
    static func describe(_ state: ShellState, daemon: Hello) -> String {
        let width = state.tabs.map { $0.id.rawValue.count }.max() ?? 0
        var lines = state.tabs.map { tab in
            let mark = tab.id == state.selection?.tab ? "*" : " "
            let name = tab.id.rawValue + String(repeating: " ", count: width - tab.id.rawValue.count)
            return "\(mark) \(name)  \(describe(state.status(of: .page(tab.id))))"
        }
        lines.append("")
        lines.append("panel   \(describe(state.status(of: .panel)))")
        lines.append("look    \(state.look?.name ?? "none")")
        lines.append("daemon  \(daemon.version), protocol \(daemon.protocolVersion), pid \(daemon.pid)")
        return lines.joined(separator: "\n")
    }

    /// One event, for a person who watches.
    static func describe(_ event: StateEvent) -> String {
        switch event.value {
        case .tabs(let tabs): "tabs: \(tabs.map(\.id.rawValue).joined(separator: ", "))"
        case .actions(let actions):
            "actions: \(actions.isEmpty ? "none" : actions.map(\.id.rawValue).joined(separator: ", "))"
        case .look(let look): "look: \(look.name)"
        case .appearance(let appearance): "appearance: \(appearance.value.rawValue)"
        case .selection(let selection): "selected: \(selection.tab)"
        case .reselect(let reselect): "selected again: \(reselect.tab?.rawValue ?? "nothing yet")"
        case .badges(let badges): "badges: \(list(badges.mapValues(describe)))"
        case .paths(let paths): "paths: \(list(paths.mapValues { $0.joined(separator: "/") }))"
        case .sheet(let sheet): sheet.tab.map { "sheet: \($0)" } ?? "no sheet"
        case .menu(let menu): menu.tab.map { "menu: \($0)" } ?? "no menu"
        case .bar(let bar): bar.isMinimized ? "bar: minimized" : "bar: restored"
        case .action(let call): "action: \(call.action?.rawValue ?? "nothing yet")"
        case .programs(let programs):
            "programs: \(programs.map { "\($0.program.name) \($0.phase.rawValue)" }.joined(separator: ", "))"
        }
    }

    private static func list(_ values: [TabID: String]) -> String {
        guard !values.isEmpty else { return "none" }
        return values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    private static func describe(_ badge: Badge) -> String {
        switch badge {
        case .count(let count): "\(count)"
        case .text(let text): "\"\(text)\""
        case .dot: "•"
        }
    }

    private static func describe(_ status: ProgramStatus?) -> String {
        guard let status else { return "unknown" }
        var text = status.phase.rawValue
        if let pid = status.pid { text += ", pid \(pid)" }
        if status.restarts > 0 { text += ", restarted \(status.restarts)×" }
        if let reason = status.reason { text += ": \(reason)" }
        return text
    }
}
