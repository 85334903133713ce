import Foundation
import ShellModel
import TestSupport
import Testing

/// The scripts of `Golden/reducer.txt`: commands, and below each line, indented, their effects in order, with the new value of each
/// published topic. `TABSHELL_GOLDEN=write` records the indented lines again.
///
/// - `# TITLE` begins with the tabs of ``Sample``, `given NAME` with those of another configuration.
/// - `at TIME` sets the time of later commands, ns.
/// - `; ` separates the commands of a line, of which a refused one is the last. `? ` before them leaves the state as it was. `pin `
///   before a command stands for a client that has given the PIN.
@Suite struct ReducerScriptTests {
    @Test func commandsDoAsReviewed() throws {
        var (state, time) = (try Sample.full(), UInt64(1))
        let script = try playScript("reducer") { line in
            if line.hasPrefix("#") { (state, time) = (try Sample.full(), 1) }
            let isTrial = line.hasPrefix("? ")
            guard isTrial || line.first?.isLetter == true else { return [] }
            let words = line.components(separatedBy: " ")
            switch words[0] {
            case "given": state = words[1] == "nothing" ? ShellState() : ShellState(try Self.setup(words[1]), now: 5)
            case "at": time = try #require(UInt64(words[1]))
            default:
                let texts = line.dropFirst(isTrial ? 2 : 0).components(separatedBy: "; ")
                let (next, outcome) = try Self.run(texts, on: state, at: time)
                if !isTrial { state = next }
                return outcome
            }
            return []
        }
        #expect(script.reviewed == script.played && script.played.utf8.count > 10_000)
    }

    private static func run(
        _ texts: [String], on before: ShellState, at time: UInt64
    ) throws -> (ShellState, [String]) {
        var (state, outcome) = (before, [String]())
        for text in texts {
            let isAuthorized = text.hasPrefix("pin ")
            let command = try Self.command(isAuthorized ? String(text.dropFirst(4)) : text)
            do throws(CommandError) {
                let (next, effects) = try state.reduce(command, at: time, isAuthorized: isAuthorized)
                #expect(next == state || !effects.isEmpty, "\(command)")
                outcome += effects.isEmpty ? ["nothing"] : effects.map { Self.text(of: $0, in: next) }
                state = next
            } catch {
                outcome.append("refused: \(Self.text(of: error))")
                break
            }
        }
        if state.arePagesAboveWindows != before.arePagesAboveWindows {
            outcome.append("pages \(state.arePagesAboveWindows ? "above" : "below") windows")
        }
        if state.isBarFocused != before.isBarFocused {
            outcome.append("bar \(state.isBarFocused ? "has" : "loses") the keys")
        }
        if state.nextEnd != before.nextEnd { outcome.append("next end \(state.nextEnd.map { "\($0)" } ?? "never")") }
        return (state, outcome)
    }

    // MARK: - Configurations

    private static func setup(_ name: String) throws -> ShellConfiguration {
        func window(_ id: TabID, _ badge: WindowBinding.BadgePolicy = .none) -> Tab {
            var tab = Sample.tab(id)
            tab.window = WindowBinding(appIDs: ["org.example.W"], badge: badge)
            return tab
        }
        let pages = (["a", "b", "c"] as [TabID]).map { Sample.tab($0) }
        switch name {
        case "all": return try Sample.setup()
        case "pages": return try ShellConfiguration(tabs: pages, look: Look())
        case "only-a": return try Sample.setup([pages[0]])
        case "only-b": return try Sample.setup([pages[1]])
        case "a-and-b": return try Sample.setup(Array(pages.prefix(2)))
        case "b-and-c": return try Sample.setup(Array(pages.dropFirst()))
        case "without-idle": return try Sample.setup(Array(Sample.tabs.dropLast()))
        case "page-w": return try ShellConfiguration(tabs: [pages[0], Sample.tab("w")], look: Look())
        case "two-hidden":
            let tabs = [Sample.tab("h", isHidden: true), pages[0], Sample.tab("x", isHidden: true), pages[1]]
            return try ShellConfiguration(tabs: tabs, look: Look())
        case "one-hidden":
            return try ShellConfiguration(tabs: [Sample.tab("h", isHidden: true), pages[0]], look: Look())
        case "x-y-c", "other-x-y-c", "other":
            var look = Sample.folding
            if name.hasPrefix("other") { look.name = "other" }
            return try name == "other"
                ? Sample.setup(look: look) : Sample.setup([Sample.tab("x"), Sample.tab("y"), pages[2]], look: look)
        case "large-icons":
            var look = Sample.folding
            look.icon.size = 30
            return try Sample.setup(look: look)
        case "c-find-b-d":
            let tabs = [
                pages[2], Sample.tab("find", role: .search), Sample.tab("b", routes: ["week"]), Sample.tab("d"),
            ]
            return try Sample.setup(tabs)
        case "d-and-sheet-c":
            return try ShellConfiguration(tabs: [Sample.tab("d"), Sample.tab("c", role: .search)], look: Look())
        case "hidden-b": return try Sample.setup([pages[0], Sample.tab("b", isHidden: true), pages[2]])
        case "menu-of-b":
            var tabs = Sample.tabs
            tabs[1].menu = ["ring", "sing"]
            return try Sample.setup(tabs)
        case "window-a": return try Sample.setup([window("a"), pages[1]])
        case "window-w": return try ShellConfiguration(tabs: [pages[0], window("w"), pages[1]], look: Look())
        case "urgent-w": return try ShellConfiguration(tabs: [pages[0], window("w", .urgent), pages[1]], look: Look())
        case "return-to-c", "return-to-gone":
            let rules = IdleRules(returnTo: TabID(rawValue: String(name.dropFirst("return-to-".count))))
            return try ShellConfiguration(
                tabs: Sample.tabs, actions: [Sample.ring, Sample.sing], look: Sample.folding,
                kiosk: KioskRules(idle: rules))
        case "guarded": return try LockTests.setup()
        case "guarded-none": return try LockTests.setup(nil)
        case "guarded-a-b-find": return try LockTests.setup(["a", "b", "find"])
        default:
            guard name.hasPrefix("guarded-") else { throw SystemError("no configuration \(name)") }
            return try LockTests.setup([TabID(rawValue: String(name.dropFirst("guarded-".count)))])
        }
    }

