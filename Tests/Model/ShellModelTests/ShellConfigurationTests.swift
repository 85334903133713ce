import ShellModel
import Testing

@Suite struct ShellConfigurationTests {
    @Test func configurationRequiresAPageAndUniqueIdentifiers() throws {
        #expect(throws: CommandError.noTabs) { try Sample.state([]) }
        #expect(throws: CommandError.noTabs) {
            try ShellConfiguration(
                tabs: [Sample.tab("find", role: .search), Sample.tab("idle", role: .action)], look: Look())
        }
        #expect(throws: CommandError.noTabs) {
            try ShellConfiguration(tabs: [Sample.tab("a", isHidden: true)], look: Look())
        }
        #expect(throws: CommandError.duplicateTab("b")) { try Sample.state(["a", "b", "c", "b"]) }
        #expect(throws: CommandError.duplicateAction("ring")) {
            try ShellConfiguration(tabs: [Sample.tab("a")], actions: [Sample.ring, Sample.ring], look: Look())
        }
    }

    @Test func tabsReferToConfiguredActions() throws {
        let named = Sample.tab("x", role: .action, action: "fly")
        let listed = Sample.tab("x", role: .action, menu: ["ring", "fly"])
        for tab in [named, listed] {
            #expect(throws: CommandError.unknownAction("fly", known: ["ring"])) {
                try ShellConfiguration(tabs: [Sample.tab("a"), tab], actions: [Sample.ring], look: Look())
            }
        }
    }

    @Test func lookMayRequireANumberOfTabs() throws {
        var look = Look()
        look.name = "pair"
        look.row.tabs = 2
        let button = Sample.tab("new", role: .compose, isProminent: true)
        let two = [Sample.tab("a"), button, Sample.tab("b")]
        #expect(try ShellConfiguration(tabs: two, look: look).tabs == two)
        let hidden = Sample.tab("h", isHidden: true)
        #expect(try ShellConfiguration(tabs: two + [hidden], look: look).tabs == two + [hidden])
        for (tabs, count) in [([Sample.tab("a"), button], 1), (two + [Sample.tab("c")], 3)] {
            #expect(throws: CommandError.wrongTabCount(count, expected: 2, look: "pair")) {
                try ShellConfiguration(tabs: tabs, look: look)
            }
        }
    }
}

@Suite struct HiddenTabTests {
    @Test func hiddenTabIsOnlySelectedByItsName() throws {
        let tabs = [Sample.tab("h", isHidden: true), Sample.tab("a"), Sample.tab("x", isHidden: true), Sample.tab("b")]
        var state = ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(), now: 5)
        #expect(state.selection?.tab == "a")
        state = try state.after(.selectNext, at: 6)
        #expect(state.selection?.tab == "b")
        state = try state.after(.selectNext, at: 7)
        #expect(state.selection?.tab == "a")
        // From there, to the tabs beside it.
        state = try state.after(.select("x"), at: 8)
        #expect(try state.after(.selectNext, at: 9).selection?.tab == "b")
        #expect(try state.after(.selectPrevious, at: 9).selection?.tab == "a")
        // When it goes, one of the bar follows.
        let rest = try ShellConfiguration(tabs: [tabs[0], tabs[1]], look: Look())
        #expect(try state.after(.configure(rest), at: 10).selection?.tab == "a")
    }
}

@Suite struct ConfigureTests {
    /// A tab in both looks is not a reason to go there.
    @Test func anotherLookBeginsWithItsFirstPage() throws {
        let state = try Sample.full().after(.select("b"))
        let tabs = [Sample.tab("x"), Sample.tab("y"), Sample.tab("c")]
        var look = Sample.folding
        #expect(try state.after(.configure(Sample.setup(tabs, look: look))).selection?.tab == "c")
        look.name = "other"
        #expect(try state.after(.configure(Sample.setup(tabs, look: look))).selection?.tab == "x")
        #expect(try state.after(.configure(Sample.setup(look: look))).selection?.tab == "b")
    }

    @Test func sameConfigurationHasNoEffect() throws {
        let state = try Sample.full().after(.select("b"), at: 1).after(.badge("a", .dot), .setSheet("find"), at: 2)
        #expect(try state.ignores(.configure(Sample.setup()), at: 9))
    }

    @Test func newConfigurationKeepsValidState() throws {
        let status = ProgramStatus(program: .page("c"), phase: .alive, pid: 7)
        let state = try Sample.full().after(
            .select("c"), at: 1
        ).after(
            .badge("c", .count(2)), .badge("a", .dot), .push("c", ["x"]), .push("b", ["day"]),
            .setAppearance(.dark), at: 2
        ).after(.setProgramStatus(status), .minimize(true), at: 3).after(.setSheet("find"), at: 4)
        let tabs = [
            Sample.tab("c"), Sample.tab("find", role: .search), Sample.tab("b", routes: ["week"]), Sample.tab("d"),
        ]
        let (next, effects) = try state.reduce(.configure(Sample.setup(tabs)), at: 9)
        #expect(next.tabs == tabs)
        #expect(next.selection == state.selection)
        #expect(next.badges == ["c": .count(2)])
        #expect(next.paths == ["c": ["x"]])
        #expect(next.appearance == state.appearance)
        #expect(next.bar == state.bar)
        #expect(next.sheet == state.sheet)
        #expect(next.status(of: .page("c")) == status)
        #expect(next.programs.map(\.program) == [.panel, .page("c"), .page("find"), .page("b"), .page("d")])
        #expect(effects.first == .persist)
        #expect(try state.topics(of: .configure(Sample.setup(tabs)), at: 9) == [.tabs, .programs, .badges, .paths])
    }

    @Test func newConfigurationRemovesInvalidState() throws {
        let state = try Sample.full().after(
            .select("c"), at: 1
        ).after(.minimize(true), at: 2).after(.setSheet("find"), at: 3).after(.setMenu("fan"), at: 4)
        let setup = try ShellConfiguration(tabs: [Sample.tab("d"), Sample.tab("c", role: .search)], look: Look())
        let next = try state.after(.configure(setup), at: 9)
        // A tab without a page cannot stay in front.
        #expect(next.selection?.tab == "d")
        #expect(next.selection?.previous == nil)
        #expect(next.selection?.acceptedAt == 9)
        #expect(next.sheet == PresentedTab(tab: nil, acceptedAt: 9))
        #expect(next.menu == PresentedTab(tab: nil, acceptedAt: 9))
        #expect(next.bar == BarState(isMinimized: false, acceptedAt: 9))
        #expect(
            try state.topics(of: .configure(setup), at: 9)
                == [.tabs, .actions, .look, .programs, .sheet, .menu, .bar, .selection])
    }

    @Test func newLookIsOneEvent() throws {
        let state = try Sample.full()
        var look = Sample.folding
        look.icon.size = 30
        let (next, effects) = try state.reduce(.configure(Sample.setup(look: look)), at: 9)
        #expect(effects == [.publish(StateEvent(revision: 2, .look, of: next))])
        #expect(next.look == look)
    }

    @Test func configuringAnEmptyStateSelectsAPage() throws {
        let state = try ShellState().after(.configure(Sample.setup()), at: 9)
        #expect(state.selection?.tab == "a")
    }
}
