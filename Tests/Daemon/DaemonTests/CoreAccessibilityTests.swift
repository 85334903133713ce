import ShellModel
import TabshellIPC
import Testing

@testable import TabDaemon

/// The accessibility tree, assembled from the programs' descriptions: the panel is the client 2, the page in front 3.
@Suite final class CoreAccessibilityTests {
    private static let bar = AccessibilityNode(
        .window, "tabshell",
        children: [
            AccessibilityNode(
                .tabList, id: "bar", children: [AccessibilityNode(.tab, "B tab", id: "tab/b", actions: [.click])])
        ])
    private static let empty = AccessibilityNode(.tabPanel, "A")
    private static let page = AccessibilityNode(
        .tabPanel, "A", children: [AccessibilityNode(.button, "Start", id: "start", actions: [.click])])

    private let fixture: CoreFixture
    /// The numbers of the last questions to the clients.
    private var serials: [UInt64: UInt64] = [:]

    init() throws {
        fixture = CoreFixture(try CoreFixture.configuration(["a", "b"]), startsPrograms: false)
        fixture.connect()
    }

    private func connectPrograms() {
        fixture.connect(2, as: .panel)
        fixture.connect(3, as: .page("a"))
    }

    @discardableResult
    private func handle(_ event: Event) -> [TabDaemon.Effect] {
        let effects = fixture.handle(event)
        for client in 2...4 as ClosedRange<UInt64> {
            for case .describe(let serial, _) in effects.messages(to: client) { serials[client] = serial }
        }
        return effects
    }

    @discardableResult
    private func ask(
        _ request: Request, from client: UInt64 = 1
    ) -> (requester: Requester, effects: [TabDaemon.Effect]) {
        let requester = fixture.requester(client)
        return (requester, handle(.request(request, requester)))
    }