    // MARK: - Commands

    private static func command(_ text: String) throws -> Command {
        let words = text.components(separatedBy: " ")
        func option(_ name: String) -> String? {
            words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        func word(_ index: Int) -> String? { words.indices.contains(index) && words[index] != "-" ? words[index] : nil }
        func tab(_ index: Int = 1) -> TabID { TabID(rawValue: words[index]) }
        func named(_ text: String?) -> TabID? { text.map { TabID(rawValue: $0) } }
        let path = (word(2) ?? "").split(separator: "/").map(String.init)
        let duration = option("for").flatMap { UInt64($0) }
        switch words[0] {
        case "select": return .select(tab(), output: option("on"), duration: duration)
        case "next": return .selectNext
        case "previous": return .selectPrevious
        case "drag": return .drag(from: tab(), to: tab(2), progress: word(3).flatMap { Double($0) } ?? 0)
        case "release": return .endDrag(velocity: word(1).flatMap { Double($0) })
        case "open": return .open(tab(), path)
        case "badge": return .badge(tab(), word(2).map { $0 == "dot" ? .dot : Int($0).map { .count($0) } ?? .text($0) })
        case "push": return .push(named(word(1)), path)
        case "pop": return .pop(named(word(1)))
        case "root": return .popToRoot(named(word(1)))
        case "show": return .show(tab(), word(2).map { ShownDocument($0) })
        case "follow": return .follow(tab(), words[2])
        case "message": return .message(word(1), tab: named(option("tab")), duration: duration)
        case "touched": return .touched
        case "expire": return .endExpired
        case "run": return .run(ActionID(rawValue: words[1]))
        case "sheet": return .setSheet(named(word(1)))
        case "menu": return .setMenu(named(word(1)))
        case "minimize": return .minimize(true)
        case "expand": return .minimize(false)
        case "focus": return .focus(try #require(FocusMove(rawValue: words[1])), text: word(2) == "\"\"" ? "" : word(2))
        case "scroll": return .scrolled(tab(), try #require(ScrollDirection(rawValue: words[2])))
        case "appearance": return .setAppearance(try #require(Appearance(rawValue: words[1])))
        case "output": return .setOutput(word(1))
        case "window":
            let window = word(2).map { WindowState(title: $0, isUrgent: $0 == "urgent") }
            return .setWindow(tab(), window, over: named(option("over")))
        case "cover": return .setCovered(word(2).map { $0 == "true" }, over: tab())
        case "status":
            let phase = try #require(ProgramStatus.Phase(rawValue: words[2]))
            return .setProgramStatus(ProgramStatus(program: try #require(Program(name: words[1])), phase: phase))
        case "configure": return .configure(try setup(words[1]))
        case "unlock": return .setUnlocked(true)
        case "lock": return .setUnlocked(false)
        case "prompt": return .prompt(named(word(1)).map { .tab($0) })
        case "idle":
            let steps: [String: IdleStep] = [
                "active": .active, "returned": .returned, "dimmed": .dimmed, "blanked": .blanked,
            ]
            return .idle(try #require(steps[words[1]]))
        default: throw SystemError("no command \(text)")
        }
    }

    // MARK: - Effects

    private static func text(of effect: Effect, in state: ShellState) -> String {
        switch effect {
        case .persist: "saved"
        case .run(let action): "run the program of \(action)"
        case .edit(let tab, let action): "\(action.id) \(tab)"
        case .showWindow(let tab, _): "show the window of \(tab)"
        case .publish(let event): "\(event.topic) \(text(of: event.topic, in: state))"
        }
    }

    private static func text(of error: CommandError) -> String {
        "\(error)".replacingOccurrences(of: "ShellModel.", with: "")
    }

    private static func text(of topic: Topic, in state: ShellState) -> String {
        func list<Value>(_ values: [TabID: Value], _ text: (Value) -> String) -> String {
            let parts = values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key)=\(text($0.value))" }
            return parts.isEmpty ? "none" : parts.joined(separator: " ")
        }
        func at(_ time: UInt64) -> String { " at \(time)" }
        switch topic {
        case .tabs: return state.tabs.map(\.id.rawValue).joined(separator: " ")
        case .actions: return state.actions.map(\.id.rawValue).joined(separator: " ")
        case .look: return state.look.map { "\($0.name) with icons of \($0.icon.size)" } ?? "none"
        case .appearance: return "\(state.appearance.value)" + at(state.appearance.acceptedAt)
        case .selection:
            guard let selection = state.selection else { return "none" }
            return "\(selection.tab)" + (selection.previous.map { " after \($0)" } ?? "") + at(selection.acceptedAt)
                + (selection.isCovered.map { $0 ? ", covered" : ", uncovered" } ?? "")
                + (selection.visit.map { ", from \($0.from) until \($0.endsAt)" } ?? "")
        case .drag:
            guard let drag = state.drag else { return "none" }
            return "\(drag.from) to \(drag.to) by \(drag.progress)" + at(drag.acceptedAt)
                + (drag.release.map { ", released to \($0.tab) with \($0.velocity)" } ?? "")
        case .reselect:
            let reselect = state.reselect
            return "\(reselect.tab?.rawValue ?? "none") × \(reselect.count)" + at(reselect.acceptedAt)
        case .badges:
            return list(state.badges) { badge in
                switch badge {
                case .count(let count): "\(count)"
                case .text(let text): "\"\(text)\""
                case .dot: "dot"
                }
            }
        case .paths: return list(state.paths) { $0.joined(separator: "/") }
        case .windows: return list(state.windows) { "\"\($0.title)\"\($0.isUrgent ? " urgent" : "")" }
        case .sheet: return (state.sheet.tab?.rawValue ?? "none") + at(state.sheet.acceptedAt)
        case .menu: return (state.menu.tab?.rawValue ?? "none") + at(state.menu.acceptedAt)
        case .bar:
            let focus = state.bar.focus.map { focus in
                " with focus on \(focus.tab)" + (focus.action.map { "/\($0)" } ?? "")
                    + (focus.isPage ? " page" : "") + (focus.isField ? " field" : "")
            }
            return (state.bar.isMinimized ? "minimized" : "expanded") + at(state.bar.acceptedAt)
                + (state.bar.output.map { " on \($0)" } ?? "") + (focus ?? "")
        case .action:
            let action = state.action
            return "\(action.action?.rawValue ?? "none") × \(action.count)" + at(action.acceptedAt)
        case .programs:
            return state.programs.map { $0.phase == .absent ? $0.program.name : "\($0.program.name) (\($0.phase))" }
                .joined(separator: " ")
        case .shown: return list(state.shown) { "\"\($0.text)\"" }
        case .followed:
            let followed = state.followed
            return "\(followed.name ?? "none") × \(followed.count)" + at(followed.acceptedAt)
        case .message:
            guard let message = state.message else { return "none" }
            return "\"\(message.text)\"" + (message.tab.map { " of \($0)" } ?? "") + at(message.acceptedAt)
                + (message.endsAt.map { " until \($0)" } ?? "")
        case .kiosk:
            return "\(state.kiosk.screen)\(state.kiosk.isIdle ? ", idle" : ""), \(state.kiosk.returns) returns"
        case .lock:
            guard let lock = state.lock else { return "none" }
            return (state.isLocked ? "locked" : "unlocked") + (lock.endsAt.map { " until \($0)" } ?? "")
                + (lock.prompt.map { ", with the pad for \($0.id)" } ?? "")
        default: return "changed"
        }
    }
}
