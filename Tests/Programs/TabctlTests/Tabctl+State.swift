// SPDX-License-Identifier: MIT

import Foundation
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
        else { throw SystemError("the golden state is no reply") }
        for (topic, text) in topics {
            let value = try JSONParser.parse(Array(text.utf8))
            members = members.map { $0.name == topic ? JSON.Member(topic, value) : $0 }
        }
        return JSON.object([.init("id", 1), .init("ok", .object(members))]).encodedText
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
