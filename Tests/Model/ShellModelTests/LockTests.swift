import ShellModel
import TestSupport
import Testing

/// The tabs and actions that need the number.
@Suite struct LockTests {
    private static let guarded: [TabID] = ["b", "find", "fan", "w"]

    /// The tabs of ``Sample``, and a window's.
    static func setup(
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

    private func state(_ commands: Command...) throws -> ShellState {
        try commands.reduce(ShellState(Self.setup(), now: 5)) { try $0.after($1) }
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

    @Test func guardedTabIsNotRestoredAndHasNoTurn() throws {
        let restored = ShellState(try Self.setup(), restoring: PersistentState(selected: "b"), now: 5)
        #expect(restored.selection?.tab == "a")
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
