import Foundation
import ShellModel
import TestSupport
import Testing

@testable import WindowTabs

/// The scenarios of `Golden/scenarios.txt`: facts, and below each, indented, the tracker's steps and, if changed, what it
/// knows. `TABSHELL_GOLDEN=write` records the indented lines again.
///
/// - `select TAB`: the daemon's state, with patterns of app-ids that differ from `app.TAB`, the number of presses on the selected tab and
///   the process of its program; `alone` if no tab has windows.
/// - `window ID APP-ID`: the facts about a window. It has the focus (`held`), has just got it (`got`), or had it briefly (`brief`).
/// - `close ID`, `ready`, `release`.
/// - `childless`: the compositor does not tell of which window another one is a dialog. `workspaces`: each tab has one.
/// - `settle`: time passes until nothing is left to be decided; `later`: it passes without a decision.
@Suite struct ScenarioTests {
    @Test func trackerDoesAsReviewed() throws {
        var (tabs, known) = (TrackerDriver(), "nothing")
        let script = try playScript("scenarios") { line in
            if line.hasPrefix("#") { (tabs, known) = (TrackerDriver(), "nothing") }
            guard line.first?.isLetter == true else { return [] }
            let outcome = try Self.steps(line.components(separatedBy: " "), &tabs).map { Self.text(of: $0) }
            let now = Self.text(of: tabs.tracker)
            defer { known = now }
            return outcome + (now != known ? ["= \(now)"] : [])
        }
        #expect(script.reviewed == script.played && script.played.utf8.count > 10_000)
    }

    private static func steps(_ words: [String], _ tabs: inout TrackerDriver) throws -> [WindowTabTracker.Step] {
        switch words[0] {
        case "select": return tabs.update(try shellState(words))
        case "window": return tabs.changed(try facts(words))
        case "close": return tabs.closed(try #require(Int64(words[1])))
        case "ready": return tabs.ready()
        case "settle": return tabs.settle()
        case "later": tabs.now += 1_000_000_000
        case "release": return tabs.tracker.release()
        case "childless": tabs.tracker.knowsChildren = false
        case "workspaces": return tabs.tracker.handle(.workspaces(true), at: tabs.now)
        default: throw SystemError("\(words)")
        }
        return []
    }

    /// The value of an option: a word `NAME=VALUE`.
    private static func value(_ name: String, _ words: [String]) -> String? {
        words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func shellState(_ words: [String]) throws -> ShellState {
        let tab = TabID(rawValue: words[1])
        var appIDs: [TabID: [AppIDPattern]] = [:]
        for tab in ["one", "two"] {
            appIDs[TabID(rawValue: tab)] = value(tab, words)?.components(separatedBy: ",").map { AppIDPattern($0) }
        }
        var made =
            try words.contains("alone")
            ? stateWithoutWindowTabs()
            : state(
                tab, presses: value("presses", words).flatMap { Int($0) } ?? 0, appIDs: appIDs,
                fills: words.contains("fills"))
        if let pid = value("pid", words) {
            made.programs = [ProgramStatus(program: .page(tab), phase: .starting, pid: Int32(pid))]
        }
        guard let isCovered = value("covered", words) else { return made }
        return try made.reduce(.setCovered(isCovered == "true", over: tab), at: 2).state
    }

    private static func facts(_ words: [String]) throws -> WindowFacts {
        let focuses: [String: Focus] = ["held": .held, "got": .got, "brief": .brief]
        var facts = named(
            try #require(Int64(words[1])), words[2] == "-" ? "" : words[2],
            words.compactMap { focuses[$0] }.first ?? .none, parent: value("parent", words).flatMap { Int64($0) })
        facts.isMaximized = words.contains("maximized")
        facts.isFullscreen = words.contains("fullscreen")
        return facts
    }

    private static func text(of step: WindowTabTracker.Step) -> String {
        switch step {
        case .report(let tab, let window, let over, let note):
            "report \(tab) \(window.map { $0 == WindowState() ? "open" : "\($0)" } ?? "closed")"
                + (over.map { " over \($0)" } ?? "")
                + (note.map { ": \($0)" } ?? "")
        case .front(.cover(let isCovered, let tab)): "cover \(tab) \(isCovered.map { "\($0)" } ?? "never")"
        case .front(.layout(let tab, let cause)): "layout \(tab?.rawValue ?? "all")\(cause.map { ", \($0)" } ?? "")"
        case .front(let effect): "\(effect)"
        case .activate(let id): "activate \(id)"
        case .setFullscreen(let id, let isSet): "fullscreen \(id) \(isSet)"
        case .setMaximized(let id, let isSet): "maximize \(id) \(isSet)"
        case .sync: "sync"
        }
    }

    private static func text(of tracker: WindowTabTracker) -> String {
        let owners = tracker.owners.sorted { $0.key < $1.key }.map { "\($0.key) of \($0.value)" }
        let flags = [
            (tracker.isWaiting, "waits"), (tracker.isFullscreen, "fullscreen"), (tracker.deadline != nil, "timer runs"),
        ].filter(\.0).map(\.1)
        let known = owners + flags
        return known.isEmpty ? "nothing" : known.joined(separator: ", ")
    }
}
