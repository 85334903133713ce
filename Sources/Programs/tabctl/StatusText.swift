import CommandLineKit
import Diagnosis
import ShellModel
import TabshellIPC
import Text

enum StatusText {
    /// - Parameter isConfined: false without the kernel's features that confine the helpers, which then do not run.
    static func describe(_ state: ShellState, daemon: Hello, isConfined: Bool = true) -> String {
        let tabs = state.tabs.map { tab in
            ["\(tab.id == state.selection?.tab ? "*" : " ") \(tab.id)", describe(tab, in: state)]
        }
        func row(_ topic: Topic) -> [String]? { value(of: topic, in: state).map { [topic.rawValue, $0] } }
        let (kiosk, configuration) = (state.kiosk, state.configuration)
        let scheduled = describe(kiosk.scheduled)
        let effective = state.look.map { describe($0.preferences) } ?? ""
        let rows = [
            ["panel", describe(state.status(of: .panel))],
            state.status(of: .bridge).map { ["bridge", describe($0)] },
            row(.look), row(.appearance), effective.isEmpty ? nil : ["preferences", effective],
            row(.message), row(.sheet), row(.menu), state.bar.isMinimized || state.bar.output != nil ? row(.bar) : nil,
            kiosk.rules.watchesInput ? ["idle", describe(kiosk)] : nil,
            kiosk.rules.rotation.stops.isEmpty ? nil : ["rotation", describe(kiosk.rotation)],
            row(.lock), scheduled.isEmpty ? nil : ["schedule", scheduled],
            configuration.errors.isEmpty
                ? nil : ["configuration", "has errors, so \(describe(configuration.source)) is in force"],
        ]
        let tail = [
            configuration.hasUnsavedTabs ? ["tabs", "changed; `tabctl save` keeps the changes"] : nil,
            isConfined ? nil : ["confinement", Check.unconfined],
            ["daemon", "\(daemon.version), protocol \(daemon.protocolVersion), pid \(daemon.pid)"],
        ]
        let rest = rows.compactMap(\.self) + configuration.errors.map { ["", $0] } + tail.compactMap(\.self)
        return TextTable(tabs).text + "\n\n" + TextTable(rest).text
    }

    static func describe(_ event: StateEvent) -> String {
        "\(event.topic.rawValue): \(value(of: event.topic, in: event.state) ?? "none")"
    }

