import Foundation
import Geometry
import ShellModel
import TabshellIPC
import TestSupport

extension Tabctl {
    /// A golden line of the protocol.
    static func frame(_ name: String) throws -> String {
        let file = Repository.file("protocol/ipc/frames/\(name).json")
        return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// The reply to `state` with other values for some topics.
    static func state(with topics: [String: String]) throws -> String {
        guard case .object(let reply) = try JSONParser.parse(Array(try frame("replies/state").utf8)),
            case .object(var members)? = JSON.object(reply)["ok"]
        else { throw SystemError("the golden state is not a reply") }
        for (topic, text) in topics {
            let value = try JSONParser.parse(Array(text.utf8))
            members = members.map { $0.name == topic ? JSON.Member(topic, value) : $0 }
        }
        return JSON.object([.init("id", 1), .init("ok", .object(members))]).encodedText
    }

    /// A screen with every known role, an unknown one, and every state.
    static var screen: AccessibilityNode {
        let names = """
            alert button checkBox code dialog figure group heading label link list listItem menu menuItem meter paragraph \
            searchInput status tab tabList tabPanel textInput tooltip
            """
        var nodes = names.split(separator: " ").map { AccessibilityNode(AccessibilityRole(rawValue: String($0))) }
        var tab = AccessibilityNode(
            .tab, "Flash", value: "3 new", description: "Double tap", isSelected: true,
            actions: [.click, .showContextMenu, AccessibilityAction(rawValue: "blur")],
            bounds: Rect(x: 131, y: 724, width: 124, height: 88))
        (tab.positionInSet, tab.sizeOfSet, tab.isExpanded) = (2, 3, true)
        var heading = AccessibilityNode(.heading, "Today", level: 1)
        (heading.isExpanded, heading.isDisabled, heading.isModal) = (false, true, true)
        nodes += [tab, heading]
        return AccessibilityNode(.window, "tabshell", children: nodes)
    }

    static var screenReply: String {
        JSON.object([.init("id", 1), .init("ok", ["tree": screen.json])]).encodedText
    }

    /// A tab of the topic `tabs`.
    static func tab(
        _ id: String, role: String = "page", routes: [String] = [], action: String? = nil, menu: [String] = []
    ) -> String {
        let json: JSON = [
            "id": .string(id), "title": .string(id), "icon": "home", "filled_icon": .null, "spoken_label": "",
            "spoken_hint": "", "role": .string(role), "prominent": false, "entrance": "immediate",
            "routes": .array(routes.map { .string($0) }), "action": action.map { .string($0) } ?? .null,
            "menu": .array(menu.map { .string($0) }),
        ]
        return json.encodedText
    }
}
