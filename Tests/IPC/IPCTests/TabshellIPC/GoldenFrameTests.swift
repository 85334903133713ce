import Foundation
import ShellModel
import TestSupport
import Testing

@testable import TabshellIPC

@Suite struct GoldenFrameTests {
    @Test(arguments: try ProtocolFolder.requests())
    func requestsRoundTrip(frame: ProtocolFolder.Frame) throws {
        #expect(frame.bytes.last == 0x0A)
        #expect(try RequestMessage(line: frame.line[...]).json.encodedLine == frame.bytes)
    }

    @Test(arguments: try ProtocolFolder.messages())
    func messagesRoundTrip(frame: ProtocolFolder.Frame) throws {
        #expect(frame.bytes.last == 0x0A)
        let message = try ServerMessage(line: frame.line[...])
        #expect(message.line == frame.bytes)
        if case .unknown(let name) = message { Issue.record("unknown event \(name)") }
    }

    @Test func requestsCoverEveryVerb() throws {
        let verbs = try ProtocolFolder.requests().map { try RequestMessage(line: $0.line[...]).request.method?.name }
        #expect(Set(verbs) == Set(Request.methods.map(\.name)))
    }

    @Test func repliesCoverEveryVerbAndErrorCode() throws {
        #expect(Set(Request.methods.map(\.name)).isSubset(of: try ProtocolFolder.replies().map(\.verb)))
        let codes = try ProtocolFolder.messages().compactMap { frame -> String? in
            guard case .reply(_, .failure(let error)) = try ServerMessage(line: frame.line[...]) else { return nil }
            return error.code
        }
        #expect(Set(codes) == Set(ErrorCode.allCases.map(\.rawValue)))
    }

