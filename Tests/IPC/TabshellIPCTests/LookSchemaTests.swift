// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

/// The schema and the manual know each key of a look, and no other.
@Suite struct LookSchemaTests {
    @Test(arguments: Look.keys.map(\.path)) func theSchemaBoundsEachKey(path: String) throws {
        let key = try #require(Look.keys.first { $0.path == path })
        let rule = try Self.rule(at: path.split(separator: ".").map(String.init))
        #expect(
            rule == Self.rule(for: key.kind),
            "schema.json should have for \(path): \(Self.rule(for: key.kind).encodedText)")
    }

    @Test func theSchemaHasNoOtherKeyAndWantsEachOne() throws {
        let look = try Schema().resolve("#/$defs/look")
        var paths = ["name"] + Look.keys.map(\.path)
        for (name, rule) in try Self.properties(of: look) {
            let members = rule["properties"] == nil ? [] : try Self.properties(of: rule)
            for path in members.isEmpty ? [name] : members.map({ "\(name).\($0.0)" }) {
                let index = paths.firstIndex(of: path)
                #expect(index != nil, "no look has \(path)")
                if let index { paths.remove(at: index) }
            }
        }
        #expect(paths.isEmpty, "schema.json does not have them")
    }

    @Test func aLookThatHasBeenWrittenFits() throws {
        let schema = try Schema()
        #expect(try schema.accepts(Look().json, as: "look"))
        var look = Look()
        look.title.families = []
        look.light[.accent] = RGBA(0x123456, alpha: 0.5)
        look.motion[.press] = Transition(duration: 1, bounce: -1)
        #expect(try schema.accepts(look.json, as: "look"))
        look.bar.height = 1001
        #expect(try !schema.accepts(look.json, as: "look"))
    }

    @Test func theManualNamesEachGroup() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for group in Set(Look.keys.map { $0.path.prefix { $0 != "." } }) {
            #expect(manual.contains("`\(group)`"), "\(group)")
        }
        for token in MotionToken.allCases { #expect(manual.contains("`\(token.rawValue)`"), "\(token)") }
        for token in ColorToken.allCases { #expect(manual.contains("`\(token.rawValue)`"), "\(token)") }
    }

    /// The members that a rule describes, each of which it must require too.
    private static func properties(of rule: JSON) throws -> [(String, JSON)] {
        guard case .object(let members)? = rule["properties"], case .array(let required)? = rule["required"] else {
            Issue.record("\(rule.encodedText) has no members")
            return []
        }
        #expect(required == members.map { .string($0.name) })
        return try members.map { ($0.name, try resolved($0.value)) }
    }

    private static func rule(at path: [String]) throws -> JSON {
        var rule = try Schema().resolve("#/$defs/look")
        for (index, name) in path.enumerated() {
            rule = try #require(rule["properties"]?[name], "\(path.joined(separator: "."))")
            if index < path.count - 1 { rule = try resolved(rule) }
        }
        return rule
    }

    /// What a palette is, is written down once.
    private static func resolved(_ rule: JSON) throws -> JSON {
        guard case .string("#/$defs/palette")? = rule["$ref"] else { return rule }
        return try Schema().resolve("#/$defs/palette")
    }

    private static func rule(for kind: LookKey.Kind) -> JSON {
        switch kind {
        case .number(_, let range):
            ["type": "number", "minimum": bound(range.lowerBound), "maximum": bound(range.upperBound)]
        case .integer(_, let range):
            ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .flag: ["type": "boolean"]
        case .text: ["type": "string"]
        case .texts: ["type": "array", "items": ["type": "string"]]
        case .choice(let choice): ["enum": .array(choice.cases.map { .string($0) })]
        case .transition: ["$ref": "#/$defs/transition"]
        case .color: ["$ref": "#/$defs/colour"]
        }
    }

    private static func bound(_ value: Double) -> JSON {
        Int64(exactly: value).map { .integer($0) } ?? .number(value)
    }
}
