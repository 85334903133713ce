// SPDX-License-Identifier: MIT
import CommandLineKit
import Diagnosis
import Localization
import ShellModel
import TabshellIPC

/// The state as text, for a person at a terminal.
enum StatusText {
    /// - Parameter isConfined: false without the kernel's features that confine the helpers, which then do not run.
    static func describe(_ state: ShellState, daemon: Hello, isConfined: Bool = true) -> String {
        let tabs = state.tabs.map { tab in
            ["\(tab.id == state.selection?.tab ? "*" : " ") \(tab.id)", describe(tab, in: state)]
        }
        var rest = [
            [localized("panel"), describe(state.status(of: .panel))],
            [localized("look"), state.look?.name ?? localized("none")],
            [localized("appearance"), state.appearance.value.rawValue],
        ]
        if let bridge = state.status(of: .bridge) { rest.insert([localized("bridge"), describe(bridge)], at: 1) }
        let preferences = state.look.map { describe($0.preferences) } ?? ""
        if !preferences.isEmpty { rest.append([localized("preferences"), preferences]) }
        if let message = state.message { rest.append([localized("message"), describe(message)]) }
        if let tab = state.sheet.tab { rest.append([localized("sheet"), "\(tab)"]) }
        if let tab = state.menu.tab { rest.append([localized("menu"), "\(tab)"]) }
        if state.bar.isMinimized { rest.append([localized("bar"), localized("minimized")]) }
        if let output = state.bar.output { rest.append([localized("output"), output]) }
        let idle = describe(state.kiosk)
        if state.kiosk.rules.watchesInput { rest.append([localized("idle"), idle]) }
        if state.kiosk.rules.rotation.stops.count > 0 {
            rest.append([localized("rotation"), describe(state.kiosk.rotation)])
        }
        if let lock = state.lock { rest.append([localized("lock"), describe(lock)]) }
        let scheduled = describe(state.kiosk.scheduled)
        if !scheduled.isEmpty { rest.append([localized("schedule"), scheduled]) }
        if !state.configuration.errors.isEmpty {
            let status = state.configuration
            rest.append([
                localized("configuration"), localized("has errors, so \(describe(status.source)) is in force"),
            ])
            for error in status.errors { rest.append(["", error]) }
        }
        if state.configuration.hasUnsavedTabs {
            rest.append([localized("tabs"), localized("changed; `tabctl save` keeps the changes")])
        }
        if !isConfined { rest.append([localized("confinement"), Check.unconfined]) }
        rest.append([
            localized("daemon"), localized("\(daemon.version), protocol \(daemon.protocolVersion), pid \(daemon.pid)"),
        ])
        return TextTable(tabs).text + "\n\n" + TextTable(rest).text
    }

    /// One event as a line of text.
    static func describe(_ event: StateEvent) -> String {
        let state = event.state
        return switch event.topic {
        case .tabs: localized("tabs: \(state.tabs.map(\.id.rawValue).joined(separator: ", "))")
        case .actions:
            localized(
                "actions: \(state.actions.isEmpty ? localized("none") : state.actions.map(\.id.rawValue).joined(separator: ", "))"
            )
        case .look: localized("look: \(state.look?.name ?? localized("none"))")
        case .appearance: localized("appearance: \(state.appearance.value.rawValue)")
        case .preferences:
            state.preferences == Preferences()
                ? localized("preferences: those of the configuration")
                : localized("preferences: \(describe(state.preferences))")
        case .selection:
            state.selection?.isCovered == true
                ? localized("selected: \(state.selection?.tab.rawValue ?? "") (covered by a window)")
                : localized("selected: \(state.selection?.tab.rawValue ?? "")")
        case .drag: describe(state.drag)
        case .reselect: localized("selected again: \(state.reselect.tab?.rawValue ?? localized("nothing yet"))")
        case .badges: localized("badges: \(list(state.badges.mapValues(describe)))")
        case .paths: localized("paths: \(list(state.paths.mapValues { $0.joined(separator: "/") }))")
        case .windows: localized("windows: \(list(state.windows.mapValues(describe)))")
        case .sheet: state.sheet.tab.map { localized("sheet: \($0)") } ?? localized("no sheet")
        case .menu: state.menu.tab.map { localized("menu: \($0)") } ?? localized("no menu")
        case .bar:
            (state.bar.isMinimized ? localized("bar: minimized") : localized("bar: expanded"))
                + (state.bar.output.map { localized(", pages on \($0)") } ?? "")
        case .action: localized("action: \(state.action.action?.rawValue ?? localized("nothing yet"))")
        case .programs:
            localized(
                "programs: \(state.programs.map { "\($0.program.name) \($0.phase.word)" }.joined(separator: ", "))")
        case .accessibility:
            state.accessibility.map {
                localized($0.count, one: "accessibility: \($0.count) nodes", other: "accessibility: \($0.count) nodes")
            } ?? localized("accessibility: not known yet")
        case .shown: localized("documents: \(list(state.shown.mapValues(describe)))")
        case .followed:
            state.followed.tab.map { localized("followed: \(state.followed.name ?? "") in \($0)") }
                ?? localized("followed: nothing yet")
        case .message: state.message.map { localized("message: \(describe($0))") } ?? localized("no message")
        case .configuration: describe(state.configuration)
        case .lock: localized("lock: \(state.lock.map(describe) ?? localized("none"))")
        case .kiosk: localized("idle: \(describe(state.kiosk)); rotation: \(describe(state.kiosk.rotation))")
        }
    }

