// SPDX-License-Identifier: MIT

import CommandLineKit
import Foundation
import ShellModel
import Testing

@testable import TabshellIPC

/// The manual and the schema name what the code has, so that neither can drift.
@Suite struct ManualTests {
    @Test func everyVerbHasItsPlaceAndAnExample() throws {
        let verbs = try part("### Verbs", upTo: "## Subscriptions")
        for verb in Request.methods.map(\.name) {
            let place = try #require(section(verb, of: verbs), "\(verb)")
            #expect(place.contains("\n    → {") && place.contains("\"verb\":\"\(verb)\""), "\(verb)")
            #expect(place.contains("\n    ← {\"id\":"), "\(verb)")
        }
        for role in TabRole.allCases { #expect(verbs.contains("\n| `\(role.rawValue)` |")) }
    }

    @Test func everyEventHasItsPlaceAndAnExample() throws {
        let events = try part("## Events", upTo: "## Errors")
        for topic in Topic.allCases.map(\.rawValue) {
            let place = try #require(section(topic, of: events), "\(topic)")
            #expect(place.contains("\n    {\"event\":\"\(topic)\",\"revision\":"), "\(topic)")
        }
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for event in ["hello", "ready", "resync"] { #expect(manual.contains("{\"event\":\"\(event)\""), "\(event)") }
        for phase in ProgramStatus.Phase.allCases { #expect(events.contains("\n| `\(phase.rawValue)` |")) }
        for entrance in PageEntrance.allCases { #expect(events.contains("`\(entrance.rawValue)`")) }
    }

    /// Each member of a tab is in its table, and none that a tab does not have.
    @Test func everyMemberOfATabIsExplained() throws {
        let place = try #require(section("tabs", of: try part("## Events", upTo: "## Errors")))
        let rows = place.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.dropFirst().prefix { $0 != "|" }.split(separator: "`").filter {
                $0.allSatisfy { $0.isLetter || $0 == "_" }
            }
        }
        let tab = Tab(id: "a", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        guard case .object(let members) = tab.json else { return }
        #expect(named.map(String.init) == members.map(\.name))
    }

    @Test func theHelloNamesEveryVerb() throws {
        let features = "\"features\":[\(Verb.Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]}"
        #expect(try ProtocolFolder.text("tabshell-ipc.md").contains(features))
        #expect(try ProtocolFolder.text("frames/events/hello.json").contains(features))
    }

    /// The order of the events of one change is the one that a change of everything shows.
    @Test func theOrderOfEventsIsAsWritten() throws {
        let tabs = [
            Tab(id: "a", title: "", icon: "", accessibilityLabel: "", accessibilityHint: ""),
            Tab(id: "s", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "", role: .search),
            Tab(
                id: "m", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "", role: .action, menu: ["x"]),
        ]
        var look = Look()
        look.minimized.policy = .onScrollDown
        let first = try ShellConfiguration(tabs: tabs, actions: [Action(id: "x", title: "", icon: "")], look: look)
        var state = ShellState(first, now: 1)
        let commands: [Command] = [
            .badge("s", .dot), .push("s", ["p"]), .minimize(true), .setSheet("s"), .setMenu("m"),
        ]
        for command in commands { state = try state.reduce(command).state }
        let next = Tab(id: "b", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        let effects = try state.reduce(.configure(try ShellConfiguration(tabs: [next], look: Look())), at: 5).effects
        let topics = effects.compactMap { if case .publish(let event) = $0 { event.topic.rawValue } else { nil } }
        let text = try part("the order is `tabs`", upTo: ".").split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        let written = text.split(separator: "`").map(String.init).filter { Topic(rawValue: $0) != nil }
        #expect(Set(written) == Set(Topic.allCases.map(\.rawValue)))
        #expect(topics == written.filter { topics.contains($0) })
        #expect(topics.count == 10)
    }

    @Test func everyErrorIsExplained() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for code in ErrorCode.allCases { #expect(manual.contains("\n| `\(code.rawValue)` |"), "\(code)") }
    }

    @Test func everyLimitIsStated() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let seconds: UInt64 = 1_000_000_000
        for row in [
            "a request line, without its line feed | \(Limits.maximumRequestBytes) bytes",
            "a line of the daemon (clients need accept no longer one) | \(Limits.maximumServerLineBytes) bytes",
            "nesting of arrays and objects | \(Limits.maximumJSONDepth) levels",
            "from a request line's first byte to its end | \(Limits.partialLineTimeout / seconds) s",
            "a client that takes no byte of what waits for it | \(Limits.writeTimeout / seconds) s",
            "what waits for one client before its events are dropped | \(Limits.writeBufferHighWatermark) bytes",
            "clients at a time, or fewer where descriptors run out | \(Limits.maximumClients)",
            "an activation token | \(ActivationToken.maximumBytes) bytes",
            "the socket's path | \(Limits.maximumSocketPathBytes) bytes",
            "a path, and each of its words | \(ShellState.maximumPathComponents) words, \(ShellState.maximumComponentBytes) bytes",
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
                _ = try RequestMessage(line: text)
            } else if case .unknown(let name) = try ServerMessage(line: text) {
                Issue.record("the manual's event \(name) is unknown")
            }
            count += 1
        }
        #expect(count > 80)
    }

    @Test func theSchemaNamesTheSameThings() throws {
        let definitions = try #require(try Schema.load()["$defs"])
        #expect(words(definitions, "verb", "enum") == Set(Request.methods.map(\.name)))
        #expect(words(definitions, "topic", "enum") == Set(Topic.allCases.map(\.rawValue)))
        #expect(words(definitions, "code", "enum") == Set(ErrorCode.allCases.map(\.rawValue)))
        let program = definitions["programs"]?["items"]?["properties"]
        #expect(words(program, "phase", "enum") == Set(ProgramStatus.Phase.allCases.map(\.rawValue)))
        let tab = definitions["tabs"]?["items"]?["properties"]
        #expect(words(tab, "entrance", "enum") == Set(PageEntrance.allCases.map(\.rawValue)))
        #expect(words(tab, "role", "enum") == Set(TabRole.allCases.map(\.rawValue)))
        #expect(words(definitions, "appearanceWord", "enum") == Set(Appearance.allCases.map(\.rawValue)))
        #expect(words(definitions, "state", "required") == Set(Topic.allCases.map(\.rawValue) + ["revision"]))
    }

    /// From the line that begins so up to the one that begins otherwise.
    private func part(_ start: String, upTo end: String) throws -> Substring {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let from = try #require(manual.range(of: start), "\(start)")
        let rest = manual[from.lowerBound...]
        let to = try #require(rest.dropFirst(start.count).range(of: end), "\(end)")
        return rest[..<to.lowerBound]
    }

    /// What stands under a heading of the fourth level.
    private func section(_ title: String, of part: Substring) -> Substring? {
        guard let heading = part.range(of: "\n#### \(title)\n") else { return nil }
        let rest = part[heading.upperBound...]
        return rest.range(of: "\n#### ").map { rest[..<$0.lowerBound] } ?? rest
    }

    private func words(_ value: JSON?, _ member: String, _ list: String) -> Set<String> {
        guard case .array(let elements)? = value?[member]?[list] else { return [] }
        return Set(elements.compactMap { if case .string(let word) = $0 { word } else { nil } })
    }
}
