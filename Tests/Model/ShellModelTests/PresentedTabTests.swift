import ShellModel
import Testing

/// Sheets, menus, actions, and the minimized bar.
@Suite struct PresentedTabTests {
    @Test(arguments: ["find", "new", "bell", "fan", "idle"] as [TabID])
    func tabsOfOtherRolesKeepTheSelection(tab: TabID) throws {
        let state = try Sample.full().after(.select("b"), at: 1)
        let after = try state.after(.select(tab), at: 2)
        #expect(after.selection == state.selection)
        #expect(after.reselect == .none)
        #expect(after.persistentState == state.persistentState)
    }

    @Test func sheetIsPresentedAndDismissed() throws {
        let state = try Sample.full()
        let (shown, effects) = try state.reduce(.select("find"), at: 7)
        let sheet = PresentedTab(tab: "find", acceptedAt: 7)
        #expect(shown.sheet == sheet)
        #expect(effects == [.publish(StateEvent(revision: 2, .sheet, of: shown))])
        #expect(try state.after(.setSheet("find"), at: 7) == shown)
        #expect(try shown.ignores(.select("find"), at: 8))
        #expect(try shown.ignores(.setSheet("find"), at: 8))
        #expect(try shown.after(.setSheet("new"), at: 8).sheet == PresentedTab(tab: "new", acceptedAt: 8))
        #expect(try shown.after(.setSheet(nil), at: 9).sheet == PresentedTab(tab: nil, acceptedAt: 9))
        #expect(try state.ignores(.setSheet(nil), at: 9))
        for tab in ["a", "bell", "fan"] as [TabID] {
            #expect(throws: CommandError.noSheet(tab)) { try state.reduce(.setSheet(tab), at: 1) }
        }
    }

    @Test func selectingAnotherPageDismissesTheSheet() throws {
        let state = try Sample.full().after(.setSheet("find"), at: 1)
        #expect(try state.topics(of: .select("b"), at: 2) == [.sheet, .selection])
        #expect(try state.topics(of: .selectNext, at: 2) == [.sheet, .selection])
    }

    @Test func selectingThePageUnderASheetOnlyDismissesIt() throws {
        for path in [[], ["x"]] {
            let state = try Sample.full().after(.push("a", path), .setSheet("find"), at: 1)
            #expect(try state.topics(of: .select("a"), at: 2) == [.sheet])
            #expect(try state.after(.select("a"), at: 2).path(of: "a") == path)
        }
    }

    @Test func selectingThePageUnderAMenuOnlyClosesIt() throws {
        let state = try Sample.full().after(.push("a", ["x"]), .setMenu("fan"), at: 1)
        #expect(try state.topics(of: .select("a"), at: 2) == [.menu])
        #expect(try state.topics(of: .select("b"), at: 2) == [.menu, .selection])
    }

    @Test func menuOpensAndCloses() throws {
        let state = try Sample.full()
        let (opened, effects) = try state.reduce(.select("fan"), at: 7)
        let menu = PresentedTab(tab: "fan", acceptedAt: 7)
        #expect(opened.menu == menu)
        #expect(effects == [.publish(StateEvent(revision: 2, .menu, of: opened))])
        #expect(try state.after(.setMenu("fan"), at: 7) == opened)
        #expect(try opened.ignores(.select("fan"), at: 8))
        #expect(try opened.after(.setMenu(nil), at: 9).menu == PresentedTab(tab: nil, acceptedAt: 9))
        #expect(try state.ignores(.setMenu(nil), at: 9))
        for tab in ["find", "bell", "idle"] as [TabID] {
            #expect(throws: CommandError.noMenu(tab)) { try state.reduce(.setMenu(tab), at: 1) }
        }
    }

    @Test func sheetClosesMenu() throws {
        let state = try Sample.full().after(.setMenu("fan"), at: 1)
        for command in [Command.select("find"), .setSheet("find")] {
            #expect(try state.topics(of: command) == [.sheet, .menu])
        }
        // A menu is above a sheet and keeps it.
        let both = try Sample.full().after(.setSheet("find"), at: 1).after(.setMenu("fan"), at: 2)
        #expect(both.sheet.tab == "find" && both.menu.tab == "fan")
        #expect(try both.after(.setSheet("find"), at: 3).menu.tab == nil)
    }

    @Test func runningAnAction() throws {
        let state = try Sample.full()
        let (run, effects) = try state.reduce(.run("sing"), at: 7)
        let call = ActionInvocation(action: "sing", count: 1, acceptedAt: 7)
        #expect(run.action == call)
        #expect(effects == [.publish(StateEvent(revision: 2, .action, of: run)), .run("sing")])
        let (again, more) = try run.reduce(.run("sing"), at: 8)
        #expect(again.action.count == 2)
        #expect(more.last == .run("sing"))
    }

    @Test func selectingAnActionTabRunsItsAction() throws {
        let (state, effects) = try Sample.full().reduce(.select("bell"), at: 7)
        #expect(state.action == ActionInvocation(action: "ring", count: 1, acceptedAt: 7))
        #expect(effects.last == .run("ring"))
        #expect(try Sample.full().ignores(.select("idle"), at: 7))
    }

    @Test func actionClosesMenuAndKeepsSheet() throws {
        let state = try Sample.full().after(.setSheet("find"), at: 1).after(.setMenu("fan"), at: 2)
        #expect(try state.topics(of: .run("ring"), at: 3) == [.menu, .action])
        #expect(try state.after(.run("ring"), at: 3).sheet.tab == "find")
    }

    @Test func barIsMinimizedAndExpanded() throws {
        let state = try Sample.full()
        let (folded, effects) = try state.reduce(.minimize(true), at: 7)
        let bar = BarState(isMinimized: true, acceptedAt: 7)
        #expect(folded.bar == bar)
        #expect(effects == [.publish(StateEvent(revision: 2, .bar, of: folded))])
        #expect(try folded.ignores(.minimize(true), at: 8))
        #expect(try folded.after(.minimize(false), at: 8).bar == BarState(isMinimized: false, acceptedAt: 8))
        #expect(try state.ignores(.minimize(false), at: 8))
    }

    @Test func barOfALookWithoutMinimizingStaysExpanded() throws {
        let state = try Sample.state()
        #expect(throws: CommandError.notMinimizable(look: "stress-monitor")) {
            try state.reduce(.minimize(true), at: 1)
        }
        #expect(try state.ignores(.minimize(false), at: 1))
        #expect(try state.ignores(.scrolled("a", .down), at: 1))
    }

    @Test func scrollingMinimizesTheBarOfTheSelectedPage() throws {
        let state = try Sample.full()
        let folded = try state.after(.scrolled("a", .down), at: 7)
        #expect(folded.bar == BarState(isMinimized: true, acceptedAt: 7))
        #expect(try folded.ignores(.scrolled("a", .down), at: 8))
        #expect(try folded.ignores(.scrolled("b", .up), at: 8))
        #expect(try folded.after(.scrolled("a", .up), at: 8).bar.isMinimized == false)
        #expect(try state.ignores(.scrolled("b", .down), at: 8))
    }

    @Test func selectingAnotherPageExpandsTheBar() throws {
        let folded = try Sample.full().after(.minimize(true), at: 1)
        #expect(try folded.topics(of: .select("b"), at: 2) == [.bar, .selection])
        // Reselecting the page does not: the bar expands when it is pressed.
        #expect(try folded.after(.select("a"), at: 2).bar.isMinimized)
    }
}