    @Test func eventsCoverEveryTopicAndMark() throws {
        let events = try ProtocolFolder.messages().compactMap { try JSONParser.parse($0.line)["event"] }
        let others = [
            "hello", "commit", "ready", "resync", "ping", "foreign", "describe", "press", "edit", "announce",
            "haptic",
        ]
        for name in Topic.allCases.map(\.rawValue) + others { #expect(events.contains(.string(name)), "\(name)") }
        let phases = try ProtocolFolder.text("frames/events/programs.json")
        for phase in ["alive", "starting", "restarting", "failed"] { #expect(phases.contains("\"\(phase)\"")) }
        let tabs = try ProtocolFolder.text("frames/events/tabs-roles.json")
        for role in TabRole.allCases { #expect(tabs.contains("\"role\":\"\(role.rawValue)\"")) }
    }

    @Test func stateReplyRoundTrips() throws {
        let frame = try #require(try ProtocolFolder.frames("replies").first { $0.name == "state" })
        guard case .reply(_, .success(let json)) = try ServerMessage(line: frame.line[...]) else {
            throw SystemError("not a reply")
        }
        let state = try ShellState(json: json)
        #expect(state.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(state.json == json)
    }

    @Test func tabsReplyMatchesTopic() throws {
        let state = try #require(try ProtocolFolder.frames("replies").first { $0.name == "state" })
        let tabs = try #require(try ProtocolFolder.frames("replies").first { $0.name == "tabs" })
        let answer = try JSONParser.parse(tabs.line)["ok"]
        let whole = try JSONParser.parse(state.line)["ok"]
        #expect(answer?["tabs"] == whole?["tabs"])
        #expect(answer?["selection"] == whole?["selection"]?["tab"])
    }

    @Test(arguments: try ProtocolFolder.malformed())
    func malformedLinesAreRefusedWithTheirCode(malformed: ProtocolFolder.Malformed) throws {
        var framer = LineFramer(limit: Limits.maximumRequestBytes)
        let frames = framer.append(malformed.frame.bytes)
        switch malformed.code {
        case "too_long":
            #expect(frames == [.oversized])
        case "unfinished":
            #expect(frames.isEmpty && framer.hasPartialLine)
        case _ where malformed.isRefusedByDaemonOnly:
            _ = try RequestMessage(line: malformed.frame.line[...])
        default:
            #expect(frames == [.line(malformed.frame.line[...])])
            let error = #expect(throws: RequestError.self) { try RequestMessage(line: malformed.frame.line[...]) }
            #expect(error?.error.code == malformed.code)
            #expect(error?.error.message.contains(malformed.fragment) == true, "\(error?.error.message ?? "")")
        }
    }

    @Test func malformedLinesCoverEveryRequestErrorCode() throws {
        let codes = Set(try ProtocolFolder.malformed().map(\.code))
        let others: Set<ErrorCode> = [
            .alreadyRegistered, .notSaved, .notStarted, .tooManyClients, .foreignUser, .unknownRoute,
            .invalidConfiguration, .locked,
        ]
        #expect(codes == Set(ErrorCode.allCases.filter { !others.contains($0) }.map(\.rawValue)))
    }

    @Test func activationTokenLimitIsInBytes() throws {
        for (text, fits) in [
            (String(repeating: "x", count: 256), true), (String(repeating: "x", count: 257), false),
            (String(repeating: "ü", count: 128), true), (String(repeating: "ü", count: 129), false), (" ", true),
            ("\u{7F}", false), ("\t", false), ("", false),
        ] {
            #expect((ActivationToken(text) != nil) == fits, "\(text)")
            let line = JSON.object([
                .init("verb", "select"), .init("tab", "a"), .init("activation", .string(text)),
            ]).encodedLine.dropLast()
            let request = try? RequestMessage(line: line).request
            #expect(request == (fits ? .command(.select("a", activation: ActivationToken(text))) : nil), "\(text)")
        }
    }

    @Test func appIDIsOneTextOrSeveral() throws {
        for (appIDs, json) in [(["a"], "\"a\""), (["a", "b*"], "[\"a\",\"b*\"]")] as [([AppIDPattern], String)] {
            let format = WireFormat<WindowBinding>.windowBinding
            let window = WindowBinding(appIDs: appIDs)
            let line = format.encode(window).encodedLine.dropLast()
            #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"app_id\":\(json),"))
            #expect(try format.decode(JSONObjectReader(format.encode(window), path: "")) == window)
        }
    }

    /// The maximum of client data, in each of 64 tabs, fits into a line that every client accepts.
    @Test func largestStateFitsIntoALine() throws {
        let ids = (0..<64).map { TabID(rawValue: String(repeating: "i", count: 60) + "\($0)") }
        let tabs = ids.map {
            Tab(
                id: $0, title: "", icon: "", accessibilityLabel: "", accessibilityHint: "",
                window: WindowBinding(appIDs: ["a"]))
        }
        let pages = (0..<4).map {
            Tab(id: TabID(rawValue: "\($0)"), title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        }
        var state = ShellState(ShellConfiguration(unchecked: tabs + pages, look: Look()), now: 1)
        let path = Array(repeating: String(repeating: "\\", count: 1024), count: 8)
        let title = WindowState(title: String(repeating: "\u{1}", count: Limits.maximumWindowTitleBytes))
        for id in ids {
            for command in [
                Command.open(id, path), .badge(id, .text(String(repeating: "\u{1}", count: 64))),
                .setWindow(id, title, over: nil),
            ] { state = try state.reduce(command, at: 1).state }
        }
        let text = String(repeating: "\u{1}", count: ShownDocument.maximumBytes)
        for page in pages { state = try state.reduce(.show(page.id, ShownDocument(text)), at: 1).state }
        #expect(state.paths.count == 64)
        #expect(state.json.encodedLine.count < Limits.maximumServerLineBytes)
    }

    @Test func routeLimitsAreExact() throws {
        func words(_ count: Int, of bytes: Int) -> [String] {
            Array(repeating: String(repeating: "w", count: bytes), count: count)
        }
        for (route, fits) in [
            (words(64, of: 1), true), (words(65, of: 1), false), (words(1, of: 1024), true),
            (words(1, of: 1025), false), (words(60, of: 1024), true),
        ] {
            let line = RequestMessage(id: nil, .command(.push("a", route))).json.encodedLine.dropLast()
            let isRead = (try? RequestMessage(line: line)) != nil
            #expect(isRead == fits, "\(route.count)")
        }
    }

    /// The requests and server messages of `Golden/messages.txt`, after `→` and `←`, and changes of the golden look after `~`: each
    /// with its usual form or its error.
    @Test func linesAreReadAsReviewed() throws {
        let frame = try #require(try ProtocolFolder.frames("events").first { $0.name == "look" })
        let look = String(decoding: frame.line, as: UTF8.self)
        let (reviewed, played) = try playScript("messages") { line in
            let text = String(line.dropFirst(2))
            let change = text.components(separatedBy: " becomes ")
            switch line.first {
            case "→":
                do throws(RequestError) {
                    return [try RequestMessage(line: Array(text.utf8)[...]).json.encodedText]
                } catch {
                    let place = error.error.data.map { ", \($0.encodedText)" } ?? ""
                    return [
                        "\(error.id.map { "\($0.json.encodedText) " } ?? "")\(error.error.code): \(error.error.message)\(place)"
                    ]
                }
            case "←", "~":
                let message = line.first == "←" ? text : look.replacing(change[0], with: change[1], maxReplacements: 1)
                #expect(message != look)
                do throws(MessageError) { return ["\(try ServerMessage(line: Array(message.utf8)[...]))"] } catch {
                    return [error.message]
                }
            default: return []
            }
        }
        #expect(played == reviewed)
    }
}

@Suite struct RequestMethodTests {
    /// The compiler asks for the declaration of a request, this test for its prototype, without which no daemon knows the verb.
    @Test func everyDeclaredVerbHasAPrototype() throws {
        let source = try String(
            contentsOf: Repository.file("Sources/IPC/TabshellIPC/Request+Verbs.swift"), encoding: .utf8)
        let declared = source.matches(of: /(?:RequestMethod|\.command)\(\s*"([a-z_]+)"/).map { String($0.1) }
        #expect(declared.count > 40)
        #expect(declared.sorted() == Request.methods.map(\.name).sorted())
        #expect(Request.methods.count == Request.prototypes.count)
        #expect(Request.methods.allSatisfy { $0.summary.hasSuffix(".") })
    }
}

@Suite struct CommandErrorTests {
    @Test(arguments: [("flsh", "flash"), ("Flash", "flash"), ("Text Editor", "text-editor")] as [(TabID, String)])
    func misspelledTabIsNamed(tab: TabID, meant: String) {
        let error = WireError(CommandError.unknownTab(tab, known: ["home", "flash", "text-editor"]))
        #expect(error.message.hasSuffix("; did you mean \"\(meant)\"?"), "\(error.message)")
    }

    @Test(
        arguments: [
            ("error-unknown-tab", .unknownTab("nowhere", known: ["home", "flash", "growth"])),
            ("error-unknown-action", .unknownAction("fly", known: ["new-note", "new-photo"])),
            ("error-unknown-route", .unknownRoute("growth", ["week"], known: ["day", "day/*"])),
            ("error-not-applicable", .noMenu("home")),
        ] as [(String, CommandError)])
    func errorsMatchGoldenFrames(frame: String, refusal: CommandError) throws {
        let golden = try #require(try ProtocolFolder.frames("replies").first { $0.name == frame })
        guard case .reply(_, .failure(let error)) = try ServerMessage(line: golden.line[...]) else {
            throw SystemError("\(frame) is no refusal")
        }
        #expect(WireError(refusal) == error)
    }

    @Test(
        arguments: [
            (.noTabs, .invalidRequest), (.duplicateTab("a"), .invalidRequest), (.duplicateAction("a"), .invalidRequest),
            (.wrongTabCount(3, expected: 4, look: "l"), .invalidRequest), (.unknownProgram(.panel), .invalidRequest),
            (.unknownAction("a", known: []), .unknownAction), (.pathTooLong("a"), .invalidArgument),
            (.noSheet("a"), .notApplicable), (.noPath("a"), .notApplicable),
            (.notMinimizable(look: "l"), .notApplicable),
        ] as [(CommandError, ErrorCode)])
    func codes(refusal: CommandError, code: ErrorCode) {
        let error = WireError(refusal)
        #expect(error.code == code.rawValue)
        #expect(!error.message.isEmpty && !error.message.contains("Optional"))
    }
}
