// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import ShellModel
import StageTestSupport
import TestSupport
import Testing

/// The panel's accessibility tree, and presses by name.
@Suite(.serialized) struct PanelAccessibilityTests {
    private func tree(_ stage: Stage) throws -> AccessibilityNode {
        // On a busy machine the panel may not answer in time.
        try stage.compositor.waitFor("the bar's tree") {
            let node = try stage.socket.request("accessibility", id: 8)["tree"].flatMap { Self.node($0) }
            return node?.children.contains { $0.role.rawValue != "tabPanel" } == true ? node : nil
        }
    }

    private func text(_ tree: AccessibilityNode) -> String { tree.lines.joined(separator: "\n") + "\n" }

    private static func node(_ value: Any) -> AccessibilityNode? {
        guard let json = value as? [String: Any], let role = json["role"] as? String else { return nil }
        var node = AccessibilityNode(
            AccessibilityRole(rawValue: role), json["label"] as? String ?? "", id: json["id"] as? String ?? "",
            value: json["value"] as? String, description: json["description"] as? String,
            isSelected: json["selected"] as? Bool, level: json["level"] as? Int,
            actions: (json["actions"] as? [String] ?? []).map(AccessibilityAction.init(rawValue:)),
            children: (json["children"] as? [Any] ?? []).compactMap { Self.node($0) })
        node.isExpanded = json["expanded"] as? Bool
        (node.isDisabled, node.isModal) = (json["disabled"] != nil, json["modal"] != nil)
        (node.positionInSet, node.sizeOfSet) = (json["positionInSet"] as? Int, json["sizeOfSet"] as? Int)
        if let bounds = json["bounds"] as? [String: Double], let x = bounds["x0"], let y = bounds["y0"],
            let right = bounds["x1"], let bottom = bounds["y1"]
        {
            node.bounds = .init(x: x, y: y, width: right - x, height: bottom - y)
        }
        return node
    }

    private func press(_ stage: Stage, _ name: String) throws -> String {
        let reply = try stage.socket.request("press", id: 9, ["name": name])
        return reply["id"] as? String ?? ""
    }

    /// `TABSHELL_GOLDEN=write` writes the files anew.
    private func expect(_ text: String, matches name: String) throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["TABSHELL_GOLDEN"] == "write" {
            try text.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(text == (try? String(contentsOf: golden, encoding: .utf8)))
    }

    @Test(arguments: ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"])
    func treesOfTheLooksMatchTheGoldenFiles(look: String) throws {
        let stage = try Stage(configuration: "look = \"\(look)\"\n")
        _ = try stage.barAtRest()
        let tabs = try stage.socket.request("tabs", id: 2)
        let tab = try #require(tabs["selection"] as? String)
        try stage.socket.request("badge", id: 3, ["tab": tab, "badge": ["count": 3]])
        try expect(text(try tree(stage)), matches: look)
        stage.checkLegality()
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
        try expect(text(try tree(stage).map { $0.bounds = nil }), matches: "menu")
        // What is behind the menu cannot be pressed; its button closes it.
        #expect(throws: (any Error).self) { try press(stage, "Activity") }
        #expect(try press(stage, "create") == "panel/close")
        #expect(try press(stage, "Activity") == "panel/tab/activity")
        try stage.waitForSelection(of: "activity")
        stage.checkLegality()
    }

    @Test func flashTabIsFoundAndPressed() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        try stage.rest(bar)
        let page = try stage.start("tabshell-sample", ["--tab", "flash"])
        defer { page.terminate() }
        try stage.compositor.waitUntil("the page") { !stage.compositor.surfaces("tabshell-page-flash").isEmpty }
        #expect(try press(stage, "Flash tab") == "panel/tab/flash")
        // The reply comes after the selection.
        let state = try stage.socket.request("state", id: 2)
        #expect((state["selection"] as? [String: Any])?["tab"] as? String == "flash")
        try stage.compositor.waitUntil("the page to come") {
            stage.compositor.surfaces("tabshell-page-flash").contains { $0.frameCount > 0 }
        }
        try stage.compositor.waitUntil("the rows") { text(try tree(stage)).contains(#"listItem "Item 1""#) }
        // A row that cannot be seen is not in the tree; one that can is opened.
        #expect(try press(stage, "Item 2") == "page:flash/row/item-2")
        let paths = try stage.socket.request("state", id: 2)["paths"] as? [String: [String]]
        #expect(paths == ["flash": ["item-2"]])
        // While the next level slides in, its button is waited for.
        let other = try SocketClient.waiting(for: stage.compositor.folder.appending("daemon.sock"))
        try stage.socket.send(["id": 11, "verb": "press", "name": "Back"])
        try stage.compositor.waitUntil("the way back") {
            (try other.request("state", id: 2)["paths"] as? [String: Any])?.isEmpty == true
        }
        #expect(try stage.socket.expect(reply: 11)["error"] == nil)
        stage.checkLegality()
    }
}
