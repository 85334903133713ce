import Geometry
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

    /// Speech became a preference later than the others.
    @Test(
        arguments: [
            ("{}", PersistentState()), (#"{"version":1,"selection":"b"}"#, PersistentState(selected: "b")),
            (#"{"selection":"b","appearance":"sepia"}"#, PersistentState(selected: "b")),
            (
                #"{"preferences":{"contrast":"more","motion":null,"transparency":null,"text_scale":null}}"#,
                PersistentState(preferences: Preferences(contrast: .more))
            ),
        ])
    func absentMembersAndUnknownWordsAreEmpty(text: String, state: PersistentState) throws {
        #expect(decoded(try JSONParser.parse(Array(text.utf8))) == state)
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

@Suite struct AccessibilityFormatTests {
    private func node(_ text: String) throws -> AccessibilityNode {
        try AccessibilityNode(JSONObjectReader(try JSONParser.parse(Array(text.utf8))))
    }

    @Test func onlyTheRoleIsRequired() throws {
        #expect(try node(#"{"role":"tab"}"#) == AccessibilityNode(.tab))
        #expect(AccessibilityNode(.tab).json.encodedText == #"{"role":"tab"}"#)
        #expect(throws: MessageError.self) { try node("{}") }
        #expect(try node(#"{"role":"tab","bounds":null,"value":null,"level":null,"selected":null}"#).value == nil)
    }

    /// A page may use any of AccessKit's names.
    @Test func otherRolesAndActionsAreKept() throws {
        let text = #"{"role":"docGlossary","actions":["click","showContextMenu"]}"#
        #expect(try node(text).json.encodedText == text)
    }

    @Test func everythingComesBack() throws {
        var node = AccessibilityNode(
            .heading, "A", id: "a", value: "v", description: "d", isSelected: false, level: 2,
            actions: [.click], bounds: Rect(x: 0.5, y: -3, width: 10.25, height: 4), children: [.init(.label, "B")])
        (node.isExpanded, node.isDisabled, node.isModal, node.isFocused) = (true, true, true, true)
        node.textSelection = .init(anchor: 1, focus: 0)
        (node.positionInSet, node.sizeOfSet) = (2, 3)
        #expect(try self.node(node.json.encodedText) == node)
        #expect(node.json.encodedText.contains(#""bounds":{"x0":0.5,"y0":-3,"x1":10.75,"y1":1}"#))
    }

    @Test(arguments: [
        #"{"role":3}"#, #"{"role":"a","positionInSet":0}"#, #"{"role":"a","label":7}"#, #"{"role":"a","selected":1}"#,
        #"{"role":"a","bounds":{"x0":0,"y0":0,"x1":1}}"#, #"{"role":"a","bounds":{"x0":0,"y0":0,"x1":1,"y1":1e300}}"#,
        #"{"role":"a","textSelection":{"anchor":0}}"#, #"{"role":"a","textSelection":{"anchor":-1,"focus":0}}"#,
        #"{"role":"a","children":{}}"#, #"{"role":"a","actions":[1]}"#,
        #"{"role":"a","label":"\#(String(repeating: "x", count: 1025))"}"#,
    ])
    func invalidNodesAreRefused(text: String) {
        #expect(throws: MessageError.self) { try node(text) }
    }
}
