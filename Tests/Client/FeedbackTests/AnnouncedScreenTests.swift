// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import Feedback

/// The words for each change of the screen.
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

    private func menu(_ actions: String...) -> AccessibilityNode {
        AccessibilityNode(
            .menu, "Create", id: "menu",
            children: actions.map { AccessibilityNode(.menuItem, $0, id: "action/\($0)", actions: [.click]) }.numbered)
    }

    private func said(_ change: (inout AnnouncedScreen) -> Void) -> [Announcement] {
        var next = screen
        change(&next)
        return next.announcements(since: screen)
    }

    @Test func nothingIsSaidOfNoChange() {
        #expect(said { _ in } == [])
        #expect(screen.announcements(since: nil) == [Announcement(.answer, "Home tab, selected, 1 of 2")])
    }

    @Test func selectionHasItsPlace() {
        let answer = said {
            $0.selected = "flash"
            $0.tabs =
                [Self.tab("home", "Home tab"), Self.tab("flash", "Flash tab, quick actions", isSelected: true)]
                .numbered
        }
        #expect(answer == [Announcement(.answer, "Flash tab, quick actions, selected, 2 of 2")])
        #expect(said { $0.reselections = 1 } == [Announcement(.answer, "Home tab, selected, 1 of 2")])
        #expect(screen.greeting == Announcement(.answer, "Speech on. Home tab, selected, 1 of 2"))
    }

    @Test func menuTellsItsActionsAndItsFocus() {
        #expect(said { $0.tree.children.append(menu("Post")) } == [Announcement(.answer, "Create, menu, 1 action")])
        let opened = said {
            $0.tree.children.append(menu("Post", "Photo"))
            $0.focus = "action/Photo"
        }
        #expect(
            opened == [Announcement(.answer, "Create, menu, 2 actions. Photo, 2 of 2", hintedNode: "action/Photo")])
        var open = screen
        open.tree.children.append(menu("Post"))
        #expect(screen.announcements(since: open) == [Announcement(.answer, "Menu closed")])
    }

    @Test func sheetHasItsTitle() {
        #expect(said { $0.sheet = "Search" } == [Announcement(.answer, "Search, sheet")])
        var open = screen
        open.sheet = "Search"
        #expect(screen.announcements(since: open) == [Announcement(.answer, "Search closed")])
        // A selection that closes it is the news.
        open.selected = "flash"
        #expect(screen.announcements(since: open) == [Announcement(.answer, "Home tab, selected, 1 of 2")])
    }

    @Test func focusIsSaidWithItsHintLater() {
        #expect(
            said { $0.focus = "tab/flash" }
                == [Announcement(.answer, "Flash tab, quick actions, 2 of 2", hintedNode: "tab/flash")])
        #expect(screen.tree.spokenHint(of: "tab/flash") == "Double tap to switch to Flash tab, quick actions")
        // Of the selected tab nothing is left to do, and behind a menu nothing can be done.
        #expect(screen.tree.spokenHint(of: "tab/home").isEmpty && screen.tree.spokenHint(of: "tab/gone").isEmpty)
        var covered = screen.tree
        covered.children[0].isDisabled = true
        #expect(covered.spokenHint(of: "tab/flash").isEmpty)
    }

    @Test func foldingIsNews() {
        var folded = screen
        folded.tree.children[0].isExpanded = false
        #expect(folded.announcements(since: screen) == [Announcement(.news("bar"), "Tab bar folded")])
        #expect(screen.announcements(since: folded) == [Announcement(.news("bar"), "Tab bar unfolded")])
    }

    @Test func badgeIsNewsAndADotIsNoNumber() {
        let news = said {
            $0.badges = ["flash": .dot, "gone": .count(2)]
            $0.tabs[1].value = "new"
        }
        #expect(news == [Announcement(.news("tab/flash"), "Flash tab, quick actions, new")])
        var before = screen
        before.badges = ["flash": .dot]
        #expect(screen.announcements(since: before) == [Announcement(.news("tab/flash"), "")])
    }

    @Test func failuresAreToldAndTheirEnd() {
        var failed = screen
        failed.tree.children.append(
            AccessibilityNode(
                .alert, "Home cannot be shown", id: "message", description: "Its program exited with status 1"))
        failed.isPresent = false
        let problem = Announcement(.problem("message"), "Home cannot be shown. Its program exited with status 1")
        #expect(failed.announcements(since: screen) == [problem])
        #expect(failed.problems == [problem] && failed.announcements(since: nil).first == problem)
        #expect(screen.announcements(since: failed) == [Announcement(.news("page"), "Home is there again")])
        var restarting = screen
        (restarting.isPresent, restarting.isRestarting) = (false, true)
        #expect(
            restarting.announcements(since: screen) == [Announcement(.news("page"), "Home is being restarted")])
        #expect(screen.announcements(since: restarting) == [Announcement(.news("page"), "Home is there again")])
        // Of a page that is not in front nothing is told.
        failed.selected = "flash"
        #expect(!screen.announcements(since: failed).contains { $0.kind == .news("page") })
    }

    @Test func configurationErrorsAreTold() {
        var broken = screen
        broken.tree.children.append(
            AccessibilityNode(
                .alert, "The configuration has errors; the default is in force", id: "configuration",
                description: "config.toml:2: bar.heigth: unknown key"))
        #expect(
            broken.problems == [
                Announcement(
                    .problem("configuration"),
                    "The configuration has errors; the default is in force. config.toml:2: bar.heigth: unknown key"
                )
            ])
        #expect(
            screen.announcements(since: broken) == [
                Announcement(.news("configuration"), "The configuration has no errors any more")
            ])
    }

    @Test func marksForTheDirectionOfWritingAreNotSent() {
        #expect(SpokenText.line("\u{2068}Über\u{2069} cannot\u{202E} be shown") == "Über cannot be shown")
    }

    @Test func sentencesEndOnce() {
        #expect(SpokenSentence.sentences(["Really?", "Yes", "", "No."]) == "Really? Yes. No.")
    }
}
