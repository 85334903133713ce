import ShellModel
import TestSupport
import Testing

/// The tabs and actions that need the number.
@Suite struct LockTests {
    private static let guarded: [TabID] = ["b", "find", "fan", "w"]

    /// The tabs of ``Sample``, and a window's.
    private static func setup(
        _ tabs: [TabID]? = guarded, actions: [ActionID] = ["sing"], guardsChanges: Bool = true,
        without left: TabID? = nil
    ) throws -> ShellConfiguration {
        var window = Sample.tab("w")
        window.window = WindowBinding(appIDs: ["W"])
        return try ShellConfiguration(
            tabs: (Sample.tabs + [window]).filter { $0.id != left }, actions: [Sample.ring, Sample.sing],
            look: Sample.folding,
            kiosk: KioskRules(rotation: RotationRules(stops: ["a", "b", "c"].map { .init(tab: $0, seconds: 1) })),
            lock: tabs.map { LockRules(tabs: $0, actions: actions, guardsChanges: guardsChanges) })
    }

    private func state(
        _ commands: Command..., tabs: [TabID] = guarded, restoring memory: PersistentState = PersistentState()
    ) throws -> ShellState {
        let start = ShellState(try Self.setup(tabs), restoring: memory, now: 5)
        return try commands.reduce(start) { try $0.reduce($1, at: 1).state }
    }

