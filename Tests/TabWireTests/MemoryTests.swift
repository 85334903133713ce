// SPDX-License-Identifier: MIT

import TabModel
import Testing

@testable import TabWire

/// What the daemon writes down.
@Suite struct MemoryTests {
    @Test(arguments: [
        Memory(),
        Memory(
            selected: "b", appearance: .dark, badges: ["a": .count(3), "b": .text("new"), "c": .dot],
            paths: ["a": ["day", "today"]]),
    ])
    func itComesBackAsItWas(memory: Memory) throws {
        #expect(try Memory(json: try JSONParser.parse(memory.json.bytes)) == memory)
    }

    @Test func anEarlierDaemonKnewLess() throws {
        let json = try JSONParser.parse(Array(#"{"version":1,"selection":"b"}"#.utf8))
        #expect(try Memory(json: json) == Memory(selected: "b"))
        #expect(try Memory(json: [:]) == Memory())
    }

    /// A word of a later daemon costs only itself.
    @Test func anAppearanceThatIsNotKnownIsNone() throws {
        #expect(try Memory(json: ["selection": "b", "appearance": "sepia"]) == Memory(selected: "b"))
    }

    @Test(
        arguments: [
            ["selection": 1], ["appearance": true], ["badges": []], ["badges": ["a": 1]],
            ["badges": ["a": ["count": -1]]], ["paths": ["a": "day"]], ["paths": ["a": [1]]],
        ] as [JSON])
    func nonsenseIsNamed(json: JSON) {
        #expect(throws: MessageError.self) { try Memory(json: json) }
    }
}
