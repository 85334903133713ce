// SPDX-License-Identifier: MIT
import ShellModel
import Testing

@testable import Sway
@testable import WindowTabs

@Suite struct SwayArrangementTests {
    private typealias Window = SwayTree.Window
    private typealias Trigger = SwayArrangement.Trigger

    private static let pages = [
        WindowPage(id: "one", window: WindowBinding(appIDs: ["foot"])),
        WindowPage(id: "two", window: WindowBinding(appIDs: ["edit*"])),
        WindowPage(id: "plain", window: WindowBinding(appIDs: ["plain"], fills: false)),
    ]

    private func arrangement() -> SwayArrangement {
        var arrangement = SwayArrangement()
        arrangement.pages = Self.pages
        return arrangement
    }

    private func commands(of sway: inout SwayArrangement, for tree: SwayTree, on trigger: Trigger) -> [String] {
        for window in tree.windows + tree.hidden { sway.owners[window.id] = sway.pages.owner(of: window.appID)?.id }
        return sway.commands(for: tree, on: trigger)
    }

    private func window(_ id: Int64, _ appID: String, on workspace: String = "1", pid: Int64? = nil) -> Window {
        Window(id: id, appID: appID, pid: pid ?? id, workspace: workspace, border: "normal", borderWidth: 2)
    }

    /// The part of the commands that fills a workspace of its own.
    private func fill(_ workspace: String) -> String {
        "border none, move --no-auto-back-and-forth container to workspace \"\(workspace)\", "
            + "gaps inner current set 0, gaps outer current set 0"
    }

