import Foundation
import ShellModel
import TestSupport
import Testing

@testable import TabshellIPC

/// The schema of the protocol, by the validator jsonschema of Python, which scripts/setup installs.
@Suite struct SchemaTests {
    /// The name of the definition of each verb's result.
    private static let results = Dictionary(uniqueKeysWithValues: Request.methods.map { ($0.name, $0.result().name) })

    /// A value that is valid or not for a definition.
    private struct Case {
        var name: String
        var definition: String
        var value: JSON
        var isValid = true
    }

    private func expect(_ cases: [Case]) throws {
        let folder = try TemporaryDirectory()
        try folder.write(try ProtocolFolder.text("schema.json"), to: "schema.json")
        let lines = cases.map {
            JSON.object([.init("as", .string($0.definition)), .init("value", $0.value)]).encodedText
        }
        try folder.write(lines.joined(separator: "\n"), to: "cases")
        let script = Repository.text("Tests/Fixtures/files/validate.py")
        let output = String(decoding: try ChildProcess.run("python3", ["-c", script, folder.path]), as: UTF8.self)
        let verdicts = output.split(separator: "\n").map { $0 == "True" }
        try #require(verdicts.count == cases.count)
        for (example, isValid) in zip(cases, verdicts) { #expect(isValid == example.isValid, "\(example.name)") }
    }

    /// The object without each of its members in turn; all are required.
    private func incomplete(_ object: JSON, as definition: String, _ name: String) -> [Case] {
        guard case .object(let members) = object else { return [] }
        return members.indices.map { index in
            var fewer = members
            fewer.remove(at: index)
            return Case(
                name: "\(name) \(members[index].name)", definition: definition, value: .object(fewer), isValid: false)
        }
    }

    @Test func schemaFileIsCurrent() throws {
        #expect(
            try ProtocolFolder.text("schema.json") == ProtocolSchema.text,
            "run: tabshelld --schema > protocol/ipc/schema.json")
    }

    @Test func goldenFramesAreValid() throws {
        func cases(_ frames: [ProtocolFolder.Frame], as definition: String) throws -> [Case] {
            try frames.map { Case(name: $0.name, definition: definition, value: try JSONParser.parse($0.line)) }
        }
        try expect(
            cases(ProtocolFolder.requests(), as: "request") + cases(ProtocolFolder.messages(), as: "server"))
    }

    @Test func resultIsValidWithAllItsMembersOnly() throws {
        try expect(
            ProtocolFolder.replies().flatMap { verb, frame -> [Case] in
                guard let definition = Self.results[verb], let ok = try JSONParser.parse(frame.line)["ok"] else {
                    return []
                }
                return [Case(name: frame.name, definition: definition, value: ok)]
                    + incomplete(ok, as: definition, frame.name)
            })
    }

    /// The schema does not know the daemon's tabs.
    @Test func malformedRequestsAreRefused() throws {
        try expect(
            ProtocolFolder.malformed().filter { !["parse", "too_long", "unfinished"].contains($0.code) }.map {
                Case(
                    name: $0.frame.name, definition: "request", value: try JSONParser.parse($0.frame.line),
                    isValid: $0.isRefusedByDaemonOnly)
            })
    }

    @Test func eventIsValidWithAllItsMembersAndMore() throws {
        try expect(
            ProtocolFolder.frames("events").flatMap { frame -> [Case] in
                let event = try JSONParser.parse(frame.line)
                guard case .object(let members) = event else { return [] }
                let more = JSON.object(members + [.init("later", 1)])
                return incomplete(event, as: "server", frame.name)
                    + [Case(name: frame.name, definition: "server", value: more)]
            })
    }

    @Test func encodedLooksAreValid() throws {
        var look = Look()
        look.title.families = []
        look.light[.accent] = RGBA(0x123456, alpha: 0.5)
        look.motion[.press] = Transition(duration: 1, bounce: -1)
        var high = look
        high.bar.height = 1001
        try expect([
            Case(name: "default", definition: "look", value: Look().json),
            Case(name: "changed", definition: "look", value: look.json),
            Case(name: "high", definition: "look", value: high.json, isValid: false),
        ])
    }
}
