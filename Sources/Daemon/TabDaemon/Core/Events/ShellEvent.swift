import ShellModel
import ShellConfig

/// A change of the state as a program of `[[on]]` learns it.
struct ShellEvent: Equatable {
    var kind: EventHook.Event
    /// The tab that it is about; nil for the whole shell.
    var tab: TabID?
    /// The environment variables that only this kind has.
    var details: [String: String] = [:]

    var environment: [String: String] {
        details.merging(["TABSHELL_EVENT": kind.rawValue, "TABSHELL_TAB": tab?.rawValue ?? ""]) { detail, _ in detail }
    }
}

extension ShellState {
    func events(since earlier: ShellState) -> [ShellEvent] {
        var events: [ShellEvent] = []
        if let selection, selection.tab != earlier.selection?.tab {
            let previous = selection.previous?.rawValue ?? ""
            events.append(ShellEvent(kind: .selection, tab: selection.tab, details: ["TABSHELL_PREVIOUS": previous]))
        }
        if message != earlier.message {
            let text = message?.text ?? ""
            events.append(ShellEvent(kind: .message, tab: message?.tab, details: ["TABSHELL_MESSAGE": text]))
        }
        for status in programs {
            guard case .page(let tab) = status.program, status.phase != earlier.status(of: status.program)?.phase
            else { continue }
            let details = ["TABSHELL_PHASE": status.phase.rawValue, "TABSHELL_REASON": status.reason ?? ""]
            events.append(ShellEvent(kind: .program, tab: tab, details: details))
        }
        if appearance.value != earlier.appearance.value {
            events.append(ShellEvent(kind: .appearance, details: ["TABSHELL_APPEARANCE": appearance.value.rawValue]))
        }
        if followed.count != earlier.followed.count {
            let name = followed.name ?? ""
            events.append(ShellEvent(kind: .followed, tab: followed.tab, details: ["TABSHELL_LINK": name]))
        }
        return events
    }
}
