// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

/// What the daemon writes down.
@Suite struct MemoryTests {
    @Test(arguments: [
        PersistentState(),
        PersistentState(
            selected: "b", appearance: .dark, badges: ["a": .count(3), "b": .text("new"), "c": .dot],
            paths: ["a": ["day", "today"]]),
    ])
    func itComesBackAsItWas(restoring: PersistentState) throws {
        #expect(try PersistentState(json: try JSONParser.parse(memory.json.encodedBytes)) == memory)
    }

    @Test func anEarlierDaemonKnewLess() throws {
        let json = try JSONParser.parse(Array(#"{"version":1,"selection":"b"}"#.utf8))
        #expect(try PersistentState(json: json) == PersistentState(selected: "b"))
        #expect(try PersistentState(json: [:]) == PersistentState())
    }

    /// A word of a later daemon costs only itself.
    @Test func anAppearanceThatIsNotKnownIsNone() throws {
        #expect(try PersistentState(json: ["selection": "b", "appearance": "sepia"]) == PersistentState(selected: "b"))
    }

    @Test(
        arguments: [
            ["selection": 1], ["appearance": true], ["badges": []], ["badges": ["a": 1]],
            ["badges": ["a": ["count": -1]]], ["paths": ["a": "day"]], ["paths": ["a": [1]]],
        ] as [JSON])
    func nonsenseIsNamed(json: JSON) {
        #expect(throws: MessageError.self) { try PersistentState(json: json) }
    }
}
