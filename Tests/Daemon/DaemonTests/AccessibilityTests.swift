// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The accessibility tree, put together from what scripted programs describe.
@Suite struct AccessibilityTests {
    private let daemon: TestDaemon

    init() throws { daemon = try TestDaemon() }

    private func program(_ name: String, describes: Bool = true) throws -> SocketClient {
        let client = try daemon.client()
        let error = try client.refusal(of: #"{"verb":"register","program":"\#(name)","describes":\#(describes)}"#)
        #expect(error == nil)
        return client
    }

    /// The panel, the page in front, and a client that is no program.
    private func programs() throws -> (panel: SocketClient, page: SocketClient, client: SocketClient) {
        (try program("panel"), try program("page:home"), try daemon.client())
    }

    /// Waits for the question, and answers it.
    @discardableResult
    private func describe(_ client: SocketClient, _ node: String, isWatched: Bool = false) throws -> UInt64 {
        guard case .describe(let serial, isWatched) = try client.message() else { throw SystemError("no question") }
        try describe(client, serial, node)
        return serial
    }

    private func describe(_ client: SocketClient, _ serial: UInt64, _ node: String) throws {
        #expect(try client.refusal(of: #"{"verb":"describe","serial":\#(serial),"node":\#(node)}"#) == nil)
    }

    private static let bar =
        #"{"role":"window","label":"tabshell","children":[{"id":"bar","role":"tabList","children":["#
        + #"{"id":"tab/flash","role":"tab","label":"Flash tab","actions":["click"]}]}]}"#
    private static let page =
        #"{"role":"tabPanel","label":"Home","children":[{"id":"start","role":"button","label":"Start","actions":["click"]}]}"#

    private func lines(_ client: SocketClient) throws -> [String] {
        guard case .reply(_, .success(let ok)) = try client.message(), let tree = ok["tree"] else {
            throw SystemError("no tree")
        }
        return try ShellState(json: ["revision": 1, "accessibility": tree]).accessibility?.lines ?? []
    }

    /// Who asks while a question is on its way waits for the next one: the answers to the first count.
    @Test func questionsOfOthersDropNoAnswer() throws {
        let (panel, page, client) = try programs()
        let others = try (0..<3).map { _ in try daemon.client() }
        try client.send(line: #"{"verb":"accessibility"}"#)
        try describe(panel, Self.bar)
        guard case .describe(let serial, false) = try page.message() else { throw SystemError("no question") }
        for other in others { try other.send(line: #"{"verb":"accessibility"}"#) }
        // They have asked once a later client is answered.
        try daemon.client().request("ping")
        // The next question comes before the reply to the answer.
        try page.send(line: #"{"verb":"describe","serial":\#(serial),"node":\#(Self.page)}"#)
        #expect(try lines(client).contains(#"    button "Start" click"#))
        // All of them wait for one question.
        try describe(panel, Self.bar)
        try describe(page, Self.page)
        for other in others { #expect(try lines(other).contains(#"    button "Start" click"#)) }
        try panel.send(line: #"{"id":9,"verb":"ping"}"#)
        guard case .reply(.integer(9), _) = try panel.message() else { throw SystemError("another question") }
    }

    @Test func panelAndPageInFrontAreAskedAndPutTogether() throws {
        let (panel, page, client) = try programs()
        let hidden = try program("page:flash")
        try client.send(line: #"{"verb":"accessibility"}"#)
        try describe(panel, Self.bar)
        try describe(page, Self.page)
        #expect(
            try lines(client) == [
                #"window "tabshell""#, #"  tabPanel "Home""#, #"    button "Start" click"#, "  tabList",
                #"    tab "Flash tab" click"#,
            ])
        // A hidden page is not asked.
        guard case .reply = try hidden.answer(to: #"{"verb":"ping"}"#) else { throw SystemError("no reply") }
    }

    @Test func missingAndSilentProgramsHaveAReason() throws {
        let client = try daemon.client()
        try client.send(line: #"{"verb":"accessibility"}"#)
        #expect(
            try lines(client) == [
                #"window "tabshell": no program shows it"#, #"  tabPanel "Home": no program shows it"#,
            ])
        // One of an earlier version is not waited for.
        let page = try program("page:home", describes: false)
        let panel = try program("panel")
        try client.send(line: #"{"verb":"accessibility"}"#)
        try describe(panel, Self.bar)
        #expect(try lines(client)[1] == #"  tabPanel "Home": its program does not describe what it shows"#)
        withExtendedLifetime(page) {}
    }

    @Test func hungProgramHoldsUpNobodyForLong() throws {
        let (panel, page, client) = try programs()
        try client.send(line: #"{"id":1,"verb":"accessibility"}"#)
        let serial = try describe(panel, Self.bar)
        #expect(try daemon.client().refusal(of: #"{"verb":"ping"}"#) == nil)
        #expect(try lines(client)[1] == #"  tabPanel "Home": its program has not answered within 2 s"#)
        // Its late answer is dropped.
        try describeLate(page, serial)
    }

    private func describeLate(_ page: SocketClient, _ serial: UInt64) throws {
        guard case .describe(serial, _) = try page.message() else { throw SystemError("no question") }
        try describe(page, serial, Self.page)
    }

    @Test func programThatEndsIsNotWaitedFor() throws {
        let panel = try program("panel")
        let client = try daemon.client()
        do {
            let page = try program("page:home")
            try client.send(line: #"{"verb":"accessibility"}"#)
            guard case .describe = try page.message() else { throw SystemError("no question") }
            try describe(panel, Self.bar)
        }
        #expect(try lines(client)[1].hasPrefix(#"  tabPanel "Home": "#))
    }

    @Test func pressGoesToTheProgramAndItsReplyComesAfterwards() throws {
        let (panel, page, client) = try programs()
        try client.send(line: #"{"id":1,"verb":"press","name":"flash"}"#)
        try describe(panel, Self.bar)
        try describe(page, Self.page)
        guard case .press(let serial, id: "tab/flash") = try panel.message() else { throw SystemError("no press") }
        // Not from another program.
        #expect(try page.refusal(of: #"{"verb":"pressed","serial":\#(serial)}"#) == nil)
        #expect(try panel.refusal(of: #"{"verb":"select","tab":"flash"}"#) == nil)
        #expect(try panel.refusal(of: #"{"verb":"pressed","serial":\#(serial)}"#) == nil)
        let revision = try daemon.state.revision
        #expect(
            try client.readLine()
                == #"{"id":1,"ok":{"id":"panel/tab/flash","label":"Flash tab","revision":\#(revision)}}"#)
        #expect(try daemon.state.selection?.tab == "flash")
    }

    @Test func pressThatFailsTellsWhy() throws {
        let (panel, page, client) = try programs()
        func refusal(_ name: String) throws -> WireError? {
            try client.send(line: #"{"verb":"press","name":"\#(name)"}"#)
            // The press comes with the last answer.
            try describe(page, Self.page)
            try describe(panel, Self.bar)
            if case .press(let serial, _) = name == "Start" ? try page.message() : nil {
                #expect(try page.refusal(of: #"{"verb":"pressed","serial":\#(serial),"problem":"it is gone"}"#) == nil)
            }
            guard case .reply(_, .failure(let error)) = try client.message() else { return nil }
            return error
        }
        #expect(try refusal("Start")?.message == #""Start" was not pressed: it is gone"#)
        let unknown = try refusal("Flahs tab")
        #expect(unknown?.code == "invalid_argument")
        #expect(unknown?.message.hasSuffix(#"did you mean "Flash tab"?"#) == true)
        #expect(unknown?.data?["names"] == ["Start", "Flash tab"])
        #expect(try refusal("Nowhere")?.message.hasSuffix(#"available: "Start", "Flash tab""#) == true)
        #expect(try refusal("Home")?.code == "not_applicable")
    }

    @Test func whatIsBehindAMenuOrASheetCannotBePressed() throws {
        try daemon.client().request("look", ["look": "swift-kit"])
        let (panel, page, client) = try programs()
        let sheet = try program("page:create")
        #expect(try daemon.client().refusal(of: #"{"verb":"sheet","tab":"create"}"#) == nil)
        try client.send(line: #"{"verb":"press","name":"Start"}"#)
        try describe(panel, Self.bar)
        try describe(page, Self.page)
        try describe(sheet, #"{"role":"dialog","label":"Create"}"#)
        guard case .reply(_, .failure(let error)) = try client.message() else { throw SystemError("pressed") }
        #expect(error.message == #""Start" cannot be pressed now: behind the open sheet"#)
    }

    @Test func subscribersGetEachChangeAndProgramsComputeNothingOtherwise() throws {
        let (panel, page, client) = try programs()
        try client.request("subscribe", ["topics": ["accessibility"]])
        var replica = Replica()
        while !replica.isReady { try replica.take(try client.message()) }
        #expect(replica.state.accessibility == nil)
        try describe(panel, Self.bar, isWatched: true)
        let serial = try describe(page, Self.page, isWatched: true)
        func next() throws -> [String]? {
            guard case .event(let event) = try client.message(), event.topic == .accessibility,
                case .commit = try client.message()
            else { throw SystemError("no event") }
            return event.state.accessibility?.lines
        }
        #expect(try next()?.count == 5)
        // A change of the page.
        try describe(page, serial, #"{"role":"tabPanel","label":"Home"}"#)
        #expect(try next()?.count == 4)
        // A press asks again, and what it changes is told by the same number.
        let other = try daemon.client()
        try other.send(line: #"{"id":1,"verb":"press","name":"flash"}"#)
        try describe(panel, Self.bar, isWatched: true)
        let later = try describe(page, #"{"role":"tabPanel","label":"Home"}"#, isWatched: true)
        guard case .press(let press, id: "tab/flash") = try panel.message() else { throw SystemError("no press") }
        #expect(try panel.refusal(of: #"{"verb":"pressed","serial":\#(press)}"#) == nil)
        try describe(page, later, Self.page)
        #expect(try next()?.count == 5)
        // Another page in front.
        #expect(try daemon.client().refusal(of: #"{"verb":"select","tab":"flash"}"#) == nil)
        try describe(panel, Self.bar, isWatched: true)
        #expect(try next()?[1] == #"  tabPanel "Flash": no program shows it"#)
        // The end.
        try client.request("subscribe", ["topics": [String]()])
        guard case .describe(_, isWatched: false) = try panel.message() else { throw SystemError("still watched") }
        #expect(try daemon.state.accessibility == nil)
    }

    @Test func onlyProgramsAnswer() throws {
        let client = try daemon.client()
        for request in [#""verb":"describe","serial":0,"node":{"role":"group"}"#, #""verb":"pressed","serial":0"#] {
            #expect(try client.refusal(of: "{\(request)}")?.code == "not_applicable")
        }
        // The default topics are those of the state.
        try client.request("subscribe")
        #expect(try daemon.state.accessibility == nil)
    }

    @Test func wishesOfThePageInFrontGoToThePanel() throws {
        let (panel, page, client) = try programs()
        let hidden = try program("page:flash")
        #expect(try page.refusal(of: #"{"verb":"announce","text":"Saved"}"#) == nil)
        #expect(try page.refusal(of: #"{"verb":"haptic","kind":"success"}"#) == nil)
        #expect(try panel.message() == .announce("Saved", .polite))
        #expect(try panel.message() == .haptic(.success))
        for (other, problem) in [
            (client, "only a program"), (panel, "only a program"),
            (hidden, "the page of the tab \"flash\" is not in front"),
        ] {
            for line in [#"{"verb":"announce","text":"Here"}"#, #"{"verb":"haptic","kind":"light"}"#] {
                let error = try #require(try other.refusal(of: line))
                #expect(error.code == "not_applicable" && error.message.hasPrefix(problem), "\(error.message)")
            }
        }
        let long = String(repeating: "x", count: Limits.maximumAnnouncementBytes + 1)
        #expect(try page.refusal(of: #"{"verb":"announce","text":"\#(long)"}"#)?.code == "invalid_argument")
        // Without a panel nobody hears it, which is no error of the page's.
        try client.request("select", ["tab": "flash"])
        #expect(try hidden.refusal(of: #"{"verb":"announce","text":"Here","urgency":"assertive"}"#) == nil)
        #expect(try panel.message() == .announce("Here", .assertive))
    }

    @Test func pageThatTalksWithoutEndDoesNotGrowTheDaemon() throws {
        let (panel, page) = (try program("panel"), try program("page:home"))
        let text = String(repeating: "x", count: Limits.maximumAnnouncementBytes)
        // Far more than the socket takes.
        let count = 4000
        for _ in 0..<count {
            #expect(try page.refusal(of: #"{"verb":"announce","text":"\#(text)"}"#) == nil)
        }
        var received = 0
        while case .announce = try panel.message() { received += 1 }
        #expect(received > 0 && received < count)
    }
}
