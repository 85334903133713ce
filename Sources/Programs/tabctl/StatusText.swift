// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel
import TabshellIPC

/// The state as text, for a person at a terminal.
enum StatusText {
    /// - Parameter problem: the first thing in the daemon's answer that tabctl does not know.
    static func describe(_ state: ShellState, daemon: Hello, problem: String? = nil) -> String {
        let tabs = state.tabs.map { tab in
            ["\(tab.id == state.selection?.tab ? "*" : " ") \(tab.id)", describe(tab, in: state)]
        }
        var rest = [
            ["panel", describe(state.status(of: .panel))], ["look", state.look?.name ?? "none"],
            ["appearance", state.appearance.value.rawValue],
        ]
        let preferences = state.look.map { describe($0.preferences) } ?? ""
        if !preferences.isEmpty { rest.append(["preferences", preferences]) }
        if let tab = state.sheet.tab { rest.append(["sheet", "\(tab)"]) }
        if let tab = state.menu.tab { rest.append(["menu", "\(tab)"]) }
        if state.bar.isMinimized { rest.append(["bar", "minimized"]) }
        if let output = state.bar.output { rest.append(["output", output]) }
        if !state.configuration.errors.isEmpty {
            let status = state.configuration
            rest.append(["configuration", "has errors, so \(describe(status.source)) is in force"])
            for error in status.errors { rest.append(["", error]) }
        }
        if state.configuration.hasUnsavedTabs { rest.append(["tabs", "changed; `tabctl save` keeps the changes"]) }
        rest.append(["daemon", "\(daemon.version), protocol \(daemon.protocolVersion), pid \(daemon.pid)"])
        if let problem { rest.append(["not shown", problem]) }
        return TextTable(tabs).text + "\n\n" + TextTable(rest).text
    }

    /// One event as a line of text.
    static func describe(_ event: StateEvent) -> String {
        switch event.value {
        case .tabs(let tabs): "tabs: \(tabs.map(\.id.rawValue).joined(separator: ", "))"
        case .actions(let actions):
            "actions: \(actions.isEmpty ? "none" : actions.map(\.id.rawValue).joined(separator: ", "))"
        case .look(let look): "look: \(look.name)"
        case .appearance(let appearance): "appearance: \(appearance.value.rawValue)"
        case .preferences(let preferences):
            "preferences: \(preferences == Preferences() ? "those of the configuration" : describe(preferences))"
        case .selection(let selection):
            "selected: \(selection.tab)\(selection.isCovered == true ? " (covered by a window)" : "")"
        case .drag(let drag): describe(drag)
        case .reselect(let reselect): "selected again: \(reselect.tab?.rawValue ?? "nothing yet")"
        case .badges(let badges): "badges: \(list(badges.mapValues(describe)))"
        case .paths(let paths): "paths: \(list(paths.mapValues { $0.joined(separator: "/") }))"
        case .windows(let windows): "windows: \(list(windows.mapValues(describe)))"
        case .sheet(let sheet): sheet.tab.map { "sheet: \($0)" } ?? "no sheet"
        case .menu(let menu): menu.tab.map { "menu: \($0)" } ?? "no menu"
        case .bar(let bar):
            "bar: \(bar.isMinimized ? "minimized" : "restored")\(bar.output.map { ", pages on \($0)" } ?? "")"
        case .action(let call): "action: \(call.action?.rawValue ?? "nothing yet")"
        case .programs(let programs):
            "programs: \(programs.map { "\($0.program.name) \($0.phase.rawValue)" }.joined(separator: ", "))"
        case .accessibility(let tree): "accessibility: \(tree.map { "\($0.count) nodes" } ?? "not known yet")"
        case .configuration(let status):
            status.errors.isEmpty
                ? "configuration: \(status.hasUnsavedTabs ? "tabs changed and not saved" : "without errors")"
                : "configuration: \(describe(status.source)) is in force: \(status.errors.joined(separator: "; "))"
        }
    }

    private static func describe(_ drag: SelectionDrag?) -> String {
        guard let drag else { return "dragged: nothing yet" }
        if let release = drag.release { return "dragged: to \(release.tab)" }
        // In percent, without Foundation.
        return "dragged: \(Int((drag.progress * 100).rounded())) % of the way from \(drag.from) to \(drag.to)"
    }

    private static func describe(_ preferences: Preferences) -> String {
        let words = [
            preferences.contrast.map { "contrast \($0.rawValue)" }, preferences.motion.map { "motion \($0.rawValue)" },
            preferences.transparency.map { "transparency \($0.rawValue)" },
            preferences.textScale.map { "text scale \(JSON.number($0).encodedText)" },
        ]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    private static func describe(_ tab: Tab, in state: ShellState) -> String {
        var parts: [String] = []
        if tab.role != .action {
            parts.append(describe(state.status(of: .page(tab.id))))
        } else if tab.menu.isEmpty {
            parts.append("action \(tab.action?.rawValue ?? "none")")
        } else {
            parts.append("menu \(tab.menu.map(\.rawValue).joined(separator: ", "))")
        }
        if let selection = state.selection, selection.tab == tab.id, selection.isCovered == true {
            parts.append("covered by a window")
        }
        if let badge = state.badges[tab.id] { parts.append("badge \(describe(badge))") }
        let path = state.path(of: tab.id)
        if !path.isEmpty { parts.append("at \(path.joined(separator: "/"))") }
        return parts.joined(separator: "; ")
    }

    private static func list(_ values: [TabID: String]) -> String {
        guard !values.isEmpty else { return "none" }
        return values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    private static func describe(_ window: WindowState) -> String {
        "\"\(window.title)\"\(window.isUrgent ? " (urgent)" : "")"
    }

    private static func describe(_ source: ConfigurationStatus.Source) -> String {
        switch source {
        case .files: "the earlier one"
        case .saved: "the last one without errors"
        case .builtIn: "the default"
        }
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
        var text = status.isResponsive ? status.phase.rawValue : "not answering"
        if let pid = status.pid { text += ", pid \(pid)" }
        if status.restarts > 0 { text += ", restarted \(status.restarts)×" }
        if let reason = status.reason { text += ": \(reason)" }
        if let problem = status.problem { text += "; it reports: \(problem)" }
        return text
    }
}
