// SPDX-License-Identifier: MIT

import ShellModel
import Testing

/// The tabs and actions that need the number.
@Suite struct LockTests {
    private func state(
        _ commands: Command..., tabs: [TabID] = ["b", "find", "fan"], actions: [ActionID] = ["sing"],
        restoring memory: PersistentState = PersistentState()
    ) throws -> ShellState {
        let configuration = try ShellConfiguration(
            tabs: Sample.tabs, actions: [Sample.ring, Sample.sing], look: Sample.folding,
            lock: LockRules(tabs: tabs, actions: actions))
        let start = ShellState(configuration, restoring: memory, now: 5)
        return try commands.reduce(start) { try $0.reduce($1, at: 1).state }
    }

    @Test(arguments: [
        Command.select("b"), .open("b", ["day"]), .drag(from: "a", to: "b", progress: 0.5),
        .drag(from: "b", to: "c", progress: 0.5),
    ])
    func guardedTabIsRefused(_ command: Command) throws {
        let state = try state()
        #expect(throws: CommandError.locked(.tab("b"))) { try state.reduce(command, at: 1) }
        #expect(try state.reduce(command, at: 1, isAuthorized: true).state != state)
        let unlocked = try state.reduce(.setUnlocked(true), at: 1).state
        #expect(try unlocked.reduce(command, at: 1).state != unlocked)
    }

    @Test func guardedSheetMenuAndActionAreRefused() throws {
        let state = try state()
        #expect(throws: CommandError.locked(.tab("find"))) { try state.reduce(.setSheet("find"), at: 1) }
        #expect(throws: CommandError.locked(.tab("fan"))) { try state.reduce(.setMenu("fan"), at: 1) }
        #expect(throws: CommandError.locked(.action("sing"))) { try state.reduce(.run("sing"), at: 1) }
        #expect(try state.reduce(.run("ring"), at: 1).state.action.action == "ring")
    }

    /// Neither the keys of the bar nor a window that comes to the front by itself are a way around it.
    @Test func thereIsNoWayAroundIt() throws {
        #expect(try state(.selectNext).selection?.tab == "c")
        #expect(try state(.selectPrevious).selection?.tab == "c")
        let focused = try state(.focus(.enter), .focus(.next))
        #expect(focused.bar.focus?.tab == "b")
        #expect(throws: CommandError.locked(.tab("b"))) { try focused.reduce(.focus(.activate), at: 1) }
        #expect(try state(restoring: PersistentState(selected: "b")).selection?.tab == "a")
        // The start is none of them.
        #expect(try state(.idle(.returned), tabs: ["a"]).selection?.tab == "b")
    }

    @Test func lockingAgainLeavesNothingGuardedInFront() throws {
        let state = try state(.setUnlocked(true), .select("b"), .setSheet("find"), .setUnlocked(false))
        #expect(state.selection?.tab == "a" && state.sheet.tab == nil && state.isLocked)
    }

    @Test func padIsShownWhileLockedOnly() throws {
        #expect(try state(.prompt(.tab("b"))).lock?.prompt == .tab("b"))
        #expect(try state(.prompt(.tab("b")), .prompt(nil)).lock?.prompt == nil)
        #expect(try state(.prompt(.tab("b")), .idle(.returned)).lock?.prompt == nil)
        #expect(try state(.setUnlocked(true), .prompt(.tab("b"))).lock?.prompt == nil)
        #expect(try Sample.full().reduce(.prompt(.tab("b")), at: 1).state.lock == nil)
    }

    @Test func delaysGrowAndSurviveARestart() {
        let second: UInt64 = 1_000_000_000
        var attempts = LockAttempts(at: 0)
        var waits: [Int] = []
        for _ in 0..<10 {
            attempts.begin(at: 0)
            waits.append(attempts.wait(at: 0))
        }
        #expect(waits == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
        #expect(attempts.wait(at: 899 * second) == 1 && attempts.wait(at: 900 * second) == 0)
        // The delay begins again with the next daemon.
        #expect(LockAttempts(wrong: attempts.wrong, at: 5).wait(at: 5) == 900)
        attempts.succeeded()
        #expect(attempts == LockAttempts(at: 0) && LockAttempts(wrong: -1, at: 0).wait(at: 0) == 0)
    }
}
