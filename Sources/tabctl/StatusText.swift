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
        case .look(let look): "look: \(look.name)"
        case .selection(let selection): "selected: \(selection.tab)"
        case .reselect(let reselect): "selected again: \(reselect.tab?.rawValue ?? "nothing yet")"
        case .programs(let programs):
            "programs: \(programs.map { "\($0.program.name) \($0.phase.rawValue)" }.joined(separator: ", "))"
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
