import ShellModel
import Testing

@testable import Feedback

@Suite struct AnnouncedScreenTests {
    private static func tab(_ id: String, _ label: String, value: String? = nil, isSelected: Bool = false)
        -> AccessibilityNode
    {
        AccessibilityNode(
            .tab, label, id: "tab/\(id)", value: value, description: "Double tap to switch to \(label)",
            isSelected: isSelected, actions: [.click])
    }

    private var screen: AnnouncedScreen = {
        var state = AnnouncedScreen(ShellState(), tree: AccessibilityNode(.window, "tabshell"), tabs: [])
        (state.selected, state.page, state.isPresent) = ("home", "Home", true)
        state.tabs = [tab("home", "Home tab", isSelected: true), tab("flash", "Flash tab, quick actions")].numbered
        state.tree.children = [AccessibilityNode(.tabList, "Tab bar", id: "bar", children: state.tabs)]
        return state
    }()

    private func menu(_ actions: [String]) -> AccessibilityNode {
        AccessibilityNode(
            .menu, "Create", id: "menu",
            children: actions.map { AccessibilityNode(.menuItem, $0, id: "action/\($0)", actions: [.click]) }.numbered)
    }

    /// Changes, each with the announcements of it, and of its end.
    private var changes: [(there: [Announcement], back: [Announcement], change: (inout AnnouncedScreen) -> Void)] {
        let home = Announcement(.answer, "Home tab, selected, 1 of 2")
        let problem = Announcement(.problem("message"), "Home cannot be shown. Its program exited with status 1")
        let errors = Announcement(
            .problem("configuration"),
            "The configuration has errors; the default is in force. config.toml:2: bar.heigth: unknown key")
        let recovered = Announcement(.news("page"), "Home is back")
        let closed = Announcement(.answer, "Menu closed")
        return [
            ([], [], { _ in }),
            (
                [Announcement(.answer, "Flash tab, quick actions, selected, 2 of 2")], [home],
                {
                    $0.selected = "flash"
                    $0.tabs =
                        [Self.tab("home", "Home tab"), Self.tab("flash", "Flash tab, quick actions", isSelected: true)]
                        .numbered
                }
            ),
            ([home], [], { $0.reselections = 1 }),
            (
                [Announcement(.answer, "Create, menu, 1 action")], [closed],
                { [menu] in $0.tree.children.append(menu(["Post"])) }
            ),
            (
                [Announcement(.answer, "Create, menu, 2 actions. Photo, 2 of 2", hintedNode: "action/Photo")], [closed],
                { [menu] in
                    $0.tree.children.append(menu(["Post", "Photo"]))
                    $0.focus = "action/Photo"
                }
            ),
            (
                [Announcement(.answer, "Search, sheet")], [Announcement(.answer, "Search closed")],
                { $0.sheet = "Search" }
            ),
            // A selection that closes it is the news.
            ([Announcement(.answer, "Search, sheet")], [home], { ($0.sheet, $0.selected) = ("Search", "flash") }),
            (
                [Announcement(.answer, "Flash tab, quick actions, 2 of 2", hintedNode: "tab/flash")], [],
                { $0.focus = "tab/flash" }
            ),
            (
                [Announcement(.news("bar"), "Tab bar folded")], [Announcement(.news("bar"), "Tab bar unfolded")],
                { $0.tree.children[0].isExpanded = false }
            ),
            // A dot is not a number.
            (
                [Announcement(.news("tab/flash"), "Flash tab, quick actions, new")],
                [Announcement(.news("tab/flash"), "")],
                {
                    $0.badges = ["flash": .dot, "gone": .count(2)]
                    $0.tabs[1].value = "new"
                }
            ),
            ([problem], [recovered], Self.fail),
            (
                [Announcement(.news("page"), "Home is being restarted")], [recovered],
                { ($0.isPresent, $0.isRestarting) = (false, true) }
            ),
            (
                [errors], [Announcement(.news("configuration"), "The configuration has no more errors")],
                {
                    $0.tree.children.append(
                        AccessibilityNode(
                            .alert, "The configuration has errors; the default is in force", id: "configuration",
                            description: "config.toml:2: bar.heigth: unknown key"))
                }
            ),
        ]
    }

    private static func fail(_ screen: inout AnnouncedScreen) {
        screen.tree.children.append(
            AccessibilityNode(
                .alert, "Home cannot be shown", id: "message", description: "Its program exited with status 1"))
        screen.isPresent = false
    }

    @Test func changesAndTheirEndsAreAnnounced() {
        for (index, (there, back, change)) in changes.enumerated() {
            var next = screen
            change(&next)
            #expect(next.announcements(since: screen) == there, "\(index)")
            #expect(screen.announcements(since: next) == back, "\(index)")
        }
    }

    @Test func startIsAnnounced() {
        #expect(screen.announcements(since: nil) == [Announcement(.answer, "Home tab, selected, 1 of 2")])
        #expect(screen.greeting == Announcement(.answer, "Speech on. Home tab, selected, 1 of 2"))
        var failed = screen
        Self.fail(&failed)
        #expect(failed.problems.count == 1 && failed.announcements(since: nil).first == failed.problems.first)
        // Nothing is announced about a page behind.
        failed.selected = "flash"
        #expect(!screen.announcements(since: failed).contains { $0.kind == .news("page") })
    }

    @Test func hintIsThatOfWhatCanBeDone() {
        #expect(screen.tree.spokenHint(of: "tab/flash") == "Double tap to switch to Flash tab, quick actions")
        // Of the selected tab nothing is left to do, and behind a menu nothing can be done.
        #expect(screen.tree.spokenHint(of: "tab/home").isEmpty && screen.tree.spokenHint(of: "tab/gone").isEmpty)
        var covered = screen.tree
        covered.children[0].isDisabled = true
        #expect(covered.spokenHint(of: "tab/flash").isEmpty)
    }

    @Test func marksForTheDirectionOfWritingAreNotSent() {
        #expect(SpokenText.line("\u{2068}Über\u{2069} cannot\u{202E} be shown") == "Über cannot be shown")
    }

    @Test func sentencesEndOnce() {
        #expect(SpokenSentence.sentences(["Really?", "Yes", "", "No."]) == "Really? Yes. No.")
    }
}