    @discardableResult
    private func answer(_ client: UInt64, _ node: AccessibilityNode) throws -> [TabDaemon.Effect] {
        let (requester, effects) = ask(.describe(try #require(serials[client]), node), from: client)
        #expect(effects.reply(to: requester) == .success([:]))
        return effects
    }

    private func lines(_ effects: [TabDaemon.Effect], _ requester: Requester) throws -> [String] {
        let tree = try #require(effects.reply(to: requester)?.get()["tree"])
        return try ShellState(json: ["revision": 1, "accessibility": tree]).accessibility?.lines ?? []
    }

    /// A request during a question waits for the next one: the answers to the first count.
    @Test func questionsOfOthersDropNoAnswer() throws {
        connectPrograms()
        let first = ask(.accessibility)
        try answer(2, Self.bar)
        let others = (0..<3).map { _ in ask(.accessibility) }
        #expect(others.allSatisfy { $0.effects.messages(to: 2).isEmpty && $0.effects.messages(to: 3).isEmpty })
        let effects = try answer(3, Self.page)
        #expect(try lines(effects, first.requester).contains(#"    button "Start" click"#))
        // All of them wait for one question.
        #expect(effects.messages(to: 2).count == 1)
        let answered = try answer(2, Self.bar) + answer(3, Self.page)
        for other in others { #expect(try lines(answered, other.requester).contains(#"    button "Start" click"#)) }
        #expect(answered.messages(to: 2).isEmpty)
    }

    @Test func panelAndPageInFrontAreAskedAndPutTogether() throws {
        connectPrograms()
        fixture.connect(4, as: .page("b"))
        let (requester, asked) = ask(.accessibility)
        #expect(asked.messages(to: 4).isEmpty, "a hidden page")
        try answer(2, Self.bar)
        #expect(
            try lines(answer(3, Self.page), requester) == [
                #"window "tabshell""#, #"  tabPanel "A""#, #"    button "Start" click"#, "  tabList",
                #"    tab "B tab" click"#,
            ])
    }

    @Test func missingAndSilentProgramsHaveAReason() throws {
        let nobody = ask(.accessibility)
        #expect(
            try lines(nobody.effects, nobody.requester) == [
                #"window "tabshell": no program shows it"#, #"  tabPanel "a": no program shows it"#,
            ])
        // One of an earlier version is not waited for.
        fixture.connect(2, as: .panel)
        fixture.connect(3, as: .page("a"), describes: false)
        let (requester, _) = ask(.accessibility)
        #expect(
            try lines(answer(2, Self.bar), requester)[1]
                == #"  tabPanel "a": its program does not describe what it shows"#)
    }

    @Test func whatAViewerShowsIsInTheTree() throws {
        ask(.command(.show("a", ShownDocument("x"))))
        fixture.connect(4, as: .viewer("a"))
        let (requester, _) = ask(.accessibility)
        let tree = try answer(4, AccessibilityNode(.tabPanel, "Tea")).reply(to: requester)?.get()["tree"]
        #expect(tree.map { "\($0)" }?.contains("show:a") == true && tree.map { "\($0)" }?.contains("Tea") == true)
    }

    @Test func hungProgramHoldsUpNobodyForLong() throws {
        connectPrograms()
        let (requester, _) = ask(.accessibility)
        try answer(2, Self.bar)
        #expect(fixture.wait(1.9).reply(to: requester) == nil)
        let lines = try lines(fixture.wait(0.1), requester)
        #expect(lines[1] == #"  tabPanel "a": its program did not answer within 2 s"#)
        // Its late answer is dropped.
        try answer(3, Self.page)
    }

    @Test func programThatEndsIsNotWaitedFor() throws {
        connectPrograms()
        let (requester, _) = ask(.accessibility)
        try answer(2, Self.bar)
        #expect(try lines(fixture.disconnect(3, pid: 1003), requester)[1].hasPrefix(#"  tabPanel "a": "#))
    }

    @Test func pressGoesToTheProgramAndItsReplyComesAfterwards() throws {
        connectPrograms()
        let (requester, _) = ask(.press("B tab"))
        try answer(2, Self.bar)
        #expect(try answer(3, Self.page).messages(to: 2) == [.press(serial: 1, id: "tab/b")])
        // Not from another program.
        #expect(ask(.pressed(1), from: 3).effects.reply(to: requester) == nil)
        ask(.command(.select("b")), from: 2)
        let reply = ask(.pressed(1), from: 2).effects.reply(to: requester)
        let revision = JSON(fixture.core.shell.revision)
        #expect(reply == .success(["id": "panel/tab/b", "label": "B tab", "revision": revision]))
    }

    @Test func pressThatFailsTellsWhy() throws {
        connectPrograms()
        func refusal(_ name: String) throws -> WireError? {
            let (requester, _) = ask(.press(name))
            var effects = try answer(2, Self.bar) + answer(3, Self.page)
            for case .press(let serial, _) in effects.messages(to: 3) {
                effects += ask(.pressed(serial, problem: "it is gone"), from: 3).effects
            }
            return effects.refusal(of: requester)
        }
        #expect(try refusal("Start")?.message == #""Start" was not pressed: it is gone"#)
        let unknown = try refusal("B tba")
        #expect(unknown?.code == "invalid_argument" && unknown?.data?["names"] == ["Start", "B tab"])
        #expect(unknown?.message.hasSuffix(#"did you mean "B tab"?"#) == true)
        #expect(try refusal("Nowhere")?.message.hasSuffix(#"available: "Start", "B tab""#) == true)
        #expect(try refusal("A")?.code == "not_applicable")
    }

    @Test func whatIsBehindASheetCannotBePressed() throws {
        connectPrograms()
        fixture.connect(4, as: .page("sheet"))
        ask(.command(.setSheet("sheet")))
        let (requester, _) = ask(.press("Start"))
        try answer(2, Self.bar)
        try answer(3, Self.page)
        let error = try answer(4, AccessibilityNode(.dialog, "Create")).refusal(of: requester)
        #expect(error?.message == #""Start" cannot be pressed now: behind the open sheet"#)
    }

    @Test func subscribersGetEachChangeAndProgramsComputeNothingOtherwise() throws {
        connectPrograms()
        func subscribe(_ topics: [Topic]) -> [TabDaemon.Effect] { handle(.turn(ask(.subscribe(topics)).requester)) }
        var count: Int? { fixture.core.shell.accessibility?.lines.count }
        #expect(subscribe(Topic.byDefault).messages(to: 2).isEmpty)
        #expect(subscribe([.accessibility]).messages(to: 2) == [.describe(serial: 1, isWatched: true)])
        #expect(count == nil)
        try answer(2, Self.bar)
        let published = try answer(3, Self.page)
        #expect(
            published.contains {
                if case .publish(let events) = $0 { events.map(\.topic) == [.accessibility] } else { false }
            })
        #expect(count == 5)
        // A change of the page.
        try answer(3, Self.empty)
        #expect(count == 4)
        // A press asks again, and its changes come with the same number.
        ask(.press("B tab"))
        try answer(2, Self.bar)
        #expect(try answer(3, Self.empty).messages(to: 2) == [.press(serial: 1, id: "tab/b")])
        ask(.pressed(1), from: 2)
        try answer(3, Self.page)
        #expect(count == 5)
        // Another page in front.
        ask(.command(.select("b")))
        try answer(2, Self.bar)
        #expect(fixture.core.shell.accessibility?.lines[1] == #"  tabPanel "b": no program shows it"#)
        // The end.
        let ended = subscribe([]).messages(to: 2)
        #expect(ended.count == 1 && fixture.core.shell.accessibility == nil)
        guard case .describe(_, isWatched: false)? = ended.last else { return #expect(Bool(false), "still watched") }
    }

    @Test func onlyProgramsAnswer() {
        for request in [.describe(0, Self.empty), .pressed(0)] as [Request] {
            #expect(fixture.refusal(of: request) == "not_applicable")
        }
    }

    @Test func wishesOfThePageInFrontGoToThePanel() throws {
        connectPrograms()
        fixture.connect(4, as: .page("b"))
        let (here, touch) = (Request.announce("Here"), Request.haptic(.success))
        #expect(ask(here, from: 3).effects.messages(to: 2) == [.announce("Here", .polite)])
        #expect(ask(touch, from: 3).effects.messages(to: 2) == [.haptic(.success)])
        for (other, problem) in [
            (1, "only a program"), (2, "only a program"), (4, "the page of the tab \"b\" is not in front"),
        ] as [(UInt64, String)] {
            for request in [here, touch] {
                let (requester, effects) = ask(request, from: other)
                let error = effects.refusal(of: requester)
                #expect(error?.code == "not_applicable" && error?.message.hasPrefix(problem) == true)
            }
        }
        ask(.command(.select("b")))
        let urgent = ask(.announce("Here", .assertive), from: 4)
        #expect(urgent.effects.messages(to: 2) == [.announce("Here", .assertive)])
        // Without a panel nobody hears it; the page is not at fault.
        fixture.disconnect(2, pid: 1002)
        #expect(fixture.refusal(of: here, from: 4) == nil)
    }
}
