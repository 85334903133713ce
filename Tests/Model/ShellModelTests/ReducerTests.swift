import ShellModel
import Testing

@Suite struct ReducerTests {
    @Test func firstTabIsSelectedAtStart() throws {
        let state = try Sample.state()
        #expect(state.revision == 1)
        #expect(state.selection?.tab == "a")
        #expect(state.selection?.previous == nil)
        #expect(state.selection?.acceptedAt == 5)
        #expect(state.selection?.transition.duration == 0)
        #expect(state.selection?.pageTransition.duration == 0)
        #expect(state.reselect == .none)
        #expect(state.appearance == AppearanceState(value: .light, acceptedAt: 5))
        #expect(state.sheet == .none && state.menu == .none && state.bar == .expanded && state.action == .none)
        #expect(state.programs.map(\.program) == [.panel, .page("a"), .page("b"), .page("c")])
        #expect(state.programs.allSatisfy { $0.phase == .absent })
    }

    @Test func actionTabHasNoProgramAndIsNeverSelected() throws {
        let tabs = [Sample.tab("bell", role: .action), Sample.tab("find", role: .search), Sample.tab("a")]
        let state = ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: "find"), now: 5)
        #expect(state.selection?.tab == "a")
        #expect(state.programs.map(\.program) == [.panel, .page("find"), .page("a")])
    }

    @Test func savedStateIsRestoredAsFarAsValid() throws {
        let memory = PersistentState(
            selected: "c", appearance: .dark, badges: ["a": .dot, "gone": .count(2), "b": .count(0)],
            paths: [
                "a": ["x"], "b": ["day", "1", "edit"], "c": [], "gone": ["x"], "bell": ["x"],
                "find": Array(repeating: "x", count: ShellState.maximumPathComponents + 1),
            ])
        let state = try Sample.full(restoring: memory)
        #expect(state.revision == 1)
        #expect(state.selection?.tab == "c")
        #expect(state.appearance.value == .dark)
        #expect(state.badges == ["a": .dot])
        #expect(state.paths == ["a": ["x"], "b": ["day", "1", "edit"]])
        #expect(state.persistentState.selected == "c")
        // Saving and restoring is idempotent.
        #expect(try Sample.full(restoring: state.persistentState).persistentState == state.persistentState)
        #expect(try Sample.state(restoring: PersistentState(selected: "gone")).selection?.tab == "a")
    }

    @Test func selecting() throws {
        let before = try Sample.state()
        let (state, effects) = try before.reduce(.select("c"), at: 77)
        let look = Look()
        let selection = Selection(
            tab: "c", previous: "a", acceptedAt: 77, transition: look.motion[.select],
            pageTransition: look.motion[.page])
        #expect(state.selection == selection)
        #expect(state.revision == 2)
        // The change is saved before it is published.
        #expect(effects == [.persist, .publish(StateEvent(revision: 2, .selection, of: state))])
        #expect(before.revision == 1)
    }

    @Test func selectingTheSelectedTabIsAReselect() throws {
        var state = try Sample.state()
        for count in UInt64(1)...3 {
            let (next, effects) = try state.reduce(.select("a"), at: count * 10)
            let reselect = Reselection(tab: "a", count: count, acceptedAt: count * 10)
            #expect(next.reselect == reselect)
            #expect(next.selection == state.selection)
            #expect(effects == [.publish(StateEvent(revision: count + 1, .reselect, of: next))])
            state = next
        }
    }

    @Test func nextAndPreviousWrapAround() throws {
        var state = try Sample.full()
        var seen: [TabID?] = []
        for time in UInt64(1)...4 {
            state = try state.after(.selectNext, at: time)
            seen.append(state.selection?.tab)
        }
        #expect(seen == ["b", "c", "a", "b"])
        #expect(try state.after(.selectPrevious, at: 5).after(.selectPrevious, at: 6).selection?.tab == "c")
    }

    @Test func nextOfASingleTabIsItself() throws {
        let state = try Sample.state(["only"])
        #expect(try state.after(.selectNext, at: 1).reselect.count == 1)
        #expect(try state.after(.selectPrevious, at: 1).reselect.count == 1)
    }

    @Test func badges() throws {
        let state = try Sample.full()
        let (counted, effects) = try state.reduce(.badge("bell", .count(3)))
        #expect(counted.badges == ["bell": .count(3)])
        #expect(effects == [.persist, .publish(StateEvent(revision: 2, .badges, of: counted))])
        #expect(try counted.ignores(.badge("bell", .count(3))))
        let both = try counted.after(.badge("a", .text("new")))
        #expect(both.badges == ["bell": .count(3), "a": .text("new")])
        #expect(try both.after(.badge("bell", .count(0))).badges == ["a": .text("new")])
        #expect(try both.after(.badge("a", nil)).badges == ["bell": .count(3)])
        #expect(try state.ignores(.badge("a", nil)))
        #expect(try state.ignores(.badge("a", .count(0))))
    }

    @Test func preferences() throws {
        let state = try Sample.state()
        let look = try #require(state.look)
        let chosen = Preferences(
            contrast: .more, motion: .reduced, transparency: .reduced, textScale: 2, speech: true)
        let (next, effects) = try state.reduce(.setPreferences(chosen, of: look), at: 9)
        let applied = look.applying(chosen)
        #expect(applied.textScale == 2 && applied.reducesMotion && applied.transparency == .reduced)
        #expect(applied.speech.isEnabled && applied.preferences == chosen)
        #expect(next.look == applied && next.preferences == chosen)
        #expect(
            effects == [
                .persist, .publish(StateEvent(revision: 2, .look, of: next)),
                .publish(StateEvent(revision: 3, .preferences, of: next)),
            ])
        #expect(try next.ignores(.setPreferences(chosen, of: look), at: 10))
        // A new configuration is shown with them, and a saved state too.
        let setup = try ShellConfiguration(tabs: state.tabs, actions: state.actions, look: look)
        #expect(try next.reduce(.configure(setup), at: 11).state.look == applied)
        #expect(ShellState(setup, restoring: next.persistentState, now: 12).look == applied)
        let (back, _) = try next.reduce(.setPreferences(Preferences(), of: look), at: 13)
        #expect(back.look == look && back.persistentState == state.persistentState)
    }

    @Test func changedValueOfTheConfigurationReplacesAPreference() {
        let chosen = Preferences(
            contrast: .more, motion: .reduced, transparency: .reduced, textScale: 2, speech: true)
        #expect(chosen.remaining(with: Look(), after: Look()) == chosen)
        var look = Look()
        look.textScale = 1.5
        #expect(chosen.remaining(with: look, after: Look()).textScale == nil)
        (look.contrast, look.reducesMotion, look.transparency, look.speech.isEnabled) = (.more, true, .reduced, true)
        #expect(chosen.remaining(with: look, after: Look()) == Preferences())
        let change = PreferencesChange(contrast: .some(nil), textScale: 3)
        #expect(
            change.applied(to: chosen)
                == Preferences(motion: .reduced, transparency: .reduced, textScale: 3, speech: true))
    }

    @Test func appearance() throws {
        let state = try Sample.state()
        let (dark, effects) = try state.reduce(.setAppearance(.dark), at: 9)
        let value = AppearanceState(value: .dark, acceptedAt: 9)
        #expect(dark.appearance == value)
        #expect(effects == [.persist, .publish(StateEvent(revision: 2, .appearance, of: dark))])
        #expect(try dark.ignores(.setAppearance(.dark), at: 10))
    }

    @Test func unknownIdentifiersAreRefused() throws {
        let state = try Sample.state()
        let unknown = CommandError.unknownTab("x", known: ["a", "b", "c"])
        let commands: [Command] = [
            .select("x"), .badge("x", .dot), .badge("x", nil), .push("x", ["y"]), .pop("x"), .popToRoot("x"),
            .open("x", []), .setSheet("x"), .setMenu("x"), .scrolled("x", .down),
        ]
        for command in commands { #expect(throws: unknown) { try state.reduce(command) } }
        #expect(throws: CommandError.unknownProgram(.page("x"))) {
            try state.reduce(.setProgramStatus(ProgramStatus(program: .page("x"))))
        }
        #expect(throws: CommandError.unknownAction("x", known: [])) { try state.reduce(.run("x"), at: 1) }
        #expect(throws: CommandError.unknownAction("x", known: ["ring", "sing"])) {
            try Sample.full().reduce(.run("x"), at: 1)
        }
    }

    @Test func emptyStateRefusesCommands() {
        let commands: [Command] = [
            .select("a"), .selectNext, .selectPrevious, .push(nil, ["x"]), .pop(nil),
            .popToRoot(nil), .minimize(true),
        ]
        for command in commands { #expect(throws: CommandError.noTabs) { try ShellState().reduce(command) } }
    }

    @Test func programStatusIsPublishedOnce() throws {
        let status = ProgramStatus(program: .page("b"), phase: .restarting, restarts: 2, reason: "why")
        let (state, effects) = try Sample.state().reduce(.setProgramStatus(status))
        #expect(state.status(of: .page("b")) == status)
        #expect(effects == [.publish(StateEvent(revision: 2, .programs, of: state))])
        #expect(try state.ignores(.setProgramStatus(status)))
    }

    @Test func programNames() {
        for program in [Program.panel, .bridge, .page("home"), .page("bridge"), .page("with:colon")] {
            #expect(Program(name: program.name) == program)
        }
        #expect(Program(name: "page:") == nil)
        #expect(Program(name: "Panel") == nil)
        #expect(Program(name: "") == nil)
    }
}
