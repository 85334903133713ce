import Foundation
import ShellModel
import TestSupport
import Testing

@testable import Sway
@testable import WindowTabs

/// The workspace in front, with sway as a value.
@Suite struct SwaySightTests {
    private static let tabs: [TabID] = ["home", "flash", "one", "two", "plain"]
    private static let pages = [
        WindowPage(id: "one", window: WindowBinding(appIDs: ["one"])),
        WindowPage(id: "two", window: WindowBinding(appIDs: ["two"])),
        WindowPage(id: "plain", window: WindowBinding(appIDs: ["plain"], fills: false)),
    ]

    /// The shell and the compositor: each step ends when neither has anything left to do.
    private struct Session {
        typealias Trigger = SwayArrangement.Trigger

        var sway = ModelSway()
        var arrangement = SwayArrangement()
        var sight = SwaySight()
        var front = WindowFront()
        var selected: TabID = "home"
        var isCovered: Bool?

        init() {
            arrangement.pages = SwaySightTests.pages
            sight.tabs = SwaySightTests.tabs
            (sight.output, sight.destinations) = ("A", ["A", "B"])
            _ = front.handle(.workspaces(true), at: 0)
            select("home")
        }

        mutating func select(_ tab: TabID) {
            isCovered = isCovered.map { _ in false }
            look(selection(of: tab, isPressed: true))
        }

        mutating func open(_ appID: String, on workspace: String? = nil) {
            look(Trigger(opened: [sway.open(appID, on: workspace)]))
        }

        /// The layout after a selection.
        private mutating func selection(of tab: TabID, isPressed: Bool = false) -> Trigger {
            selected = tab
            let choice = WindowFront.Choice(tab: tab, output: sight.output)
            var trigger = Trigger()
            for case .layout(let tab, let cause) in front.handle(
                .selection(choice, isCovered: isCovered, isPressed: isPressed), at: 0)
            {
                trigger = Trigger(tab: tab, causes: Set([cause].compactMap(\.self)))
            }
            return trigger
        }

        mutating func look(_ trigger: Trigger = .init()) {
            var trigger = trigger
            for _ in 0..<10 {
                arrangement.selected = selected
                let tree = sway.tree
                for window in tree.windows {
                    arrangement.owners[window.id] = arrangement.pages.owner(of: window.appID)?.id
                }
                guard let seen = sight.sight(of: tree, arrangement, on: trigger) else { return }
                let effects = front.handle(.sight(seen), at: 0)
                let arranging = arrangement.commands(for: tree, on: trigger)
                let showing = sight.commands(for: effects, of: seen, tree, arrangement)
                let commands = seen.causes.contains(.opened) ? showing + arranging : arranging + showing
                for command in commands { sway.run(command) }
                trigger = Trigger()
                var isAtRest = commands.isEmpty
                for effect in effects {
                    switch effect {
                    case .cover(let now, _):
                        isCovered = now
                        _ = front.handle(.coverHandled, at: 0)
                    case .choose(let choice, let movesPages):
                        if movesPages { sight.output = choice.output }
                        trigger = selection(of: choice.tab)
                        isAtRest = false
                    default: break
                    }
                }
                if isAtRest { return }
            }
            Issue.record("the session does not come to rest: \(sway)")
        }

        /// Carries out a line of the text.
        mutating func act(_ verb: String, _ name: String) throws {
            switch verb {
            case "select": return select(TabID(rawValue: name))
            case "open": return open(name)
            case "close": sway.closeFocused()
            case "next": sway.focusNext()
            case "show": sway.run(SwayCommand.show(name))
            case "focus": sway.run(SwayCommand.focus(output: name))
            case "plug": sway.plug(name)
            case "unplug":
                sway.unplug(name)
                sight.output = "A"
            case "pages": sight.output = name
            case "destinations": sight.destinations = [name]
            default: throw SystemError(verb)
            }
            look()
        }

