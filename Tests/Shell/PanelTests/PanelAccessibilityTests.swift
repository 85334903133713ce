import FakeCompositor
import ShellModel
import StageTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct PanelAccessibilityTests {
    /// The tree once it has a node of a role. On a busy machine the panel may not answer in time.
    private func tree(_ stage: Stage, with role: AccessibilityRole = .tabList) throws -> AccessibilityNode {
        try stage.compositor.waitFor("the tree with \(role)") {
            let node = try stage.socket.accessibilityTree()
            return node.children.contains { $0.role == role } ? node : nil
        }
    }

    private func text(_ tree: AccessibilityNode) -> String { tree.lines.joined(separator: "\n") + "\n" }

    private func press(_ stage: Stage, _ name: String) throws -> String {
        let reply = try stage.socket.request("press", id: 9, ["name": name])
        return reply["id"] as? String ?? ""
    }

    private func expect(_ text: String, matches name: String) throws {
        #expect(text == (try goldenText(name, now: text)))
    }

    /// The nodes of all looks are in `SceneTests`.
    @Test(arguments: ["stress-monitor", "swift-kit"])
    func treesOfTheLooksMatchTheGoldenFiles(look: String) throws {
        let stage = try Stage(configuration: "look = \"\(look)\"\n")
        _ = try stage.barAtRest()
        let tabs = try stage.socket.request("tabs", id: 2)
        let tab = try #require(tabs["selection"] as? String)
        try stage.socket.request("badge", id: 3, ["tab": tab, "badge": ["count": 3]])
        // The message that no program shows the page comes after a while.
        try expect(text(try tree(stage, with: .alert)), matches: look)
    }

    private static let menu = """
        look = "swift-kit"
        [[tabs]]
        id = "create"
        role = "action"
        menu = ["new-post", "new-photo"]

        """

    @Test func menuIsPressedByItsNames() throws {
        let stage = try Stage(configuration: Self.menu)
        _ = try stage.barAtRest()
        #expect(try press(stage, "Create") == "panel/tab/create")
        // Its width depends on the font.
        try expect(text(try tree(stage, with: .alert).map { $0.bounds = nil }), matches: "menu")
        // Parts behind the menu cannot be pressed; its button closes it.
        #expect(throws: (any Error).self) { try press(stage, "Activity") }
        #expect(try press(stage, "create") == "panel/close")
        #expect(try press(stage, "Activity") == "panel/tab/activity")
        try stage.waitForSelection(of: "activity")
    }

    @Test func barIsFoundByItsIdentifierAndTakesTheFocus() throws {
        let stage = try Stage()
        _ = try stage.barAtRest()
        let bar = try #require(try tree(stage).children.first { $0.authorID == "MainTabBar" })
        #expect(bar.role == .tabList && bar.children.count == 3)
        #expect(try press(stage, "MainTabBar") == "panel/bar")
        try stage.compositor.waitUntil("the focus in the bar") {
            let bar = try stage.socket.request("state", id: 10)["bar"] as? [String: Any]
            return (bar?["focus"] as? [String: Any])?["tab"] as? String == "home"
        }
    }

    @Test func flashTabIsFoundAndPressed() throws {
        let (stage, _) = try Stage.withBar(atRest: true)
        try stage.start("tabshell-sample", ["--tab", "flash"])
        try stage.compositor.waitUntil("the page") { !stage.compositor.surfaces("tabshell-page-flash").isEmpty }
        #expect(try press(stage, "Flash tab") == "panel/tab/flash")
        // The reply comes after the selection.
        #expect(try stage.socket.state().selection?.tab == "flash")
        try stage.compositor.waitUntil("the page to come") {
            stage.compositor.surfaces("tabshell-page-flash").contains { $0.frameCount > 0 }
        }
        try stage.compositor.waitUntil("the rows") { text(try tree(stage)).contains(#"listItem "Item 1""#) }
        // A row that cannot be seen is not in the tree; one that can is opened.
        #expect(try press(stage, "Item 2") == "page:flash/row/item-2")
        #expect(try stage.socket.state().paths == ["flash": ["item-2"]])
        // While the next level slides in, its button is waited for.
        let other = try SocketClient.waiting(for: stage.compositor.folder.appending("daemon.sock"))
        try stage.socket.send(["id": 11, "verb": "press", "name": "Back"])
        try stage.compositor.waitUntil("the way back") { try other.state().paths.isEmpty }
        #expect(try stage.socket.expect(reply: 11)["error"] == nil)
    }
}
