import ShellModel
import Testing

/// Messages and visits, which end by themselves.
@Suite struct LimitedTimeTests {
    @Test func messageEndsAtItsTimeOrIsReplaced() throws {
        let before = try Sample.full()
        let shown = try before.after(.message("a", tab: "b", duration: 10), at: 100)
        #expect(shown.message == ShownMessage("a", tab: "b", acceptedAt: 100, endsAt: 110))
        #expect(shown.nextEnd == 110)
        // It is not saved.
        #expect(shown.persistentState == before.persistentState)
        #expect(try shown.ignores(.endExpired, at: 109))
        #expect(try shown.after(.endExpired, at: 110).message == nil)
        let later = try shown.after(.message("b"), at: 105)
        #expect(later.message == ShownMessage("b", acceptedAt: 105) && later.nextEnd == nil)
        #expect(try later.ignores(.endExpired, at: .max))
        #expect(try later.topics(of: .message(nil)) == [.message])
        #expect(try before.ignores(.message(nil)))
        #expect(throws: CommandError.self) { try before.reduce(.message("a", tab: "x")) }
    }

    @Test func timesDoNotOverflow() throws {
        let shown = try Sample.full().after(.message("a", duration: .max), at: 100)
        #expect(shown.message?.endsAt == 100 + ShellState.maximumDuration)
    }

    @Test func messageOutlivesItsTab() throws {
        let shown = try Sample.full().after(.message("a", tab: "b", duration: 10), at: 100)
        let after = try shown.after(.configure(Sample.setup([Sample.tab("a")])), at: 101)
        #expect(after.message == ShownMessage("a", acceptedAt: 100, endsAt: 110))
    }

    @Test func visitEndsWhereItBegan() throws {
        let visit = try Sample.full().after(.select("b", duration: 30), at: 100)
        #expect(visit.selection?.tab == "b" && visit.selection?.visit == Visit(from: "a", endsAt: 130))
        #expect(try visit.ignores(.endExpired, at: 129))
        let back = try visit.after(.endExpired, at: 130)
        #expect(back.selection?.tab == "a" && back.selection?.previous == "b" && back.selection?.visit == nil)
        #expect(back.selection?.acceptedAt == 130 && back.nextEnd == nil)
        // Another visit meanwhile, and the same one again.
        let second = try visit.after(.select("c", duration: 30), at: 110).after(.select("c", duration: 30), at: 120)
        #expect(second.selection?.visit == Visit(from: "a", endsAt: 150) && second.reselect.count == 0)
        #expect(try second.after(.endExpired, at: 150).selection?.tab == "a")
        // The way back is not a visit, nor is one to the page in front.
        #expect(try visit.after(.select("a", duration: 30), at: 110).selection?.visit == nil)
        #expect(try Sample.full().after(.select("a", duration: 30)).selection?.visit == nil)
    }

    @Test(arguments: [
        Command.select("b"), .select("c"), .selectNext, .open("c", []), .push("b", ["day"]), .setSheet("find"),
        .setMenu("fan"), .scrolled("b", .down), .focus(.enter), .run("ring"), .touched,
        .drag(from: "b", to: "c", progress: 0.1),
    ])
    func useEndsAVisit(command: Command) throws {
        let visit = try Sample.full().after(.select("b", duration: 30), at: 100)
        let used = try visit.after(command, at: 110)
        #expect(used.selection?.visit == nil && used.nextEnd == nil)
        #expect(try used.ignores(.endExpired, at: 130))
    }

    @Test(arguments: [Command.badge("c", .dot), .message("x"), .setAppearance(.dark), .setOutput("A")])
    func othersDoNot(command: Command) throws {
        let visit = try Sample.full().after(.select("b", duration: 30), at: 100).after(command, at: 110)
        #expect(visit.selection?.visit == Visit(from: "a", endsAt: 130))
    }

    @Test func refusedSelectionLeavesTheVisit() throws {
        let visit = try Sample.full().after(.select("b", duration: 30), at: 100)
        #expect(throws: CommandError.noPage("find")) { try visit.reduce(.select("find", duration: 30)) }
        #expect(throws: CommandError.self) { try visit.reduce(.select("x", duration: 30)) }
    }

    @Test func visitStaysWhenItsStartHasGone() throws {
        let visit = try Sample.full().after(.select("b", duration: 30), at: 100)
        let rest = try visit.after(.configure(Sample.setup([Sample.tab("b"), Sample.tab("c")])), at: 110)
        let ended = try rest.after(.endExpired, at: 130)
        #expect(ended.selection?.tab == "b" && ended.selection?.visit == nil)
    }
}
