import TestSupport
import Testing

@testable import ShellModel

/// Idleness, rotation and schedule together, on a scripted clock.
@Suite struct KioskClockTests {
    /// Monday, 2 March 2026, 08:00 UTC.
    private static let morning: Int64 = 1_772_438_400

    /// A shell with the clock, as the daemon has it.
    private struct Kiosk {
        var clock = KioskClock(at: 0)
        var state: ShellState
        var wakes = 0
        var turns: [(second: Int, tab: TabID)] = []
        private var scheduleChange: Int64?

        init(_ rules: KioskRules) throws {
            let start = try Sample.state()
            let configuration = try ShellConfiguration(
                tabs: start.tabs, look: try #require(start.look), kiosk: rules)
            state = ShellState(configuration, now: 0)
            clock.rules = rules
            try wallClock(at: 0, shift: 0)
        }

        mutating func handle(_ events: [KioskClock.Event], at time: UInt64) throws {
            for event in events {
                let command: Command =
                    switch event {
                    case .idle(let step): .idle(step)
                    case .schedule(let values): .setScheduled(values)
                    case .start: .goToStart
                    case .turn(let tab): .select(tab)
                    case .rotation(let phase): .setRotation(phase)
                    }
                let before = state.selection?.tab
                state = try state.reduce(command, at: time).state
                if let tab = state.selection?.tab, tab != before { turns.append((Int(time / 1_000_000_000), tab)) }
            }
        }

        /// - Parameter shift: the time by which the wall clock was set, s.
        mutating func wallClock(at time: UInt64, shift: Int64) throws {
            let wall = KioskClockTests.morning + shift + Int64(time / 1_000_000_000)
            try handle(clock.wallClock(wall) { _ in 0 }, at: time)
            try handle(clock.advance(to: time, state), at: time)
            scheduleChange = clock.nextScheduleChange(after: wall) { _ in 0 }
                .map { $0 - KioskClockTests.morning - shift }
        }

        /// Runs until a time as the event loop does: it wakes at deadlines only.
        mutating func run(until end: UInt64, shift: Int64 = 0) throws {
            while true {
                let change = scheduleChange.map { UInt64($0) * 1_000_000_000 }
                guard let next = [clock.deadline, change].compactMap(\.self).min(), next <= end else { return }
                wakes += 1
                if next == change {
                    try wallClock(at: next, shift: shift)
                } else {
                    try handle(clock.advance(to: next, state), at: next)
                }
            }
        }

        mutating func input(_ isActive: Bool, at time: UInt64) throws {
            try handle(clock.input(isActive: isActive, at: time), at: time)
            try handle(clock.advance(to: time, state), at: time)
        }

        mutating func reduce(_ command: Command, at time: UInt64) throws {
            state = try state.reduce(command, at: time).state
            try handle(clock.advance(to: time, state), at: time)
        }
    }

    private func time(_ seconds: Int) -> UInt64 { UInt64(seconds) * 1_000_000_000 }

    private static let rotation = RotationRules(
        stops: [.init(tab: "a", seconds: 20), .init(tab: "b", seconds: 40)], resumeAfter: 60)

    @Test func rotationWakesOnceATurn() throws {
        var kiosk = try Kiosk(KioskRules(rotation: Self.rotation))
        try kiosk.run(until: time(3600))
        #expect(kiosk.turns.count == 119 || kiosk.turns.count == 120)
        #expect(kiosk.wakes == kiosk.turns.count && kiosk.turns.prefix(3).map(\.second) == [20, 60, 80])
        #expect(kiosk.state.kiosk.rotation == .running)
    }

    @Test func clientPausesIt() throws {
        var kiosk = try Kiosk(KioskRules(rotation: Self.rotation))
        try kiosk.reduce(.rotate(.pause), at: time(1))
        #expect(kiosk.clock.deadline == nil && kiosk.state.kiosk.rotation == .paused)
        // Over a restart, and over a time of day without a rotation.
        let saved = kiosk.state.persistentState
        #expect(try saved.isRotationPaused && Sample.full(restoring: saved).kiosk.rotation == .paused)
        var night = kiosk.clock
        night.rules.schedule = [ScheduleEntry(from: 0, to: 1440, values: ScheduledValues(rotates: false))]
        _ = night.wallClock(Self.morning) { _ in 0 }
        #expect(night.advance(to: time(1), kiosk.state) == [])
        kiosk.state = try kiosk.state.reduce(.rotate(.next), at: 0).state
        #expect(kiosk.state.selection?.tab == "b")
        try kiosk.reduce(.rotate(.resume), at: time(2))
        #expect(kiosk.clock.deadline == time(42) && kiosk.state.kiosk.rotation == .running)
        #expect(throws: CommandError.noRotation) { try Sample.state().reduce(.rotate(.next), at: 0) }
    }