    private static func describe(_ configuration: ConfigurationStatus) -> String {
        if !configuration.errors.isEmpty {
            let errors = configuration.errors.joined(separator: "; ")
            return localized("configuration: \(describe(configuration.source)) is in force: \(errors)")
        }
        return configuration.hasUnsavedTabs
            ? localized("configuration: tabs changed and not saved") : localized("configuration: without errors")
    }

    private static func describe(_ kiosk: KioskState) -> String {
        let use =
            switch kiosk.screen {
            case .blank: localized("yes, the screen is black")
            case .dimmed: localized("yes, the screen is dimmed")
            case .on: kiosk.isIdle ? localized("yes") : localized("no")
            }
        let watch =
            switch kiosk.watch {
            case .input: localized("by input anywhere")
            case .inhibitable: localized("by input anywhere, and programs that keep the screen on")
            case .surfaces: localized("by input on the bar and the pages; the compositor reports no other")
            case nil: localized("no panel reports input")
            }
        return kiosk.rules.watchesInput ? "\(use); \(watch)" : use
    }

    private static func describe(_ lock: LockState) -> String {
        if lock.isUnlocked { return localized("unlocked") }
        return lock.prompt.map { localized("locked; the number pad is shown for \($0.id)") } ?? localized("locked")
    }

    private static func describe(_ rotation: RotationPhase) -> String {
        switch rotation {
        case .off: localized("none at this time")
        case .running: localized("runs")
        case .waiting: localized("waits until nobody uses the screen")
        case .paused: localized("paused; `tabctl rotation resume` lets it go on")
        }
    }

    private static func describe(_ values: ScheduledValues) -> String {
        let words = [
            values.tab.map { localized("tab \($0)") },
            values.rotates.map { $0 ? localized("rotation") : localized("no rotation") },
            values.look.map { localized("look \($0)") },
            values.appearance.map { localized("appearance \($0.rawValue)") },
            values.contrast.map { localized("contrast \($0.rawValue)") },
            values.brightness.map { localized("brightness \(JSON.number($0).encodedText)") },
            values.isBlank == true ? localized("black screen") : nil,
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    private static func describe(_ drag: SelectionDrag?) -> String {
        guard let drag else { return localized("dragged: nothing yet") }
        if let release = drag.release { return localized("dragged: to \(release.tab)") }
        // In percent, without Foundation.
        return localized(
            "dragged: \(Int((drag.progress * 100).rounded())) % of the way from \(drag.from) to \(drag.to)")
    }

    private static func describe(_ preferences: Preferences) -> String {
        let words = [
            preferences.contrast.map { localized("contrast \($0.rawValue)") },
            preferences.motion.map { localized("motion \($0.rawValue)") },
            preferences.transparency.map { localized("transparency \($0.rawValue)") },
            preferences.speech.map { $0 ? localized("speech on") : localized("speech off") },
            preferences.textScale.map { localized("text scale \(JSON.number($0).encodedText)") },
        ]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    private static func describe(_ tab: Tab, in state: ShellState) -> String {
        var parts: [String] = []
        if tab.role != .action {
            parts.append(describe(state.status(of: .page(tab.id))))
            if !tab.menu.isEmpty { parts.append(localized("menu \(tab.menu.map(\.rawValue).joined(separator: ", "))")) }
        } else if tab.menu.isEmpty {
            parts.append(localized("action \(tab.action?.rawValue ?? localized("none"))"))
        } else {
            parts.append(localized("menu \(tab.menu.map(\.rawValue).joined(separator: ", "))"))
        }
        if let selection = state.selection, selection.tab == tab.id, selection.isCovered == true {
            parts.append(localized("covered by a window"))
        }
        if let document = state.shown[tab.id] {
            parts.append(localized("shows a document of \(describe(document))"))
            let viewer = state.status(of: .viewer(tab.id))
            if let viewer, viewer.phase != .alive { parts.append(describe(viewer)) }
        }
        if let badge = state.badges[tab.id] { parts.append(localized("badge \(describe(badge))")) }
        let path = state.path(of: tab.id)
        if !path.isEmpty { parts.append(localized("at \(path.joined(separator: "/"))")) }
        return parts.joined(separator: "; ")
    }

    private static func list(_ values: [TabID: String]) -> String {
        guard !values.isEmpty else { return localized("none") }
        return values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }

    private static func describe(_ window: WindowState) -> String {
        window.isUrgent ? localized("\"\(window.title)\" (urgent)") : "\"\(window.title)\""
    }

    private static func describe(_ message: ShownMessage) -> String {
        "\"\(message.text)\"" + (message.tab.map { localized(", about \($0)") } ?? "")
    }

    private static func describe(_ document: ShownDocument) -> String {
        localized("\(document.text.utf8.count) bytes")
    }

    private static func describe(_ source: ConfigurationStatus.Source) -> String {
        switch source {
        case .files: localized("the earlier one")
        case .saved: localized("the last one without errors")
        case .builtIn: localized("the default")
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
        guard let status else { return ProgramStatus.Phase.unknown.word }
        var text = status.isResponsive ? status.phase.word : localized("not answering")
        if let pid = status.pid { text += localized(", pid \(pid)") }
        if status.restarts > 0 { text += localized(", restarted \(status.restarts)×") }
        if let reason = status.reason { text += ": \(reason)" }
        if let problem = status.problem { text += localized("; it reports: \(problem)") }
        return text
    }
}