    /// No sequence of commands without the number ends with a guarded tab in front, or changes its page.
    @Test(arguments: 0..<UInt64(8))
    func nothingLeadsAroundIt(seed: UInt64) throws {
        let setups = try [
            Self.setup(), Self.setup(guardsChanges: false), Self.setup(["c", "new"]), Self.setup(nil),
            Self.setup(without: "a"),
        ]
        var commands = RandomCommands(configurations: setups, random: SplitMix64(seed: seed))
        var (state, time) = (ShellState(setups[0], now: 0), UInt64(0))
        var kinds: Set<RandomCommands.Kind> = []
        for _ in 0..<2000 {
            time += UInt64.random(in: 0..<2_000_000_000, using: &commands.random)
            let (kind, command) = commands.next()
            do throws(CommandError) {
                let next = try state.reduce(command, at: time).state
                let drag = next.drag.flatMap { $0.release == nil ? $0 : nil }
                let front = [next.selection?.tab, next.sheet.tab, next.menu.tab, drag?.from, drag?.to].compactMap(
                    \.self)
                #expect(!front.contains { next.isGuarded($0) }, "\(command)")
                for tab in next.tabs.map(\.id) where state.isGuarded(tab) && kind != .configure && kind != .idle {
                    #expect(next.paths[tab] == state.paths[tab] && next.shown[tab] == state.shown[tab], "\(command)")
                    #expect(next.followed == state.followed || next.followed.tab != tab, "\(command)")
                }
                state = next
                kinds.insert(kind)
            } catch {
                // The daemon removes documents, locks, and follows the time and its files.
                if case .show(let tab, nil) = command, !state.isGuarded(tab), state.tab(tab) != nil {
                    Issue.record("\(command): \(error)")
                }
                #expect(
                    ![.configure, .idle, .setUnlocked, .endExpired, .goToStart].contains(kind), "\(command): \(error)")
            }
        }
        #expect(kinds.count == RandomCommands.Kind.allCases.count)
    }

    @Test(arguments: [
        Command.select("b"), .open("b", ["day"]), .drag(from: "a", to: "b", progress: 0.5), .push("b", ["day"]),
        .drag(from: "b", to: "c", progress: 0.5), .show("b", ShownDocument("x")),
    ])
    func guardedTabIsRefused(_ command: Command) throws {
        let state = try state()
        #expect(throws: CommandError.locked(.tab("b"))) { try state.reduce(command, at: 1) }
        #expect(try state.reduce(command, at: 1, isAuthorized: true).state != state)
        let unlocked = try state.reduce(.setUnlocked(true), at: 1).state
        #expect(try unlocked.reduce(command, at: 1).state != unlocked)
    }

    @Test func guardedSheetMenuLinkAndActionAreRefused() throws {
        let state = try state(.setUnlocked(true), .show("b", ShownDocument("x")), .setUnlocked(false))
        for (command, prompt) in [
            (.setSheet("find"), .tab("find")), (.setMenu("fan"), .tab("fan")), (.run("sing"), .action("sing")),
            (.follow("b", "open the door"), .tab("b")), (.show("b", nil), .tab("b")),
        ] as [(Command, LockPrompt)] {
            #expect(throws: CommandError.locked(prompt)) { try state.reduce(command, at: 1) }
        }
        #expect(try state.reduce(.run("ring"), at: 1).state.action.action == "ring")
        let bell = try self.state(tabs: ["bell"])
        #expect(throws: CommandError.locked(.tab("bell"))) { try bell.reduce(.select("bell"), at: 1) }
    }

    /// Neither the bar's keys nor a window that comes to the front unasked is a way around it.
    @Test func thereIsNoWayAroundIt() throws {
        #expect(try state(.selectNext).selection?.tab == "c")
        #expect(try state(.selectPrevious).selection?.tab == "c")
        #expect(try state(.setWindow("w", WindowState(title: ""), over: "a")).selection?.tab == "a")
        let focused = try state(.focus(.enter), .focus(.next))
        #expect(focused.bar.focus?.tab == "b")
        #expect(throws: CommandError.locked(.tab("b"))) { try focused.reduce(.focus(.activate), at: 1) }
        #expect(try state(restoring: PersistentState(selected: "b")).selection?.tab == "a")
        // The start is not among them.
        #expect(try state(.idle(.returned), tabs: ["a"]).selection?.tab == "b")
    }

    /// By a client, by the time, and by a configuration.
    @Test(arguments: [Command.setUnlocked(false), .endExpired, .configure(try setup(["a", "b", "find"]))])
    func lockingLeavesNothingGuardedInFrontOrUnderWay(_ command: Command) throws {
        let isConfigured = if case .configure = command { true } else { false }
        let before = isConfigured ? ShellState(try Self.setup(nil), now: 5) : try state(.setUnlocked(true))
        let start: TabID = isConfigured ? "c" : "a"
        let end = before.nextEnd ?? 1
        #expect(isConfigured || end == 60_000_000_001)
        let open = try before.after(.select("b"), .setSheet("find")).reduce(command, at: end).state
        #expect(open.selection?.tab == start && open.sheet.tab == nil && open.isLocked && open.nextEnd == nil)
        let dragged = try before.after(.drag(from: "a", to: "b", progress: 0.95)).reduce(command, at: end).state
        #expect(dragged.drag?.release?.tab == start && dragged.selection?.tab == start)
        #expect(try dragged.ignores(.endDrag(velocity: 1)))
        let field = try before.after(.select("b"), .focus(.field)).reduce(command, at: end).state
        #expect(field.bar.focus == nil)
    }

    @Test func visitFromAGuardedTabEndsAtTheStart() throws {
        let visit = try state(.setUnlocked(true), .select("b"), .select("c", duration: 30))
        let locked = try visit.after(.setUnlocked(false))
        #expect(locked.selection?.visit?.from == "b")
        #expect(try locked.after(.endExpired, at: 31).selection?.tab == "a")
        #expect(try visit.after(.endExpired, at: 31).selection?.tab == "b")
    }

    /// A client that gives the number with its request.
    @Test func tabThatTheNumberBringsToTheFrontLeavesIt() throws {
        let shown = try state().reduce(.select("b"), at: 7, isAuthorized: true).state
        #expect(shown.selection?.tab == "b" && shown.isLocked && shown.nextEnd == 60_000_000_007)
        for command in [.push(nil, ["day"]), .select("b")] as [Command] {
            #expect(throws: CommandError.locked(.tab("b"))) { try shown.reduce(command, at: 8) }
        }
        let pushed = try shown.reduce(.push("b", ["day"]), at: 8, isAuthorized: true).state
        #expect(pushed.nextEnd == shown.nextEnd)
        #expect(try pushed.after(.endExpired, at: 60_000_000_007).selection?.tab == "a")
        let other = try pushed.after(.select("c"), at: 9)
        #expect(other.selection?.tab == "c" && other.nextEnd == nil)
    }

    @Test func unlockIsForTheTimeOfTheRules() throws {
        let unlocked = try state(.setUnlocked(true))
        #expect(unlocked.lock?.endsAt == 60_000_000_001)
        #expect(try unlocked.ignores(.endExpired, at: 60_000_000_000))
        #expect(try !unlocked.after(.configure(Self.setup(["c"]))).isLocked)
        #expect(try unlocked.after(.endExpired, at: 60_000_000_001).isLocked)
    }

    @Test func padIsShownWhileLockedOnly() throws {
        #expect(try state(.prompt(.tab("b"))).lock?.prompt == .tab("b"))
        #expect(try state(.prompt(.tab("b")), .prompt(nil)).lock?.prompt == nil)
        #expect(try state(.prompt(.tab("b")), .idle(.returned)).lock?.prompt == nil)
        #expect(try state(.setUnlocked(true), .prompt(.tab("b"))).lock?.prompt == nil)
        #expect(try state(.prompt(.tab("b")), .configure(Self.setup(["c"]))).lock?.prompt == nil)
        #expect(try Sample.full().reduce(.prompt(.tab("b")), at: 1).state.lock == nil)
    }

    @Test func guardedTabHasNoTurn() throws {
        #expect(try state(.rotate(.next)).selection?.tab == "c")
        #expect(try state(.setUnlocked(true), .rotate(.next)).selection?.tab == "b")
        for isUnlocked in [false, true] {
            var clock = KioskClock(at: 0)
            let state = try state(.setUnlocked(isUnlocked))
            clock.rules = state.kiosk.rules
            #expect(clock.advance(to: 0, state) == [.rotation(.running)])
            #expect(clock.advance(to: 1_000_000_000, state).first == .turn(isUnlocked ? "b" : "c"))
        }
    }

    @Test func delaysGrow() {
        let second: UInt64 = 1_000_000_000
        var attempts = LockAttempts(wallClock: 0, at: 0)
        var waits: [Int] = []
        for _ in 0..<10 {
            attempts.begin(wallClock: 1000, at: 0)
            waits.append(attempts.wait(at: 0))
        }
        #expect(waits == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
        #expect(attempts.wait(at: 899 * second) == 1 && attempts.wait(at: 900 * second) == 0)
        #expect(attempts.wrong == 10 && attempts.lastWrong == 1000)
        attempts.succeeded()
        #expect(attempts == LockAttempts(wallClock: 7, at: 0))
    }

    /// A start neither shortens a delay nor begins it again.
    @Test(
        arguments: [
            (10, 1000, 1000, 900), (10, 1000, 1400, 500), (10, 1000, 1899, 1), (10, 1000, 1900, 0), (3, 1000, 1010, 20),
            (10, nil, 1000, 900), (10, 2000, 1000, 900), (2, 1000, 1000, 0), (-1, 1000, 1000, 0), (10, .min, .max, 0),
        ] as [(Int, Int64?, Int64, Int)])
    func restOfADelayFollowsAStart(wrong: Int, last: Int64?, now: Int64, wait: Int) {
        let attempts = LockAttempts(wrong: wrong, lastWrong: last, wallClock: now, at: 5)
        #expect(attempts.wait(at: 5) == wait)
        // A time in the future is not saved again.
        #expect(attempts.lastWrong == (wrong > 0 ? min(last ?? now, now) : nil))
    }
}
