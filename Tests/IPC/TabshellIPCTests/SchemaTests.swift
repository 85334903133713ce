// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TabshellIPC

@Suite struct SchemaTests {
    /// The definition of each verb's `ok`.
    private static let results = [
        "ping": "okNothing", "version": "okVersion", "state": "state", "subscribe": "okRevision",
        "barrier": "okRevision", "select": "okSelected", "next": "okSelected", "previous": "okSelected",
        "badge": "okRevision", "push": "okRevision", "pop": "okRevision", "root": "okRevision", "open": "okSelected",
        "action": "okRevision", "sheet": "okRevision", "menu": "okRevision", "bar": "okRevision",
        "scroll": "okRevision", "appearance": "okRevision", "scene": "okRevision", "window": "okRevision",
        "tabs": "okTabs", "looks": "okLooks", "look": "okLook", "reload": "okReloaded", "register": "okRegistered",
    ]

    @Test func goldenFramesFit() throws {
        let schema = try Schema()
        for frame in try ProtocolFolder.frames("requests") {
            #expect(try schema.accepts(try JSONParser.parse(frame.line), as: "request"), "\(frame.name)")
        }
        for frame in try ProtocolFolder.frames("replies") {
            let reply = try JSONParser.parse(frame.line)
            #expect(try schema.accepts(reply, as: "server"), "\(frame.name)")
            guard let definition = Self.results[frame.name] else { continue }
            #expect(try schema.accepts(try #require(reply["ok"]), as: definition), "\(frame.name)")
        }
        for frame in try ProtocolFolder.frames("events") {
            #expect(try schema.accepts(try JSONParser.parse(frame.line), as: "server"), "\(frame.name)")
        }
        #expect(Set(Self.results.keys) == Set(Request.methods.map(\.name)))
    }

    /// An answer without one of its members does not fit its definition.
    @Test func noAnswerCanLeaveAnythingOut() throws {
        let schema = try Schema()
        for frame in try ProtocolFolder.frames("replies") {
            guard let definition = Self.results[frame.name] else { continue }
            guard case .object(let members)? = try JSONParser.parse(frame.line)["ok"] else { continue }
            for index in members.indices {
                var fewer = members
                fewer.remove(at: index)
                let accepts = try schema.accepts(.object(fewer), as: definition)
                #expect(!accepts, "\(frame.name) \(members[index].name)")
            }
        }
    }

    @Test func whatTheWireRefusesDoesNotFit() throws {
        let schema = try Schema()
        for malformed in try ProtocolFolder.malformed() {
            guard !["parse", "too_long", "unfinished"].contains(malformed.code) else { continue }
            let accepts = try schema.accepts(try JSONParser.parse(malformed.frame.line), as: "request")
            // No schema knows which tabs there are, or what they can do.
            #expect(accepts == malformed.isOnlyTheDaemons, "\(malformed.frame.name)")
        }
    }

    /// A change, a mark or a value without one of its members does not fit: the schema says what must be there.
    @Test func nothingCanBeLeftOut() throws {
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

    /// The same once more with an independent validator, where Python has one; the checks above run in any case.
    @Test func anIndependentValidatorAgrees() throws {
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
