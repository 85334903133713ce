import Geometry
@testable import ShellModel
import Testing

@Suite struct AccessibilityNodeTests {
    private static func button(_ label: String, _ id: String) -> AccessibilityNode {
        AccessibilityNode(.button, label, id: id, actions: [.click])
    }

    private func tree(_ nodes: AccessibilityNode...) -> AccessibilityNode {
        AccessibilityNode(.window, children: nodes)
    }

    private func press(_ name: String, in tree: AccessibilityNode) -> Result<String, AccessibilityPressError> {
        Result { () throws(AccessibilityPressError) in try tree.pressable(named: name).id }
    }

    private let home = button("Home tab, stress level", "home")
    private let flash = button("Flash tab, quick actions", "flash")

    @Test func nameIsAnIDOrALabelOrTheBeginningOfOne() {
        let tree = tree(home, flash, Self.button("Flash", "f"), Self.button("home", "h"))
        for name in ["flash", "Flash tab, quick actions", "FLASH TAB, quick actions", "flash tab"] {
            #expect(press(name, in: tree) == .success("flash"))
        }
        #expect(press("Flash", in: tree) == .success("f"))
        #expect(press("HOME", in: tree) == .success("h"))
    }

    @Test func severalAreAmbiguousAndNoneNamesAll() {
        let tree = tree(home, flash, Self.button("Home page", "p"), Self.button("Home page", "q"))
        let names = ["Home tab, stress level", "Flash tab, quick actions", "Home page", "Home page"]
        #expect(press("Home page", in: tree) == .failure(.ambiguous(["Home page", "Home page"], ids: ["p", "q"])))
        #expect(
            press("home ", in: tree) == .failure(.ambiguous([names[0], names[2], names[3]], ids: ["home", "p", "q"])))
        #expect(press("Growth", in: tree) == .failure(.unknown(known: names)))
        #expect(press("", in: tree) == .failure(.unknown(known: names)))
    }

    @Test func disabledNodeDisablesAllWithin() {
        var page = AccessibilityNode(
            .tabPanel, "Home", description: "behind the open menu", children: [Self.button("Start", "start")])
        page.isDisabled = true
        #expect(press("Start", in: tree(page)) == .failure(.disabled("Start", reason: "behind the open menu")))
        // Another one of the name is pressed.
        #expect(press("Start", in: tree(page, Self.button("Start", "other"))) == .success("other"))
        #expect(tree(page, flash).pressableNames == [flash.label])
    }

    /// A list takes the focus. Only its identifiers find it, so that its label does not hide its parts' labels.
    @Test func listIsFoundByTheIdentifierOfItsAuthor() {
        var list = AccessibilityNode(.tabList, "Flash bar", id: "bar", actions: [.focus], children: [flash])
        list.authorID = "MainTabBar"
        #expect(press("MainTabBar", in: tree(list)) == .success("bar"))
        #expect(press("bar", in: tree(list)) == .success("bar"))
        #expect(press("Flash", in: tree(list)) == .success("flash"))
        #expect(press("Flash bar", in: tree(list)) == .failure(.notPressable("Flash bar")))
        #expect(tree(list).pressableNames == [flash.label])
        #expect(list.lines[0] == "tabList \"Flash bar\" MainTabBar focus")
        (list.isDisabled, list.description) = (true, "behind the open menu")
        let failure = AccessibilityPressError.disabled("Flash bar", reason: "behind the open menu")
        #expect(press("MainTabBar", in: tree(list)) == .failure(failure))
    }

    @Test func textIsNotPressable() {
        let tree = tree(AccessibilityNode(.heading, "Today"), AccessibilityNode(.label, "Flash"), flash)
        #expect(press("today", in: tree) == .failure(.notPressable("Today")))
        #expect(press("Flash", in: tree) == .success("flash"))
        // Without an identifier the program cannot find it.
        #expect(press("A", in: self.tree(Self.button("A", ""))) == .failure(.notPressable("A")))
    }

    @Test func treeIsLimitedToItsFirstNodes() {
        let leaf = AccessibilityNode(.label, "äöü")
        let tree = tree(AccessibilityNode(.group, children: [leaf, leaf]), leaf, leaf)
        #expect(tree.count == 6)
        #expect(tree.limited(nodes: 6, depth: 3, textBytes: 6) == tree)
        for limit in 1...6 { #expect(tree.limited(nodes: limit, depth: 3, textBytes: 6).count == limit) }
        #expect(tree.limited(nodes: 6, depth: 2, textBytes: 6).count == 4)
        #expect(leaf.limited(nodes: 1, depth: 1, textBytes: 5).label == "ä…")
    }

    @Test func linesShowEverything() {
        var tab = AccessibilityNode(
            .tab, "Flash tab", value: "3 new", description: "Double tap\nto switch", isSelected: true,
            actions: [.click], bounds: Rect(x: 131.4, y: 724, width: 124, height: 88))
        var menu = AccessibilityNode(.menu, children: [[tab, tab].numbered[1]])
        (menu.isModal, menu.isExpanded, menu.isDisabled, menu.level) = (true, false, true, 2)
        #expect(
            menu.lines == [
                "menu level 2, collapsed, disabled, modal",
                #"  tab "Flash tab" value "3 new" selected, 2 of 2, click, at 131,724 124×88: Double tap to switch"#,
            ])
        tab.bounds = Rect(x: .infinity, y: .nan, width: 1e300, height: 0)
        #expect(tab.lines[0].contains("at ?,? ?×0"))
    }
}