        var text: String {
            let places = sway.outputs.map { "\(sway.visible(on: $0)) on \($0)" }.joined(separator: ", ")
            return "\(selected) selected, \(isCovered.map { $0 ? "covered" : "uncovered" } ?? "alone"), "
                + "\(shown.map(\.rawValue) ?? "window") shown on \(sight.output ?? "none"); \(places), "
                + "focus on \(sway.focused) \(sway.focusedWindow ?? "without a window")"
        }

        /// The tab on the screen; nil for a window of no tab.
        var shown: TabID? {
            let workspace = sway.visible(on: sight.output ?? "A")
            if let tab = SwayArrangement.tab(of: workspace) { return tab }
            let window = sway.tree.front(of: workspace)
            return window.map { window in SwaySightTests.pages.first { $0.window.matches(window.appID) }?.id }
                ?? selected
        }
    }

    /// The user's, programs' and outputs' actions in `Golden/sights.txt`, and below each line, if changed, the selection and
    /// seen: the tab, or `window` for one that belongs to no tab.
    @Test func sessionIsAsReviewed() throws {
        var (session, before) = (Session(), "")
        let script = try playScript("sights") { line in
            if line.hasPrefix("#") { (session, before) = (Session(), "") }
            guard line.first?.isLetter == true else { return [] }
            let words = line.components(separatedBy: " ")
            try session.act(words[0], words.count > 1 ? words[1] : "")
            defer { before = session.text }
            return session.text != before ? [session.text] : []
        }
        #expect(script.reviewed == script.played && script.played.utf8.count > 3_000)
    }

    /// Behind a lock sway may remove the workspace of a window that closes.
    @Test func workspaceThatComesInFrontByItselfIsNoChoice() throws {
        var session = Session()
        session.open("one")
        session.select("one")
        let before = session.sway
        session.sway.closeFocused()
        session.sway.run(SwayCommand.show("tabshell:flash"))
        let (tree, arrangement) = (session.sway.tree, session.arrangement)
        let seen = try #require(session.sight.sight(of: tree, arrangement, changedWorkspace: false))
        var (front, sight) = (session.front, session.sight)
        let effects = front.handle(.sight(seen), at: 0)
        #expect(sight.commands(for: effects, of: seen, tree, arrangement) == [SwayCommand.show("tabshell:one")])
        // The person may go to another workspace while the window stays.
        session.sway = before
        session.sway.run(SwayCommand.show("tabshell:flash"))
        session.look()
        #expect(session.selected == "flash")
    }

    /// The selection is the user's last choice, through any changes of windows and outputs.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func selectionIsThePersonsChoice(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var session = Session()
        var chosen: TabID = "home"
        var steps: [String] = []
        for _ in 0..<120 {
            let kind = Int.random(in: 0..<9, using: &random)
            let tab = Self.tabs.dropLast().randomElement(using: &random) ?? "home"
            steps.append("\(kind) \(tab)")
            switch kind {
            case 0, 1:
                chosen = tab
                session.select(tab)
                #expect(session.shown == tab && session.isCovered != true, "\(steps)")
            case 2:
                let workspace = session.sway.workspaces.randomElement(using: &random)?.name
                let app = ["one", "two", "free"].randomElement(using: &random) ?? "free"
                steps[steps.count - 1] += " \(app) on \(workspace as Any)"
                session.open(app, on: workspace)
            case 3:
                session.sway.closeFocused()
                session.look()
            case 4:
                session.sway.closeAny(using: &random)
                session.look()
            case 5:
                if session.sway.workspaces.contains(where: { $0.name == "tabshell:\(tab)" }) { chosen = tab }
                let workspace =
                    session.sway.workspaces.contains { $0.name == "tabshell:\(tab)" } ? "tabshell:\(tab)" : "1"
                if Bool.random(using: &random) { session.sway.plug("B") }
                session.sway.run(SwayCommand.show(workspace))
                session.look()
            case 6:
                session.sway.plug("B")
                session.look()
            case 7:
                session.sway.unplug("B")
                session.sight.output = "A"
                session.look()
            default: session.look()
            }
            #expect(session.selected == chosen, "\(steps)")
            #expect(session.shown == chosen || session.shown == nil && session.isCovered == true, "\(steps)")
            guard session.selected == chosen else { return }
        }
    }
}
