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

    @Test func shownDocumentsHaveALimit() throws {
        func text(_ count: Int) -> ShownDocument { ShownDocument(String(repeating: "x", count: count)) }
        let maximum = ShownDocument.maximumBytes
        #expect(throws: CommandError.documentTooLong("a")) { try Sample.full().reduce(.show("a", text(maximum + 1))) }
        let ids: [TabID] = ["1", "2", "3", "4", "5"]
        #expect(ShownDocument.maximumBytesOfAll == 4 * maximum)
        let full = try ids.prefix(4).reduce(Sample.state(ids)) { try $0.after(.show($1, text(maximum))) }
        #expect(throws: CommandError.documentTooLong("5")) { try full.reduce(.show("5", text(1))) }
        #expect(try full.after(.show("1", text(maximum))).shown == full.shown)
        #expect(try full.after(.show("1", text(maximum - 1)), .show("5", text(1))).shown.count == 5)
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
