// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

@testable import TabshellIPC

@Suite struct SchemaTests {
    /// The name of the definition of each verb's result.
    private static let results = Dictionary(uniqueKeysWithValues: Request.methods.map { ($0.name, $0.result().name) })

    @Test func schemaFileIsCurrent() throws {
        #expect(
            try ProtocolFolder.text("schema.json") == ProtocolSchema.text,
            "run: tabshelld --schema > protocol/ipc/schema.json")
    }

    @Test func schemaAcceptsGoldenFrames() throws {
        let schema = try Schema()
        for frame in try ProtocolFolder.requests() {
            #expect(try schema.accepts(try JSONParser.parse(frame.line), as: "request"), "\(frame.name)")
        }
        for frame in try ProtocolFolder.messages() {
            #expect(try schema.accepts(try JSONParser.parse(frame.line), as: "server"), "\(frame.name)")
        }
        for (verb, frame) in try ProtocolFolder.replies() {
            guard let definition = Self.results[verb] else { continue }
            let result = try #require(try JSONParser.parse(frame.line)["ok"])
            #expect(try schema.accepts(result, as: definition), "\(frame.name)")
        }
    }

    @Test func resultWithoutAMemberIsRefused() throws {
        let schema = try Schema()
        for (verb, frame) in try ProtocolFolder.replies() {
            guard let definition = Self.results[verb] else { continue }
            guard case .object(let members)? = try JSONParser.parse(frame.line)["ok"] else { continue }
            for index in members.indices {
                var fewer = members
                fewer.remove(at: index)
                let accepts = try schema.accepts(.object(fewer), as: definition)
                #expect(!accepts, "\(frame.name) \(members[index].name)")
            }
        }
    }

    @Test func malformedRequestsAreRefused() throws {
        let schema = try Schema()
        for malformed in try ProtocolFolder.malformed() {
            guard !["parse", "too_long", "unfinished"].contains(malformed.code) else { continue }
            let accepts = try schema.accepts(try JSONParser.parse(malformed.frame.line), as: "request")
            // The schema does not know the daemon's tabs.
            #expect(accepts == malformed.isRefusedByDaemonOnly, "\(malformed.frame.name)")
        }
    }

    @Test func eventWithoutAMemberIsRefused() throws {
        let schema = try Schema()
        for frame in try ProtocolFolder.frames("events") {
            guard case .object(let members) = try JSONParser.parse(frame.line) else { continue }
            for index in members.indices {
                var fewer = members
                fewer.remove(at: index)
                #expect(try !schema.accepts(.object(fewer), as: "server"), "\(frame.name) \(members[index].name)")
            }
            #expect(try schema.accepts(.object(members + [.init("later", 1)]), as: "server"), "\(frame.name)")
        }
    }

    @Test func encodedLooksAreAccepted() throws {
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

    /// Repeats the check with an independent validator if Python has the module jsonschema.
    @Test func independentValidatorAgrees() throws {
        guard (try? ChildProcess.run("python3", ["-c", "import jsonschema"])) != nil else {
            print("schema.json was checked by this suite's own validator only: python3 has no module jsonschema")
            return
        }
        let folder = try TemporaryDirectory()
        try folder.write(try ProtocolFolder.text("schema.json"), to: "schema.json")
        var names: [String] = []
        for (kind, definition) in [("requests", "request"), ("replies", "server"), ("events", "server")] {
            for frame in try ProtocolFolder.frames(kind) {
                let name = "\(definition)-\(kind)-\(frame.name).json"
                try folder.write(String(decoding: frame.bytes, as: UTF8.self), to: name)
                names.append(name)
            }
        }
        let script = """
            import json, sys, jsonschema
            folder, names = sys.argv[1], sys.argv[2:]
            schema = json.load(open(folder + "/schema.json", encoding="utf-8"))
            jsonschema.Draft202012Validator.check_schema(schema)
            for name in names:
                part = {"$defs": schema["$defs"], "$ref": "#/$defs/" + name.split("-")[0]}
                jsonschema.Draft202012Validator(part).validate(json.load(open(folder + "/" + name, encoding="utf-8")))
            print(len(names))
            """
        let output = try ChildProcess.run("python3", ["-c", script, folder.path] + names)
        #expect(String(decoding: output, as: UTF8.self) == "\(names.count)\n")
    }
}
