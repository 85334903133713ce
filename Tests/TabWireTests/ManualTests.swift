// SPDX-License-Identifier: MIT

import TabModel
import Testing

@testable import TabWire

/// The manual and the schema name what the code has, so that neither can drift.
@Suite struct ManualTests {
    @Test func everyVerbHasItsPlaceAndAnExample() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for verb in Verb.names {
            #expect(manual.contains("\n#### \(verb)\n"), "\(verb)")
            #expect(manual.contains("\"verb\":\"\(verb)\""), "\(verb)")
        }
    }

    @Test func everyEventHasItsPlaceAndAnExample() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for topic in Topic.allCases.map(\.rawValue) { #expect(manual.contains("\n#### \(topic)\n"), "\(topic)") }
        for event in Topic.allCases.map(\.rawValue) + ["hello", "ready", "resync"] {
            #expect(manual.contains("{\"event\":\"\(event)\""), "\(event)")
        }
        for phase in ProgramStatus.Phase.allCases { #expect(manual.contains("\n| `\(phase.rawValue)` |")) }
        for entrance in PageEntrance.allCases { #expect(manual.contains("`\(entrance.rawValue)`")) }
    }

    @Test func everyErrorIsExplained() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for code in ErrorCode.allCases { #expect(manual.contains("\n| `\(code.rawValue)` |"), "\(code)") }
    }

    @Test func everyLimitIsStated() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let seconds: UInt64 = 1_000_000_000
        for row in [
            "a request line, without its line feed | \(Limits.requestLine) bytes",
            "a line of the daemon (clients need accept no longer one) | \(Limits.serverLine) bytes",
            "nesting of arrays and objects | \(Limits.depth) levels",
            "from a request line's first byte to its end | \(Limits.unfinishedLine / seconds) s",
            "a client that takes no byte of what waits for it | \(Limits.stalledReader / seconds) s",
            "what waits for one client before its events are dropped | \(Limits.outbox) bytes",
            "clients at a time, or fewer where descriptors run out | \(Limits.clients)",
            "the socket's path | \(Limits.socketPath) bytes",
        ] {
            #expect(manual.contains("| \(row) |"), "\(row)")
        }
        #expect(manual.contains("This is protocol **\(ProtocolVersion.current)**."))
    }

    @Test func everyExitCodeIsListed() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let codes = (Int32(0)...255).filter { ExitStatus(rawValue: $0) != nil }
        let listed = (Int32(0)...255).filter { manual.contains("\n| \($0) | ") }
        #expect(codes == listed)
        let lasting = codes.filter { !(ExitStatus(rawValue: $0)?.isWorthRestarting ?? true) }
        #expect(manual.contains("after the exit codes \(lasting[0]), \(lasting[1]), \(lasting[2]) and \(lasting[3])"))
        #expect(lasting.count == 4)
    }

    /// The examples that stand in the manual in full are lines of this protocol.
    @Test func examplesAreOfThisProtocol() throws {
        var count = 0
        for line in try ProtocolFolder.text("tabshell-ipc.md").split(separator: "\n") where !line.contains("…") {
            let text = Array(line.drop { $0 == " " || $0 == "→" || $0 == "←" }.utf8)
            guard line.hasPrefix("    "), text.first == UInt8(ascii: "{") else { continue }
            if line.contains("\"verb\"") {
                _ = try Request(line: text)
            } else if case .unknown(let name) = try ServerMessage(line: text) {
                Issue.record("the manual's event \(name) is unknown")
            }
            count += 1
        }
        #expect(count > 30)
    }

    @Test func theSchemaNamesTheSameThings() throws {
        let definitions = try #require(try Schema.load()["$defs"])
        #expect(words(definitions, "verb", "enum") == Set(Verb.names))
        #expect(words(definitions, "topic", "enum") == Set(Topic.allCases.map(\.rawValue)))
        #expect(words(definitions, "code", "enum") == Set(ErrorCode.allCases.map(\.rawValue)))
        let program = definitions["programs"]?["items"]?["properties"]
        #expect(words(program, "phase", "enum") == Set(ProgramStatus.Phase.allCases.map(\.rawValue)))
        let tab = definitions["tabs"]?["items"]?["properties"]
        #expect(words(tab, "entrance", "enum") == Set(PageEntrance.allCases.map(\.rawValue)))
        #expect(words(definitions, "state", "required") == Set(Topic.allCases.map(\.rawValue) + ["revision"]))
    }

    private func words(_ value: JSON?, _ member: String, _ list: String) -> Set<String> {
        guard case .array(let elements)? = value?[member]?[list] else { return [] }
        return Set(elements.compactMap { if case .string(let word) = $0 { word } else { nil } })
    }
}
