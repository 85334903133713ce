import ShellModel
import Testing

/// The menu of a tab without `actions`: changes that the user may make to it.
@Suite struct TabMenuTests {
    private static let (rename, remove): (ActionID, ActionID) = ("tab:rename", "tab:remove")
    private static let (back, on): (ActionID, ActionID) = ("tab:move-back", "tab:move-on")

    @Test func endsOfTheBarLeaveOutAMove() throws {
        let setup = try Sample.setup((["a", "x", "b", "c"] as [TabID]).map { Sample.tab($0, isHidden: $0 == "x") })
        let state = ShellState(setup, now: 1)
        #expect(state.menu(of: "a") == [Self.rename, Self.on, Self.remove])
        #expect(state.menu(of: "b") == [Self.rename, Self.back, Self.on, Self.remove])
        #expect(state.menu(of: "c") == [Self.rename, Self.back, Self.remove] && state.menu(of: "x").isEmpty)
        #expect(state.position(of: "b", after: .moveBack) == .before("a"))
        #expect(state.position(of: "b", after: .moveOn) == .after("c"))
        #expect(try Sample.full().menu(of: "fan") == ["ring", "sing"] && Sample.full().menu(of: "find").isEmpty)
    }

    /// An action closes the menu and is no invocation; it needs the menu.
    @Test func keysChooseAChange() throws {
        let state = try Sample.state().after(.focus(.first), .focus(.menu), .focus(.next))
        #expect(state.bar.focus == BarFocus("a", action: Self.on))
        let (next, effects) = try state.reduce(.focus(.activate), at: 2)
        #expect(effects.contains(.edit("a", .moveOn)) && next.action == state.action)
        #expect(next.menu.tab == nil && next.bar.focus == nil)
        #expect(throws: CommandError.self) { try next.reduce(.run(Self.on), at: 3) }
        #expect(throws: CommandError.self) { try state.reduce(.run(Self.back), at: 3) }
    }

    @Test func lockForbidsIt() throws {
        func state(guardsChanges: Bool) throws -> ShellState {
            let lock = LockRules(tabs: ["b"], guardsChanges: guardsChanges)
            return ShellState(
                try ShellConfiguration(tabs: [Sample.tab("a"), Sample.tab("b")], look: Look(), lock: lock), now: 1)
        }
        let locked = try state(guardsChanges: true)
        #expect(locked.menu(of: "a").isEmpty)
        #expect(throws: CommandError.noMenu("a")) { try locked.after(.focus(.first), .focus(.menu)) }
        let open = try locked.after(.setUnlocked(true), .setMenu("a"))
        #expect(open.menu.tab == "a")
        #expect(try open.after(.setUnlocked(false)).menu.tab == nil)
        #expect(try !state(guardsChanges: false).menu(of: "a").isEmpty)
    }
}