    /// A part of the state; nil if empty.
    private static func value(of topic: Topic, in state: ShellState) -> String? {
        func list(_ values: some Sequence<String>) -> String? { values.joined(separator: ", ").nonEmpty }
        func table(_ values: [TabID: String]) -> String? {
            list(values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" })
        }
        return switch topic {
        case .tabs: list(state.tabs.map(\.id.rawValue))
        case .actions: list(state.actions.map(\.id.rawValue))
        case .look: state.look?.name
        case .appearance: state.appearance.value.rawValue
        case .preferences: describe(state.preferences).nonEmpty
        case .selection: state.selection.map { "\($0.tab)" + ($0.isCovered == true ? " (covered by a window)" : "") }
        case .drag: state.drag.map(describe)
        case .reselect: state.reselect.tab?.rawValue
        case .badges: table(state.badges.mapValues(describe))
        case .paths: table(state.paths.mapValues { $0.joined(separator: "/") })
        case .windows: table(state.windows.mapValues { "\"\($0.title)\"" + ($0.isUrgent ? " (urgent)" : "") })
        case .sheet: state.sheet.tab?.rawValue
        case .menu: state.menu.tab?.rawValue
        case .bar:
            (state.bar.isMinimized ? "minimized" : "expanded") + (state.bar.output.map { ", pages on \($0)" } ?? "")
        case .action: state.action.action?.rawValue
        case .programs: list(state.programs.map { "\($0.program.name) \($0.phase.rawValue)" })
        case .accessibility: state.accessibility.map { "\($0.count) nodes" }
        case .shown: table(state.shown.mapValues(describe))
        case .followed: state.followed.tab.map { "\(state.followed.name ?? "") in \($0)" }
        case .message: state.message.map { "\"\($0.text)\"" + ($0.tab.map { ", about \($0)" } ?? "") }
        case .configuration:
            if !state.configuration.errors.isEmpty {
                "\(describe(state.configuration.source)) is in force: "
                    + state.configuration.errors.joined(separator: "; ")
            } else {
                state.configuration.hasUnsavedTabs ? "tabs changed and not saved" : "no errors"
            }
        case .lock: state.lock.map(describe)
        case .kiosk: "\(describe(state.kiosk)); rotation: \(describe(state.kiosk.rotation))"
        }
    }

    private static func describe(_ kiosk: KioskState) -> String {
        let use =
            switch kiosk.screen {
            case .blank: "yes, the screen is black"
            case .dimmed: "yes, the screen is dimmed"
            case .on: kiosk.isIdle ? "yes" : "no"
            }
        let watch =
            switch kiosk.watch {
            case .input: "by input anywhere"
            case .inhibitable: "by input anywhere, and programs that keep the screen on"
            case .surfaces: "by input on the bar and the pages; the compositor reports no other"
            case nil: "no panel reports input"
            }
        return kiosk.rules.watchesInput ? "\(use); \(watch)" : use
    }

    private static func describe(_ lock: LockState) -> String {
        if lock.isUnlocked { return "unlocked" }
        return lock.prompt.map { "locked; the PIN pad is shown for \($0.id)" } ?? "locked"
    }

    private static func describe(_ rotation: RotationPhase) -> String {
        switch rotation {
        case .off: "none at this time"
        case .running: "running"
        case .waiting: "waiting until the screen is unattended"
        case .paused: "paused; `tabctl rotation resume` continues it"
        }
    }

    private static func describe(_ values: ScheduledValues) -> String {
        let words = [
            values.tab.map { "tab \($0)" },
            values.rotates.map { $0 ? "rotation" : "no rotation" },
            values.look.map { "look \($0)" },
            values.appearance.map { "appearance \($0.rawValue)" },
            values.contrast.map { "contrast \($0.rawValue)" },
            values.brightness.map { "brightness \(JSON.number($0).encodedText)" },
            values.isBlank == true ? "black screen" : nil,
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    private static func describe(_ drag: SelectionDrag) -> String {
        if let release = drag.release { return "to \(release.tab)" }
        // In percent, without Foundation.
        return "\(Int((drag.progress * 100).rounded())) % of the way from \(drag.from) to \(drag.to)"
    }

    private static func describe(_ preferences: Preferences) -> String {
        let words = [
            preferences.contrast.map { "contrast \($0.rawValue)" },
            preferences.motion.map { "motion \($0.rawValue)" },
            preferences.transparency.map { "transparency \($0.rawValue)" },
            preferences.speech.map { $0 ? "speech on" : "speech off" },
            preferences.textScale.map { "text scale \(JSON.number($0).encodedText)" },
        ]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    private static func describe(_ tab: Tab, in state: ShellState) -> String {
        var parts: [String] = []
        if tab.role != .action {
            var status = state.status(of: .page(tab.id))
            // A script does not register.
            if status?.phase == .starting, state.shown[tab.id] != nil { status?.phase = .alive }
            parts.append(describe(status))
            if !tab.menu.isEmpty { parts.append("menu \(tab.menu.map(\.rawValue).joined(separator: ", "))") }
        } else if tab.menu.isEmpty {
            parts.append("action \(tab.action?.rawValue ?? "none")")
        } else {
            parts.append("menu \(tab.menu.map(\.rawValue).joined(separator: ", "))")
        }
        if let selection = state.selection, selection.tab == tab.id, selection.isCovered == true {
            parts.append("covered by a window")
        }
        if let document = state.shown[tab.id] {
            parts.append("shows a document of \(describe(document))")
            let viewer = state.status(of: .viewer(tab.id))
            if let viewer, viewer.phase != .alive { parts.append(describe(viewer)) }
        }
        if let badge = state.badges[tab.id] { parts.append("badge \(describe(badge))") }
        let path = state.path(of: tab.id)
        if !path.isEmpty { parts.append("at \(path.joined(separator: "/"))") }
        return parts.joined(separator: "; ")
    }

    private static func describe(_ document: ShownDocument) -> String {
        "\(document.text.utf8.count) bytes"
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
        guard let status else { return ProgramStatus.Phase.unknown.rawValue }
        var text = status.isResponsive ? status.phase.rawValue : "not answering"
        if let pid = status.pid { text += ", pid \(pid)" }
        if status.restarts > 0 { text += ", restarted \(status.restarts)×" }
        if let reason = status.reason { text += ": \(reason)" }
        if let problem = status.problem { text += "; it reports: \(problem)" }
        return text
    }
}
