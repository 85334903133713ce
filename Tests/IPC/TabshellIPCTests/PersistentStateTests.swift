// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

@Suite struct PersistentStateTests {
    @Test(arguments: [
        PersistentState(),
        PersistentState(
            selected: "b", appearance: .dark,
            preferences: Preferences(
                contrast: .more, motion: .reduced, transparency: .reduced, textScale: 1.3, speech: true),
            badges: ["a": .count(3), "b": .text("new"), "c": .dot],
            paths: ["a": ["day", "today"]], isRotationPaused: true),
    ])
    func stateRoundTrips(state: PersistentState) throws {
        #expect(decoded(try JSONParser.parse(state.json.encodedBytes)) == state)
    }

    @Test func absentMembersAreEmpty() throws {
        let json = try JSONParser.parse(Array(#"{"version":1,"selection":"b"}"#.utf8))
        #expect(decoded(json) == PersistentState(selected: "b"))
        #expect(decoded([:]) == PersistentState())
    }

    /// Speech became a preference later than the others.
    @Test func preferencesOfAnEarlierVersionAreKept() throws {
        let text = #"{"preferences":{"contrast":"more","motion":null,"transparency":null,"text_scale":null}}"#
        #expect(
            decoded(try JSONParser.parse(Array(text.utf8)))
                == PersistentState(preferences: Preferences(contrast: .more)))
    }

    @Test func unknownAppearanceIsIgnored() throws {
        #expect(decoded(["selection": "b", "appearance": "sepia"]) == PersistentState(selected: "b"))
    }

    @Test(
        arguments: [
            ["selection": 1], ["appearance": true], ["preferences": ["text_scale": 9]],
            ["badges": []], ["badges": ["a": 1]],
            ["badges": ["a": ["count": -1]]], ["paths": ["a": "day"]], ["paths": ["a": [1]]],
        ] as [JSON])
    func invalidMembersAreReported(json: JSON) {
        guard case .object(let members) = json else { return }
        // The valid members remain.
        let valid: [JSON.Member] = members.contains { $0.name == "selection" } ? [] : [.init("selection", "b")]
        var problems: [MessageError] = []
        let state = PersistentState(json: .object(members + valid), problems: &problems)
        #expect(state == PersistentState(selected: valid.isEmpty ? nil : "b"))
        #expect(problems.count == 1)
    }

    private func decoded(_ json: JSON) -> PersistentState {
        var problems: [MessageError] = []
        let state = PersistentState(json: json, problems: &problems)
        #expect(problems.isEmpty)
        return state
    }
}
