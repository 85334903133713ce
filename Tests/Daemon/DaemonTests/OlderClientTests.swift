// SPDX-License-Identifier: MIT

import Foundation
import TabshellIPC
import TestSupport
import Testing

/// The daemon for clients of protocol 1.0: their requests are answered as before, and all that they read is there.
@Suite struct OlderClientTests {
    private static func transcript(_ name: String) throws -> [String] {
        let file = Repository.file("Tests/IPC/Transcripts/\(name).jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func everyRequestOfProtocol1_0IsUnderstood() throws {
        let daemon = try TestDaemon()
        for line in try Self.transcript("client-1.0") {
            // Each by a connection of its own: a client registers once.
            let error = try daemon.client().refusal(of: line)
            let isUnderstood = error.map {
                ["unknown_tab", "unknown_action", "unknown_route", "not_applicable"].contains($0.code)
            }
            #expect(isUnderstood ?? true, "\(line): \(String(describing: error))")
        }
    }

    @Test func eventsHaveAllThatProtocol1_0Has() throws {
        let daemon = try TestDaemon()
        let client = try daemon.client()
        try client.request("register", ["program": "panel"])
        try client.send(line: #"{"id":2,"verb":"subscribe"}"#)
        var lines: [String: JSON] = [:]
        while lines["ready"] == nil {
            let json = try JSONParser.parse(Array(try #require(try client.readLine()).utf8))
            if case .string(let event)? = json["event"] { lines[event] = json }
        }
        lines["hello"] = try hello(daemon)
        for line in try Self.transcript("daemon-1.0").prefix(20) {
            let old = try JSONParser.parse(Array(line.utf8))
            guard case .string(let event)? = old["event"] else { continue }
            try expect(try #require(lines[event], "\(event)"), hasAllOf: old, at: event)
        }
        guard case .string(let version)? = lines["hello"]?["protocol"] else { throw SystemError("no version") }
        #expect(version.hasPrefix("1."))
    }

    private func hello(_ daemon: TestDaemon) throws -> JSON {
        _ = try daemon.client()
        return try JSONParser.parse(Array(try #require(try SocketClient(path: daemon.socket).readLine()).utf8))
    }

    /// Each member is still there with a value of the same type, and each word of a list that grows.
    private func expect(_ new: JSON, hasAllOf old: JSON, at path: String) throws {
        switch old {
        case .object(let members):
            for member in members {
                guard let value = new[member.name] else {
                    Issue.record("\(path).\(member.name) is missing")
                    continue
                }
                try expect(value, hasAllOf: member.value, at: "\(path).\(member.name)")
            }
        case .array(let elements):
            guard case .array(let others) = new else {
                Issue.record("\(path) is no array")
                return
            }
            if path == "hello.features" {
                for element in elements { #expect(others.contains(element), "\(path): \(element)") }
            } else if let first = elements.first, let other = others.first {
                try expect(other, hasAllOf: first, at: "\(path).0")
            }
        case .null: break
        default: #expect(new == .null || new.typeName == old.typeName, "\(path)")
        }
    }
}
