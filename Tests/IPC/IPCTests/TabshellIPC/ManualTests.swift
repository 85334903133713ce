import Posix
import Foundation
import ShellModel
import Testing

@testable import TabshellIPC

@Suite struct ManualTests {
    @Test func everyVerbHasASectionWithAnExample() throws {
        let verbs = try part("### Verbs", upTo: "## Subscriptions")
        for verb in Request.methods.map(\.name) {
            let place = try #require(section(verb, of: verbs), "\(verb)")
            #expect(place.contains("\n    → {") && place.contains("\"verb\":\"\(verb)\""), "\(verb)")
            #expect(place.contains("\n    ← {\"id\":"), "\(verb)")
        }
        for role in TabRole.allCases { #expect(verbs.contains("\n| `\(role.rawValue)` |")) }
    }

    @Test func everyEventHasASectionWithAnExample() throws {
        let events = try part("## Events", upTo: "## Errors")
        for topic in Topic.allCases.map(\.rawValue) {
            let place = try #require(section(topic, of: events), "\(topic)")
            #expect(place.contains("\n    {\"event\":\"\(topic)\",\"revision\":"), "\(topic)")
        }
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for event in ["hello", "commit", "ready", "resync", "ping"] {
            #expect(manual.contains("{\"event\":\"\(event)\""), "\(event)")
        }
        for phase in ProgramStatus.Phase.allCases { #expect(events.contains("\n| `\(phase.rawValue)` |")) }
        for entrance in PageEntrance.allCases { #expect(events.contains("`\(entrance.rawValue)`")) }
    }

    @Test func tableOfTabMembersIsComplete() throws {
        let place = try #require(section("tabs", of: try part("## Events", upTo: "## Errors")))
        let rows = place.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.dropFirst().prefix { $0 != "|" }.split(separator: "`").filter {
                $0.allSatisfy { $0.isLetter || $0 == "_" }
            }
        }
        let tab = Tab(id: "a", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        guard case .object(let members) = WireFormat.tab.encode(tab) else { return }
        #expect(named.map(String.init) == members.map(\.name))
    }

    @Test func helloListsEveryVerb() throws {
        let features = "\"features\":[\(Request.methods.map { "\"\($0.name)\"" }.joined(separator: ","))]}"
        #expect(try ProtocolFolder.text("tabshell-ipc.md").contains(features))
    }

    @Test func orderOfEventsIsDocumented() throws {
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
        for command in commands { state = try state.reduce(command, at: 2).state }
        let next = Tab(id: "b", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        let effects = try state.reduce(.configure(try ShellConfiguration(tabs: [next], look: Look())), at: 5).effects
        let topics = effects.compactMap { if case .publish(let event) = $0 { event.topic.rawValue } else { nil } }
        let text = try part("order is `tabs`", upTo: ".").split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        let written = text.split(separator: "`").map(String.init).filter { Topic(rawValue: $0) != nil }
        #expect(Set(written) == Set(Topic.allCases.map(\.rawValue)))
        #expect(topics == written.filter { topics.contains($0) })
        #expect(topics.count == 10)
    }

    @Test func everyErrorCodeIsDocumented() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for code in ErrorCode.allCases { #expect(manual.contains("\n| `\(code.rawValue)` |"), "\(code)") }
    }

    @Test func everyLimitIsDocumented() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let seconds: UInt64 = 1_000_000_000
        for row in [
            "a request line, without its line feed: a `show` whose text is escaped | \(Limits.maximumRequestBytes) bytes",
            "a line of the daemon (clients need not accept longer ones) | \(Limits.maximumServerLineBytes) bytes",
            "nesting of arrays and objects | \(Limits.maximumJSONDepth) levels",
            "from the first byte of a request line to its end | \(Limits.partialLineTimeout / seconds) s",
            "until a client that reads nothing is disconnected | \(Limits.writeTimeout / seconds) s",
            "the write buffer of a client above which its events are dropped | \(Limits.writeBufferHighWatermark) bytes",
            "clients at a time, or fewer if there are not enough descriptors | \(Limits.maximumClients)",
            "an activation token | \(ActivationToken.maximumBytes) bytes",
            "the socket's path | \(Limits.maximumSocketPathBytes) bytes",
            "a path, and each of its components | \(ShellState.maximumPathComponents) components, \(ShellState.maximumComponentBytes) bytes",
            "all paths together | \(ShellState.maximumBytesOfAllPaths) bytes",
            "the name of a tab, action, program, look, topic or verb | \(Limits.maximumNameBytes) bytes",
            "the windows in the panel's answer, and the title of each | \(Limits.maximumForeignWindows), \(Limits.maximumForeignTitleBytes) bytes",
            "until the panel has answered | \(Limits.foreignTimeout / seconds) s",
            "an icon in `tab_add` | \(Limits.maximumIconBytes) bytes",
            "the problem that a program reports | \(Limits.maximumProblemBytes) bytes",
            "requests of a client before it is the turn of the others | \(Limits.requestsPerTurn), or \(Limits.bytesPerTurn) bytes with their replies, or \(Limits.timePerTurn / 1_000_000) ms",
            "requests of a client without a reply, above which no more are read | \(Limits.maximumUnansweredRequests)",
            "the requests of a client that wait for an earlier one, above which no more are read | \(Limits.maximumDeferredBytes) bytes",
        ] {
            #expect(manual.contains("| \(row) |"), "\(row)")
        }
        #expect(manual.contains("This is protocol **\(ProtocolVersion.current)**."))
    }

    @Test func everyExitCodeIsDocumented() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let codes = (Int32(0)...255).filter { ExitStatus(rawValue: $0) != nil }
        let listed = (Int32(0)...255).filter { manual.contains("\n| \($0) | ") }
        #expect(codes == listed)
        let lasting = codes.filter { !(ExitStatus(rawValue: $0)?.isRetryable ?? true) }
        let list = lasting.dropLast().map(String.init).joined(separator: ", ") + " and \(lasting.last ?? -1)"
        #expect(manual.contains("after the exit codes \(list)"))
    }

    /// GoldenFrameTests decode them.
    @Test func manualHasManyCompleteExamples() throws {
        #expect(try ProtocolFolder.manualFrames().count > 80)
    }

    @Test func lookGroupsAreNamed() throws {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        for group in Set(Look.keys.map { $0.path.prefix { $0 != "." } }) {
            #expect(manual.contains("`\(group)`"), "\(group)")
        }
        for token in MotionToken.allCases { #expect(manual.contains("`\(token.rawValue)`"), "\(token)") }
        for token in ColorToken.allCases { #expect(manual.contains("`\(token.rawValue)`"), "\(token)") }
    }

    /// Returns the text from one marker up to another.
    private func part(_ start: String, upTo end: String) throws -> Substring {
        let manual = try ProtocolFolder.text("tabshell-ipc.md")
        let from = try #require(manual.range(of: start), "\(start)")
        let rest = manual[from.lowerBound...]
        let to = try #require(rest.dropFirst(start.count).range(of: end), "\(end)")
        return rest[..<to.lowerBound]
    }

    /// Returns the text under a heading of the fourth level.
    private func section(_ title: String, of part: Substring) -> Substring? {
        guard let heading = part.range(of: "\n#### \(title)\n") else { return nil }
        let rest = part[heading.upperBound...]
        return rest.range(of: "\n#### ").map { rest[..<$0.lowerBound] } ?? rest
    }
}
