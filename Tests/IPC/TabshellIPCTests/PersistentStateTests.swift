// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

@Suite struct PersistentStateTests {
    @Test(arguments: [
        PersistentState(),
        PersistentState(
            selected: "b", appearance: .dark, badges: ["a": .count(3), "b": .text("new"), "c": .dot],
            paths: ["a": ["day", "today"]]),
    ])
    func stateRoundTrips(state: PersistentState) throws {
        #expect(try PersistentState(json: try JSONParser.parse(state.json.encodedBytes)) == state)
    }

    @Test func absentMembersAreEmpty() throws {
        let json = try JSONParser.parse(Array(#"{"version":1,"selection":"b"}"#.utf8))
        #expect(try PersistentState(json: json) == PersistentState(selected: "b"))
        #expect(try PersistentState(json: [:]) == PersistentState())
    }

    @Test func unknownAppearanceIsIgnored() throws {
        #expect(try PersistentState(json: ["selection": "b", "appearance": "sepia"]) == PersistentState(selected: "b"))
    }

    @Test(
        arguments: [
            ["selection": 1], ["appearance": true], ["badges": []], ["badges": ["a": 1]],
            ["badges": ["a": ["count": -1]]], ["paths": ["a": "day"]], ["paths": ["a": [1]]],
        ] as [JSON])
    func invalidMembersAreRefused(json: JSON) {
        #expect(throws: MessageError.self) { try PersistentState(json: json) }
    }
}