    /// `select --for`: the former page comes back, and has its turn then.
    @Test func visitHoldsIt() throws {
        var kiosk = try Kiosk(KioskRules(rotation: Self.rotation))
        try kiosk.reduce(.select("c", duration: time(300)), at: time(5))
        #expect(kiosk.clock.deadline == nil && kiosk.state.kiosk.rotation == .waiting)
        try kiosk.reduce(.endExpired, at: time(305))
        #expect(kiosk.state.selection?.tab == "a" && kiosk.clock.deadline == time(325))
    }

    @Test func tabOfTheScheduleWaitsForTheEndOfAUse() throws {
        let nine = ScheduleEntry(from: 9 * 60, to: 10 * 60, values: ScheduledValues(tab: "c"))
        var kiosk = try Kiosk(KioskRules(schedule: [nine]))
        try kiosk.run(until: time(3590))
        try kiosk.input(true, at: time(3590))
        try kiosk.run(until: time(3620))
        #expect(kiosk.state.selection?.tab == "a" && kiosk.state.kiosk.scheduled.tab == "c")
        try kiosk.input(false, at: time(3620))
        try kiosk.run(until: time(3700))
        #expect(kiosk.turns.map(\.tab) == ["c"] && kiosk.turns.map(\.second) == [3650])
        // The start is in front again after it.
        try kiosk.run(until: time(7200))
        #expect(kiosk.state.selection?.tab == "a")
    }

    @Test func screenIsBlackAtNightUnlessItIsUsed() throws {
        let nine = ScheduleEntry(from: 9 * 60, to: 10 * 60, values: ScheduledValues(isBlank: true))
        var kiosk = try Kiosk(KioskRules(schedule: [nine]))
        try kiosk.run(until: time(3599))
        #expect(kiosk.state.kiosk.screen == .on)
        try kiosk.run(until: time(3600))
        #expect(kiosk.state.kiosk.screen == .blank)
        try kiosk.input(true, at: time(4000))
        try kiosk.input(false, at: time(4010))
        #expect(kiosk.state.kiosk.screen == .on)
        try kiosk.run(until: time(4040))
        #expect(kiosk.state.kiosk.screen == .blank)
        try kiosk.run(until: time(7200))
        #expect(kiosk.state.kiosk.screen == .on)
    }

    /// A board without a battery begins in 1970, and NTP sets its clock.
    @Test func clockThatJumpsByYearsIsFollowed() throws {
        let now = ScheduleEntry(from: 8 * 60, to: 9 * 60, days: [.monday], values: ScheduledValues(tab: "b"))
        var kiosk = try Kiosk(KioskRules(schedule: [now]))
        #expect(kiosk.state.selection?.tab == "b")
        try kiosk.wallClock(at: time(10), shift: -Self.morning)
        #expect(kiosk.state.selection?.tab == "a" && kiosk.state.kiosk.scheduled.tab == nil)
        try kiosk.wallClock(at: time(20), shift: 10 * 365 * 86_400)
        try kiosk.wallClock(at: time(30), shift: 0)
        #expect(kiosk.state.selection?.tab == "b")
    }

    /// An hour at random against a model that looks at each second.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func hourAgreesWithASimpleModel(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let rules = KioskRules(
            idle: IdleRules(returnAfter: 150, dimAfter: 200, blankAfter: 400), rotation: Self.rotation,
            schedule: [
                ScheduleEntry(from: 8 * 60 + 10, to: 8 * 60 + 20, values: ScheduledValues(rotates: false)),
                ScheduleEntry(from: 8 * 60 + 30, to: 8 * 60 + 40, values: ScheduledValues(brightness: 0.4)),
            ])
        var kiosk = try Kiosk(rules)
        var (isActive, lastInput) = (false, -1_000_000)
        var quietStart = 0
        for second in 1..<3600 {
            if Int.random(in: 0..<120, using: &generator) == 0 {
                isActive.toggle()
                (lastInput, quietStart) = (second, second)
                try kiosk.run(until: time(second))
                try kiosk.input(isActive, at: time(second))
            }
            try kiosk.run(until: time(second))
            let quiet = isActive ? 0 : second - quietStart
            let screen: ScreenPhase = quiet >= 400 ? .blank : quiet >= 200 ? .dimmed : .on
            #expect(kiosk.state.kiosk.screen == screen, "\(second)")
            #expect(kiosk.state.kiosk.isIdle == (quiet >= 150), "\(second)")
            let isOff = (600..<1200).contains(second)
            let runs = !isActive && second - lastInput >= 60 && !isOff && screen != .blank
            let phase: RotationPhase = isOff ? .off : runs ? .running : .waiting
            #expect(kiosk.state.kiosk.rotation == phase, "\(second)")
            #expect(kiosk.state.kiosk.scheduled.brightness == ((1800..<2400).contains(second) ? 0.4 : nil))
            // While it runs, a tab of the rotation is in front.
            if runs { #expect(["a", "b"].contains(kiosk.state.selection?.tab)) }
        }
        for (turn, next) in zip(kiosk.turns, kiosk.turns.dropFirst()) where turn.tab == "a" && next.tab == "b" {
            #expect(next.second - turn.second >= 20)
        }
    }
}

