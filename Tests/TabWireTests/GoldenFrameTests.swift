// SPDX-License-Identifier: MIT

import TabModel
import Testing

@testable import TabWire

@Suite struct GoldenFrameTests {
    @Test(arguments: try ProtocolFolder.frames("requests"))
    func requestsComeBackAsTheyWere(frame: ProtocolFolder.Frame) throws {
        #expect(frame.bytes.last == 0x0A)
        #expect(try Request(line: frame.line).json.line == frame.bytes)
    }

    @Test(arguments: try ProtocolFolder.frames("replies") + ProtocolFolder.frames("events"))
    func messagesComeBackAsTheyWere(frame: ProtocolFolder.Frame) throws {
        #expect(frame.bytes.last == 0x0A)
        let message = try ServerMessage(line: frame.line)
        #expect(message.json.line == frame.bytes)
        if case .unknown(let name) = message { Issue.record("\(name) was not understood") }
    }

    @Test func requestsHoldEveryVerb() throws {
        let verbs = try ProtocolFolder.frames("requests").map { try Request(line: $0.line).verb.name }
        #expect(Set(verbs) == Set(Verb.names))
        #expect(Verb.names.count == Set(Verb.names).count)
    }

    @Test func repliesHoldEveryVerbAndEveryCode() throws {
        let frames = try ProtocolFolder.frames("replies")
        #expect(Set(Verb.names).isSubset(of: frames.map(\.name)))
        let codes = try frames.compactMap { frame -> String? in
            guard case .reply(_, .failure(let error)) = try ServerMessage(line: frame.line) else { return nil }
            return error.code
        }
        #expect(Set(codes) == Set(ErrorCode.allCases.map(\.rawValue)))
    }

    @Test func eventsHoldEveryTopicAndMark() throws {
        let names = try ProtocolFolder.frames("events").map(\.name)
        #expect(Set(Topic.allCases.map(\.rawValue) + ["hello", "ready", "resync"]).isSubset(of: names))
        let phases = try ProtocolFolder.text("frames/events/programs.json")
        for phase in ["alive", "starting", "restarting", "failed"] { #expect(phases.contains("\"\(phase)\"")) }
    }

    @Test func theStateComesBackAsItWas() throws {
        let frame = try #require(try ProtocolFolder.frames("replies").first { $0.name == "state" })
        guard case .reply(_, .success(let json)) = try ServerMessage(line: frame.line) else {
            Issue.record("not a reply")
            return
        }
        let state = try ShellState(json: json)
        #expect(state.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(state.json == json)
    }

    @Test(arguments: try ProtocolFolder.malformed())
    func malformedLinesGetTheirCode(malformed: ProtocolFolder.Malformed) throws {
        var framer = LineFramer(limit: Limits.requestLine)
        let frames = framer.append(malformed.frame.bytes)
        switch malformed.code {
        case "too_long":
            #expect(frames == [.oversized])
        case "unfinished":
            #expect(frames.isEmpty && framer.hasPartialLine)
        case "unknown_tab":
            // Only the daemon knows the tabs.
            _ = try Request(line: malformed.frame.line)
        default:
            #expect(frames == [.line(malformed.frame.line)])
            let refusal = #expect(throws: RequestError.self) { try Request(line: malformed.frame.line) }
            #expect(refusal?.error.code == malformed.code)
            #expect(refusal?.error.message.contains(malformed.fragment) == true, "\(refusal?.error.message ?? "")")
        }
    }

    @Test func malformedLinesHoldEveryCodeOfARequest() throws {
        let codes = Set(try ProtocolFolder.malformed().map(\.code))
        let others: Set<ErrorCode> = [.alreadyRegistered, .notSaved, .tooManyClients, .foreignUser]
        #expect(codes == Set(ErrorCode.allCases.filter { !others.contains($0) }.map(\.rawValue)))
    }

    @Test func aRefusalKeepsTheID() throws {
        for (line, id) in [
            (#"{"id":7,"verb":"reboot"}"#, RequestID.integer(7)), (#"{"id":"x","verb":"select"}"#, .string("x")),
            (#"{"verb":"subscribe","topics":["weather"],"id":-3}"#, .integer(-3)),
        ] {
            let refusal = #expect(throws: RequestError.self) { try Request(line: Array(line.utf8)) }
            #expect(refusal?.id == id)
        }
    }

    @Test func whatIsNotKnownIsIgnored() throws {
        let request = try Request(line: Array(#"{"x":[{}],"id":null,"verb":"select","tab":"a","animated":false}"#.utf8))
        #expect(request == Request(id: nil, verb: .select("a")))
        #expect(try ServerMessage(line: Array(#"{"event":"weather","revision":3}"#.utf8)) == .unknown("weather"))
        let ready = try ServerMessage(line: Array(#"{"later":1,"event":"ready","revision":3}"#.utf8))
        #expect(ready == .ready(revision: 3))
        let subscribe = try Request(line: Array(#"{"verb":"subscribe"}"#.utf8))
        #expect(subscribe.verb == .subscribe(Topic.allCases))
        let twice = try Request(line: Array(#"{"verb":"subscribe","topics":["tabs","look","tabs"]}"#.utf8))
        #expect(twice.verb == .subscribe([.tabs, .look]))
    }

    @Test(arguments: [
        (#"{}"#, "neither an event nor a reply"), (#"[1]"#, "neither an event nor a reply"),
        (#"{"event":1}"#, "event is a number, expected a string"), (#"{"event":"ready"}"#, "revision is missing"),
        (#"{"event":"ready","revision":-1}"#, "expected an integer in range"),
        (#"{"event":"selection","revision":1}"#, "selection is missing"),
        (#"{"event":"tabs","revision":1,"tabs":[{"id":1}]}"#, "tabs.0.id is a number"),
        (#"{"event":"hello","protocol":"1.0","version":"1","pid":99999999999,"features":[]}"#, "pid is a number"),
        (#"{"event":"look","revision":1,"look":{"name":"x"}}"#, "look.bar is missing"),
        (#"{"id":1,"error":{"code":3}}"#, "error.code is a number"), (#"{"#, "byte 1"),
        (
            #"{"event":"selection","revision":1,"selection":{"tab":"a","previous":null,"accepted_at":1,"#
                + #""transition":{"duration":1,"curve":[1,2,3]}}}"#, "has 3 numbers, expected 4"
        ),
        (
            #"{"event":"programs","revision":1,"programs":[{"program":"panel","phase":"tired","restarts":0}]}"#,
            "expected one of: absent"
        ),
    ])
    func nonsenseOfAServerIsNamed(line: String, fragment: String) {
        let error = #expect(throws: MessageError.self) { try ServerMessage(line: Array(line.utf8)) }
        #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (#""height":119.0"#, #""height":1e300"#, "look.bar.height is 1e+300, expected -10000.0 to 10000.0"),
        (#""unselected_opacity":0.3"#, #""unselected_opacity":3"#, "unselected_opacity is 3.0, expected 0.0 to 1.0"),
    ])
    func aLookThatNoScreenHasIsRefused(good: String, bad: String, fragment: String) throws {
        let line = try #require(try ProtocolFolder.frames("events").first { $0.name == "look" }).line
        let text = String(decoding: line, as: UTF8.self).replacing(good, with: bad)
        let error = #expect(throws: MessageError.self) { try ServerMessage(line: Array(text.utf8)) }
        #expect(error?.message.contains(fragment) == true, "\(error?.message ?? "")")
    }
}
