import ShellModel
import Testing

/// The steps of an idle time in the state.
@Suite struct IdleReducerTests {
    private func state(_ commands: Command..., to rules: IdleRules = IdleRules()) throws -> ShellState {
        let start = try Sample.full()
        let configuration = try ShellConfiguration(
            tabs: start.tabs, actions: start.actions, look: try #require(start.look), kiosk: KioskRules(idle: rules))
        return try ([.configure(configuration)] + commands).reduce(start) { try $0.reduce($1, at: 1).state }
    }

    @Test func returnLeavesTheStartAndNothingElse() throws {
        let state = try state(.select("b"), .push("b", ["day"]), .idle(.returned))
        #expect(state.selection?.tab == "a" && state.paths.isEmpty)
        #expect(state.sheet.tab == nil && state.menu.tab == nil && state.bar.focus == nil && !state.bar.isMinimized)
        #expect(state.kiosk.isIdle && state.kiosk.returns == 1)
    }

    @Test func startIsTheNamedTab() throws {
        #expect(try state(.idle(.returned), to: IdleRules(returnTo: "c")).selection?.tab == "c")
        // It may be gone.
        #expect(try state(.idle(.returned), to: IdleRules(returnTo: "gone")).selection?.tab == "a")
    }

    @Test func dragUnderWayEndsThere() throws {
        let state = try state(.select("b"), .drag(from: "b", to: "c", progress: 0.4), .idle(.returned))
        #expect(state.selection?.tab == "a" && state.drag?.release?.tab == "a")
    }

    @Test func screenIsDarkerStepByStep() throws {
        #expect(try state(.idle(.dimmed)).kiosk.screen == .dimmed)
        #expect(try state(.idle(.blanked), .idle(.dimmed)).kiosk.screen == .blank)
        let woken = try state(.idle(.blanked), .idle(.active)).kiosk
        #expect(woken.screen == .on && !woken.isIdle)
    }

    @Test func nothingOfItIsSaved() throws {
        let (_, effects) = try Sample.full().reduce(.idle(.blanked), at: 1)
        #expect(!effects.contains(.persist))
    }
}
