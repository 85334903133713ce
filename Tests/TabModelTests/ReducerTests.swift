// SPDX-License-Identifier: MIT

import TabModel
import Testing

@Suite struct ReducerTests {
    @Test func theFirstTabIsInFrontAtTheStart() throws {
        let state = try Sample.state()
        #expect(state.revision == 1)
        #expect(state.selection?.tab == "a")
        #expect(state.selection?.previous == nil)
        #expect(state.selection?.acceptedAt == 5)
        #expect(state.selection?.transition.duration == 0)
        #expect(state.reselect == .never)
        #expect(state.programs.map(\.program) == [.panel, .page("a"), .page("b"), .page("c")])
        #expect(state.programs.allSatisfy { $0.phase == .absent })
    }

    @Test func theTabOfTheLastRunComesBack() throws {
        #expect(try Sample.state(selected: "c").selection?.tab == "c")
        #expect(try Sample.state(selected: "gone").selection?.tab == "a")
    }

    @Test func aStateNeedsDistinctTabs() {
        #expect(throws: Refusal.noTabs) { try Sample.state([]) }
        #expect(throws: Refusal.duplicateTab("b")) { try Sample.state(["a", "b", "c", "b"]) }
    }

    @Test func selecting() throws {
        let before = try Sample.state()
        let (state, effects) = try before.reduce(.select("c", at: 77))
        let selection = Selection(tab: "c", previous: "a", acceptedAt: 77, transition: Sample.transition)
        #expect(state.selection == selection)
        #expect(state.revision == 2)
        // Written down before anybody is told.
        #expect(effects == [.persist, .publish(StateEvent(revision: 2, value: .selection(selection)))])
        #expect(before.revision == 1)
    }

    @Test func selectingTheSelectedTabIsAReselect() throws {
        var state = try Sample.state()
        for count in UInt64(1)...3 {
            let (next, effects) = try state.reduce(.select("a", at: count * 10))
            let reselect = Reselection(tab: "a", count: count, acceptedAt: count * 10)
            #expect(next.reselect == reselect)
            #expect(next.selection == state.selection)
            #expect(effects == [.publish(StateEvent(revision: count + 1, value: .reselect(reselect)))])
            state = next
        }
    }

    @Test func nextAndPreviousGoRound() throws {
        var state = try Sample.state()
        var seen: [TabID?] = []
        for command in [Command.selectNext(at: 1), .selectNext(at: 2), .selectNext(at: 3)] {
            state = try state.reduce(command).state
            seen.append(state.selection?.tab)
        }
        #expect(seen == ["b", "c", "a"])
        #expect(try state.reduce(.selectPrevious(at: 4)).state.selection?.tab == "c")
    }

    @Test func theNeighbourOfALoneTabIsItself() throws {
        let state = try Sample.state(["only"])
        #expect(try state.reduce(.selectNext(at: 1)).state.reselect.count == 1)
        #expect(try state.reduce(.selectPrevious(at: 1)).state.reselect.count == 1)
    }

    @Test func refusals() throws {
        let state = try Sample.state()
        #expect(throws: Refusal.unknownTab("x", known: ["a", "b", "c"])) { try state.reduce(.select("x", at: 1)) }
        #expect(throws: Refusal.unknownProgram(.page("x"))) {
            try state.reduce(.report(ProgramStatus(program: .page("x"))))
        }
        let replica = ShellState()
        #expect(throws: Refusal.noTabs) { try replica.reduce(.select("a", at: 1)) }
        #expect(throws: Refusal.noTabs) { try replica.reduce(.selectNext(at: 1)) }
        #expect(throws: Refusal.noTabs) { try replica.reduce(.selectPrevious(at: 1)) }
    }

    @Test func aReportIsPublishedOnce() throws {
        let status = ProgramStatus(program: .page("b"), phase: .restarting, restarts: 2, reason: "why")
        let (state, effects) = try Sample.state().reduce(.report(status))
        #expect(state.status(of: .page("b")) == status)
        #expect(effects == [.publish(StateEvent(revision: 2, value: .programs(state.programs)))])
        let again = try state.reduce(.report(status))
        #expect(again.effects.isEmpty)
        #expect(again.state == state)
    }

    @Test func programNames() {
        for program in [Program.panel, .page("home"), .page("with:colon")] {
            #expect(Program(name: program.name) == program)
        }
        #expect(Program(name: "page:") == nil)
        #expect(Program(name: "Panel") == nil)
        #expect(Program(name: "") == nil)
    }
}