/// The steps of an idle time, on a scripted clock.
@Suite struct IdleClockTests {
    private static let second: UInt64 = 1_000_000_000
    private static let rules = IdleRules(returnAfter: 60, dimAfter: 30, blankAfter: 120)

    private func time(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    @Test func nothingConfiguredHasNoDeadline() {
        var clock = IdleClock(at: 5)
        #expect(clock.deadline == nil)
        #expect(clock.advance(to: time(1e6)) == [])
        #expect(clock.input(isActive: true, at: time(1e6)) == [])
        #expect(clock.deadline == nil)
    }

    @Test func inputEndsAnIdleTimeOnce() {
        var clock = IdleClock(Self.rules, at: 0)
        #expect(clock.advance(to: time(61)) == [.dimmed, .returned])
        #expect(clock.input(isActive: true, at: time(62)) == [.active])
        #expect(clock.input(isActive: true, at: time(63)) == [])
        // Nothing is due while somebody is there, however long.
        #expect(clock.deadline == nil)
        #expect(clock.advance(to: time(1000)) == [])
        #expect(clock.input(isActive: false, at: time(1000)) == [])
        #expect(clock.deadline == time(1030))
    }

    @Test func stepsOfOneTimeKeepTheOrderOfTheRules() {
        var clock = IdleClock(IdleRules(returnAfter: 10, dimAfter: 10, blankAfter: 10), at: 0)
        #expect(clock.advance(to: time(10)) == [.returned, .dimmed, .blanked])
    }

    @Test func otherRulesBeginAgain() {
        var clock = IdleClock(Self.rules, at: 0)
        _ = clock.advance(to: time(31))
        clock.rules.dimAfter = 40
        #expect(clock.deadline == time(40))
        #expect(clock.advance(to: time(60)) == [.dimmed, .returned])
    }

    /// An idle screen wakes once a step, and the clock never misses one or repeats it.
    @Test func deadlinesAreThoseOfTheSteps() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let times = (0..<3).map { _ in
                Bool.random(using: &generator) ? Double(Int.random(in: 2...300, using: &generator)) : nil
            }
            var clock = IdleClock(IdleRules(returnAfter: times[0], dimAfter: times[1], blankAfter: times[2]), at: 0)
            var steps: [IdleStep] = []
            var wakes = 0
            while let deadline = clock.deadline {
                wakes += 1
                steps += clock.advance(to: deadline)
            }
            let configured = times.compactMap(\.self)
            #expect(steps.count == configured.count && wakes == Set(configured).count)
        }
    }
}

/// The turns of a rotation, on a scripted clock.
@Suite struct RotationClockTests {
    private typealias Surroundings = RotationClock.Surroundings
    private let rules = RotationRules(
        stops: [.init(tab: "a", seconds: 10), .init(tab: "b", seconds: 20)], resumeAfter: 30)

    private func time(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    private func clock() -> RotationClock {
        var clock = RotationClock()
        clock.rules = rules
        return clock
    }

    @Test func aTabWithoutATurnGivesWayAtTheBeginning() {
        var clock = clock()
        #expect(clock.advance(to: 0, Surroundings(front: "c")) == "a")
    }

    /// It stays as long as a finger's choice does.
    @Test func aTabThatAnotherClientSelectsStays() {
        var clock = clock()
        _ = clock.advance(to: 0, Surroundings(front: "a"))
        #expect(clock.advance(to: time(5), Surroundings(front: "c")) == nil)
        #expect(clock.deadline == time(35))
        #expect(clock.advance(to: time(35), Surroundings(front: "c")) == "a")
        // One with a turn has its whole time.
        #expect(clock.advance(to: time(36), Surroundings(front: "b")) == nil)
        #expect(clock.deadline == time(56))
    }

    @Test func oneTabNeverWakes() {
        var clock = RotationClock()
        clock.rules = RotationRules(stops: [.init(tab: "a", seconds: 1)])
        #expect(clock.advance(to: 0, Surroundings(front: "b")) == "a")
        #expect(clock.advance(to: time(100), Surroundings(front: "a")) == nil)
        #expect(clock.deadline == nil)
    }
}
