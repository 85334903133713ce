// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import TabshellIPC

/// A validator of the subset of JSON Schema (2020-12) that `schema.json` uses. It fails on an unknown keyword, so that no
/// part of the schema is ignored.
struct Schema {
    struct Unknown: Error {
        let keyword: String
    }

    private let root: JSON

    static func load() throws -> JSON {
        try JSONParser.parse(Array(try ProtocolFolder.text("schema.json").utf8))
    }

    init() throws {
        root = try Self.load()
    }

    /// Returns true if a value is valid for a definition.
    func accepts(_ value: JSON, as definition: String) throws -> Bool {
        try check(value, try resolve("#/$defs/\(definition)"))
    }

    /// Resolves a reference.
    func resolve(_ reference: String) throws -> JSON {
        try #require(root["$defs"]?[String(reference.dropFirst("#/$defs/".count))], "\(reference)")
    }

    private func check(_ value: JSON, _ schema: JSON) throws -> Bool {
        guard case .object(let rules) = schema else { throw Unknown(keyword: schema.encodedText) }
        return try rules.allSatisfy { try check(value, $0.name, $0.value, in: schema) }
    }

    private func check(_ value: JSON, _ keyword: String, _ rule: JSON, in schema: JSON) throws -> Bool {
        switch (keyword, rule) {
        case ("description", _): true
        case ("$ref", .string(let reference)): try check(value, try resolve(reference))
        case ("type", .string(let name)): isOf(value, name)
        case ("type", .array(let names)): names.contains { isOf(value, word($0)) }
        case ("const", let constant): value == constant
        case ("enum", .array(let values)): values.contains(value)
        case ("not", let schema): try !check(value, schema)
        case ("anyOf", .array(let schemas)): try schemas.contains { try check(value, $0) }
        case ("oneOf", .array(let schemas)): try schemas.filter { try check(value, $0) }.count == 1
        case ("required", .array(let names)): requires(value, names)
        case ("properties", .object(let properties)):
            try properties.allSatisfy { property in
                try value[property.name].map { try check($0, property.value) } ?? true
            }
        case ("additionalProperties", let other):
            try members(value).allSatisfy { member in
                try schema["properties"]?[member.name] != nil || check(member.value, other)
            }
        case ("maxProperties", .integer(let count)): members(value).count <= count
        case ("minLength", .integer(let count)): length(value).map { $0 >= count } ?? true
        case ("maxLength", .integer(let count)): length(value).map { $0 <= count } ?? true
        case ("items", let schema): try elements(value).allSatisfy { try check($0, schema) }
        case ("minItems", .integer(let count)): isOf(value, "array") ? elements(value).count >= count : true
        case ("maxItems", .integer(let count)): elements(value).count <= count
        case ("minimum", let bound): number(value).map { $0 >= number(bound) ?? 0 } ?? true
        case ("maximum", let bound): number(value).map { $0 <= number(bound) ?? 0 } ?? true
        case ("pattern", .string(let pattern)): try matches(value, pattern)
        default: throw Unknown(keyword: keyword)
        }
    }

    private func word(_ value: JSON) -> String {
        if case .string(let word) = value { word } else { "" }
    }

    private func isOf(_ value: JSON, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .number),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }

    private func requires(_ value: JSON, _ names: [JSON]) -> Bool {
        guard case .object = value else { return true }
        return names.allSatisfy { value[word($0)] != nil }
    }

    private func elements(_ value: JSON) -> [JSON] {
        if case .array(let elements) = value { elements } else { [] }
    }

    private func members(_ value: JSON) -> [JSON.Member] {
        if case .object(let members) = value { members } else { [] }
    }

    /// The length in code points, as in JSON Schema.
    private func length(_ value: JSON) -> Int? {
        if case .string(let text) = value { text.unicodeScalars.count } else { nil }
    }

    private func number(_ value: JSON) -> Double? {
        switch value {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    private func matches(_ value: JSON, _ pattern: String) throws -> Bool {
        guard case .string(let text) = value else { return true }
        return try text.contains(Regex(pattern))
    }
}