    @Test func eachWindowOfATabGetsAWorkspace() {
        var sway = arrangement()
        sway.selected = "two"
        var second = window(6, "edit-2")
        (second.isFloating, second.isFocused) = (true, true)
        second.frame = .init(x: 1, y: 2, width: 300, height: 400)
        let tree = SwayTree(
            windows: [window(5, "edit"), second, window(4, "foot"), window(8, "plain"), window(9, "free")],
            workspaces: ["1"])
        #expect(
            commands(of: &sway, for: tree, on: Trigger(isAll: true)) == [
                "[con_id=4] mark --add \"_tabshell:4:fill:tile:normal:2 0 0 0 0:1\", " + fill("tabshell:one"),
                "[con_id=5] mark --add \"_tabshell:5:fill:tile:normal:2 0 0 0 0:1\", " + fill("tabshell:two"),
                "[con_id=6] mark --add \"_tabshell:6:fill:float:normal:2 1 2 300 400:1\", floating disable, "
                    + fill("tabshell:two 2") + ", focus",
            ])
        // The window of a tab that is not selected opens without the focus.
        sway.selected = "one"
        #expect(commands(of: &sway, for: tree, on: Trigger(opened: [6])).allSatisfy { !$0.contains("focus") })
        // That of the selected one has it, wherever it opens.
        var shown = tree
        shown.workspaces = ["tabshell:one", "1"]
        for occasion in [Trigger(opened: [4]), Trigger(tab: "one")] {
            let commands = commands(of: &sway, for: shown, on: occasion)
            #expect(commands.count == 1 && commands.allSatisfy { $0.hasSuffix(", focus") })
        }
        // Nothing is done for a window that has not just opened, and whose tab is not being selected.
        #expect(commands(of: &sway, for: tree, on: Trigger(opened: [9])) == [])
        #expect(commands(of: &sway, for: tree, on: Trigger(opened: [4])).count == 1)
        // The windows that leave the workspace in front do not take sway's next window with them.
        let commands = commands(of: &sway, for: tree, on: Trigger(tab: "two"))
        #expect(commands.count == 3 && commands.last == SwayCommand.show("1"))
    }

    @Test func windowThatFillsIsLeftAlone() {
        var sway = arrangement()
        var there = window(4, "foot", on: "tabshell:one")
        (there.border, there.marks) = ("none", ["_tabshell:4:fill:tile:normal:2 0 0 0 0:1"])
        let tree = SwayTree(windows: [there, window(5, "foot", on: "tabshell:one")], workspaces: ["tabshell:one"])
        let commands = commands(of: &sway, for: tree, on: Trigger(isAll: true))
        // The second one is on a workspace that is another's, which is no place to return to.
        #expect(
            commands == [
                "[con_id=5] mark --add \"_tabshell:5:fill:tile:normal:2 0 0 0 0:\", " + fill("tabshell:one 2")
            ])
    }

    @Test func windowInTabsOrACSDWindow() {
        var sway = arrangement()
        var there = window(4, "foot", on: "tabshell:one")
        (there.border, there.isInTabs) = ("csd", true)
        there.marks = ["_tabshell:4:fill:tile:normal:2 0 0 0 0:1"]
        let tree = SwayTree(windows: [there], workspaces: ["tabshell:one"])
        #expect(commands(of: &sway, for: tree, on: Trigger(isAll: true)) == ["[con_id=4] border none, layout splith"])
        there.isInTabs = false
        #expect(commands(of: &sway, for: SwayTree(windows: [there]), on: Trigger(isAll: true)) == [])
    }

    /// The person has seen it, and has selected the tab again before it had its place.
    @Test func windowThatASelectionFindsGoesBehindThePage() {
        var sway = arrangement()
        sway.selected = "home"
        var free = window(9, "free", on: "tabshell:home")
        free.isFocused = true
        let tree = SwayTree(windows: [free], workspaces: ["tabshell:home"])
        let opened = commands(of: &sway, for: tree, on: Trigger(opened: [9]))
        #expect(opened.count == 1 && opened[0].hasSuffix(", focus"))
        let selected = commands(of: &sway, for: tree, on: Trigger(opened: [9], tab: "home"))
        #expect(selected.count == 2 && !selected[0].contains("focus"))
        #expect(selected.last == SwayCommand.show("tabshell:home"))
    }

    @Test func windowInTheScratchpadFillsWhileItsTabIsSelected() {
        var sway = arrangement()
        var hidden = window(4, "foot", on: SwayTree.scratchpad)
        hidden.isFloating = true
        var tree = SwayTree(workspaces: ["1"])
        tree.hidden = [hidden, window(9, "free", on: SwayTree.scratchpad)]
        #expect(commands(of: &sway, for: tree, on: Trigger(isAll: true)) == [])
        let mark = "_tabshell:4:fill:float:normal:2 0 0 0 0:__i3_scratch"
        // Only a window that has left the scratchpad can be tiled.
        #expect(
            commands(of: &sway, for: tree, on: Trigger(tab: "one")) == [
                "[con_id=4] mark --add \"\(mark)\", move --no-auto-back-and-forth container to workspace \"tabshell:one\", "
                    + "floating disable, border none, gaps inner current set 0, gaps outer current set 0, focus"
            ])
        hidden.workspace = "tabshell:one"
        (hidden.isFloating, hidden.marks, sway.pages) = (false, [mark], [])
        let commands = commands(
            of: &sway, for: SwayTree(windows: [hidden], workspaces: ["1"]), on: Trigger(isAll: true))
        #expect(commands.count == 1 && commands[0].hasSuffix(", move scratchpad"))
    }

    @Test func dialogStaysWithItsWindow() {
        var sway = arrangement()
        var dialog = window(7, "foot", pid: 4)
        dialog.isFloating = true
        var foreign = window(8, "portal", on: "tabshell:one", pid: 4)
        foreign.isFloating = true
        let tree = SwayTree(windows: [window(4, "foot", on: "tabshell:one"), dialog, foreign], workspaces: ["1"])
        let mark = "_tabshell:7:dialog:float:normal:2 0 0 0 0:1"
        #expect(
            commands(of: &sway, for: tree, on: Trigger(opened: [7, 8])) == [
                "[con_id=7] mark --add \"\(mark)\", move --no-auto-back-and-forth container to workspace \"tabshell:one\"",
                SwayCommand.show("1"),
            ])
        sway.pages = []
        dialog.marks = [mark]
        dialog.workspace = "tabshell:one"
        #expect(
            commands(of: &sway, for: SwayTree(windows: [dialog]), on: Trigger(isAll: true)) == [
                "[con_id=7] unmark \"\(mark)\", move --no-auto-back-and-forth container to workspace \"1\""
            ])
    }

    @Test func foreignWindowGoesToTheUsersLastWorkspace() {
        var sway = arrangement()
        _ = commands(of: &sway, for: SwayTree(workspaces: ["3: web", "1"]), on: Trigger(isAll: true))
        var free = window(9, "free", on: "tabshell:one")
        free.isFocused = true
        let tree = SwayTree(windows: [free], workspaces: ["tabshell:one", "1"])
        let leave = "[con_id=9] move --no-auto-back-and-forth container to workspace \"3: web\""
        let move = leave + ", focus"
        #expect(commands(of: &sway, for: tree, on: Trigger(opened: [9])) == [move])
        // It is seen, although a page has the keyboard.
        free.isFocused = false
        #expect(
            commands(
                of: &sway, for: SwayTree(windows: [free], workspaces: ["tabshell:one", "1"]), on: Trigger(opened: [9]))
                == [move])
        // The user has put it there.
        #expect(commands(of: &sway, for: tree, on: Trigger(tab: "two")) == [])
        #expect(commands(of: &sway, for: tree, on: Trigger(tab: "one")) == [leave])
        // A window of a tab that does not fill is one.
        let plain = SwayTree(windows: [window(3, "plain", on: "tabshell:one")], workspaces: ["tabshell:one"])
        #expect(commands(of: &sway, for: plain, on: Trigger(opened: [3])).count == 1)
    }

    @Test func windowsBecomeAsTheyWere() {
        var sway = arrangement()
        var window = window(6, "foot", on: "tabshell:one")
        (window.border, window.isFocused) = ("none", true)
        window.marks = ["user", "_tabshell:6:fill:float:pixel:3 1 2 300 400:a: b"]
        let tree = SwayTree(windows: [window], workspaces: ["tabshell:one", "1"])
        #expect(commands(of: &sway, for: tree, on: Trigger(isAll: true)) == [])
        sway.pages[0].window.fills = false
        #expect(
            commands(of: &sway, for: tree, on: Trigger(isAll: true)) == [
                "[con_id=6] unmark \"_tabshell:6:fill:float:pixel:3 1 2 300 400:a: b\", "
                    + "floating enable, border pixel 3, resize set 300 px 400 px, move absolute position 1 px 2 px, "
                    + "move --no-auto-back-and-forth container to workspace \"a: b\", focus"
            ])
        // At the end one of the user's workspaces is shown.
        sway.pages = []
        #expect(commands(of: &sway, for: tree, on: Trigger(isAll: true)).last == SwayCommand.show("1"))
        // A mark that says nothing is not repeated.
        for mark in [
            "_tabshell:6:", "_tabshell:6:fill:float:pixel:3 1 2 300 400:a\"; exec x",
            "_tabshell:6:fill:tile:none:0 0 0 0:1",
        ] {
            window.marks = [mark]
            #expect(commands(of: &sway, for: SwayTree(windows: [window]), on: Trigger(isAll: true)) == [], "\(mark)")
        }
    }

    @Test(arguments: [
        ("1", true), ("2: web", true), ("büro", true), ("a\"b", false), ("$x", false), ("next", false),
        ("number 3", false),
        ("", false), ("-x", false), ("a;b", false), ("a,b", false), ("a\\b", false),
    ])
    func nameOfAWorkspaceIsPlain(_ name: String, isPlain: Bool) {
        #expect(SwayCommand.isPlain(name) == isPlain)
    }
}
