import ShellModel
import TestSupport
import Testing

@testable import TabDaemon

/// The supervisor as a value: its decisions about programs, without processes.
@Suite final class SupervisorTests {
    private static let second: UInt64 = 1_000_000_000

    private var supervisor = Supervisor(socket: "/run/s", instance: "/run/s:9", missingCompositor: "no compositor")

    init() { supervisor.now = 100 * Self.second }

    /// The effects since the last call.
    private func effects() -> [TabDaemon.Effect] {
        defer { supervisor.effects = [] }
        return supervisor.effects
    }

    /// Fires the deadlines that have passed at a time in seconds after the start.
    private func advance(to seconds: UInt64) {
        supervisor.now = (100 + seconds) * Self.second
        while let deadline = supervisor.deadlines.takeDue(at: supervisor.now) { supervisor.fire(deadline) }
    }

    private func register(_ program: Program, _ pid: Int32) throws {
        try supervisor.register(
            Registration(program: program, answersPings: true), ancestors: [pid, 1], peer: ClientID(rawValue: 1))
    }

    private static func spec(_ tab: TabID, _ arguments: [String] = ["page"]) -> Supervisor.ProgramSpec {
        .init(program: .page(tab), arguments: arguments)
    }

    /// An unused screen wakes the daemon once a minute, however many programs are in front.
    @Test func programsInFrontArePingedTogether() throws {
        let programs: [Program] = [.panel, .page("a"), .page("b")]
        supervisor.start(programs.map { .init(program: $0) }, beside: [])
        for (index, program) in programs.enumerated() { try register(program, Int32(10 + index)) }
        advance(to: 0)
        for program in programs {
            _ = effects()
            supervisor.inspected(program, ProcessCondition())
            #expect(effects() == [.send(.ping(serial: 1), ClientID(rawValue: 1))])
            supervisor.answered(program, 1)
        }
        #expect(supervisor.deadlines[.pingRound] == nil)
        _ = effects()
        supervisor.setFront([.panel, .page("a")])
        #expect(effects() == [.inspect(.panel, 10), .inspect(.page("a"), 11)])
        for program in programs.dropLast() {
            supervisor.inspected(program, ProcessCondition())
            supervisor.answered(program, 2)
        }
        #expect(supervisor.deadlines[.pingRound] == supervisor.now + 60 * Self.second)
        #expect(supervisor.deadlines.next == supervisor.deadlines[.pingRound])
        _ = effects()
        advance(to: 60)
        #expect(effects() == [.inspect(.panel, 10), .inspect(.page("a"), 11)])
    }

    /// A program that waits for a processor on a slow machine cannot answer, and is not reported for it.
    @Test func onlyTimeInWhichTheProgramCouldRunCounts() throws {
        supervisor.setUnresponsiveTimeout(8)
        supervisor.start([.init(program: .panel)], beside: [])
        try register(.panel, 10)
        supervisor.inspected(.panel, ProcessCondition())
        supervisor.answered(.panel, 1)
        supervisor.inspected(.panel, ProcessCondition())
        advance(to: 4)
        supervisor.reports = []
        supervisor.inspected(.panel, ProcessCondition(waited: 3 * Self.second))
        #expect(supervisor.reports.isEmpty)
        #expect(supervisor.deadlines[.ping(.panel)] == supervisor.now + 3 * Self.second)
        supervisor.inspected(.panel, ProcessCondition(isStopped: true))
        #expect(supervisor.reports.first?.isResponsive == true, "it is stopped")
        supervisor.reports = []
        advance(to: 8)
        supervisor.inspected(.panel, ProcessCondition())
        #expect(supervisor.reports.first?.isResponsive == false)
    }

    /// Each process that does not end at SIGTERM is killed after the grace period, however many others are ended meanwhile.
    @Test func eachTerminationHasItsOwnDeadline() throws {
        supervisor.start([Self.spec("a"), Self.spec("b")], beside: [])
        supervisor.started(1, .success(10))
        supervisor.started(2, .success(20))
        supervisor.update([Self.spec("b")])
        advance(to: 2)
        supervisor.update([])
        _ = effects()
        advance(to: 3)
        #expect(effects() == [.kill(10)])
        advance(to: 5)
        #expect(effects() == [.kill(20)])
    }

    /// A second instance never runs beside one that a later start has found.
    @Test func startThatEndsLateIsEnded() throws {
        supervisor.start([Self.spec("a")], beside: [])
        let restarts = supervisor.restart(.page("a"), nil)
        #expect(restarts)
        _ = effects()
        supervisor.started(1, .success(10))
        #expect(effects() == [.terminate(10)])
        supervisor.exited(10, code: -15, lastLine: nil)
        #expect(effects().contains { if case .start(let start) = $0 { start.id == .program(2) } else { false } })
        supervisor.stop()
        supervisor.stop()
        supervisor.started(2, .success(20))
        #expect(effects().last == .kill(20))
    }

    @Test func removedProgramThatStartsLateIsEnded() {
        supervisor.start([Self.spec("a"), Self.spec("b")], beside: [])
        supervisor.update([Self.spec("b", ["other"])])
        _ = effects()
        for (start, pid) in [(1, 10), (2, 20)] as [(Int, Int32)] {
            supervisor.started(start, .success(pid))
            #expect(effects().first == .terminate(pid))
        }
        supervisor.exited(20, code: -15, lastLine: nil)
        #expect(effects().contains { if case .start(let start) = $0 { start.arguments == ["other"] } else { false } })
    }

    /// The instance and the group of a program outlast the daemon that has started it.
    @Test func adoptedProgramLeavesNothingBehind() throws {
        let running = RunningProgram(
            program: .page("a"), pid: 10, isManaged: true, arguments: [.string("page")], instance: "8-3")
        supervisor.start([Self.spec("a")], beside: [running])
        #expect(supervisor.running == [running])
        _ = effects()
        supervisor.exited(10, code: 1, lastLine: "it failed")
        #expect(effects().contains(.terminateOrphans("8-3")))
        #expect(supervisor.reports.last?.problem == "it failed")
    }

    /// A program whose compositor has gone starts with the next one, and not earlier.
    @Test func lostCompositorIsProbed() throws {
        supervisor.start([Self.spec("a", ["/usr/bin/tabshell-page"])], beside: [])
        supervisor.started(1, .success(10))
        supervisor.exited(10, code: 7, lastLine: nil)
        #expect(effects().last == .probeCompositor(.page("a")))
        supervisor.compositorProbed(.page("a"), isReachable: false)
        #expect(effects().last == .awaitCompositor)
        #expect(supervisor.reports.last?.reason == "no compositor" && supervisor.deadlines[.restart(.page("a"))] == nil)
        supervisor.compositorAppeared()
        #expect(effects().contains { if case .start = $0 { true } else { false } })
        // The code only has its meaning without a compositor.
        supervisor.started(2, .success(20))
        supervisor.exited(20, code: 3, lastLine: nil)
        _ = effects()
        supervisor.compositorProbed(.page("a"), isReachable: true)
        #expect(supervisor.reports.last?.reason == "it found no compositor (exit code 3)")
        #expect(supervisor.deadlines[.restart(.page("a"))] != nil && effects() == [])
        // One that ends accepts connections for a moment: no program is started for nothing.
        advance(to: 10)
        #expect(effects() == [.probeCompositor(.page("a"))])
    }

    /// The exit statuses of other programs have no meaning of the shell's.
    @Test(
        arguments: [
            ("tabshell-page", 2, nil), ("tabshell-page", 3, "it found no compositor (exit code 3)"),
            ("sh", 2, "it exited with code 2"), ("sh", 3, "it exited with code 3"), ("sh", 9, "it exited with code 9"),
        ] as [(String, Int32, String?)])
    func statusesAreOfTheShell(program: String, code: Int32, reason: String?) {
        supervisor.start([Self.spec("a", [program])], beside: [])
        supervisor.started(1, .success(10))
        supervisor.exited(10, code: code, lastLine: nil)
        let status = supervisor.reports.last
        #expect(status?.phase == (reason == nil ? .failed : .restarting))
        if let reason { #expect(status?.reason == reason) }
    }
}

@Suite struct PingTrackerTests {
    /// The pings of programs in `Golden/pings.txt`, with the times in seconds, and what each step returns and leaves: the deadline, and
    /// whether the program is unresponsive. One that is restarted is so after 30 s.
    @Test func stepsHaveTheReviewedOutcome() throws {
        let second: UInt64 = 1_000_000_000
        var tracker = PingTracker()
        var timeouts = PingTracker.Timeouts(restart: 30)
        let (reviewed, played) = try playScript("pings") { line in
            let words = line.split(separator: " ")
            let number = words.last.flatMap { UInt64($0) } ?? 0
            let result: String
            switch words.first {
            case "program", "answering":
                tracker = PingTracker()
                timeouts = PingTracker.Timeouts(restart: words.last == "never" ? nil : 30)
                if words.first == "answering" {
                    let isAnswer = tracker.send(at: 0).map { tracker.answered($0) }
                    #expect(isAnswer == true)
                }
                result = "new"
            case "send": result = tracker.send(at: number * second).map { "ping \($0)" } ?? "no ping"
            case "answered": result = tracker.answered(number) ? "an answer" : "no answer"
            case "check": result = "\(tracker.check(at: number * second, timeouts))"
            case "excuse":
                tracker.excuse(at: number * second)
                result = "excused"
            default: return []
            }
            let deadline = tracker.deadline(timeouts).map { "until \($0 / second) s" } ?? "no deadline"
            return ["\(result), \(deadline)\(tracker.isUnresponsive ? ", unresponsive" : "")"]
        }
        #expect(played == reviewed)
    }

    @Test func timeToReportIsAtMostHalfOfTimeToRestart() {
        let timeouts = [30, 2, nil].map { PingTracker.Timeouts(restart: $0) }
        #expect(timeouts.map { $0.report / 1_000_000_000 } == [5, 1, 5])
        #expect(timeouts.map { $0.restart.map { $0 / 1_000_000_000 } } == [30, 2, nil])
    }
}

@Suite struct WindowKeeperTests {
    private let second: UInt64 = 1_000_000_000

    @Test func delaysGrowUntilTheWindowStays() {
        var keeper = WindowKeeper()
        var now = second
        for delay in [1, 2, 4, 8, 16, 32, 60, 60] as [UInt64] {
            #expect(keeper.lost(at: now) == .start(at: now + delay * second))
            now += delay * second
            keeper.windowAppeared(at: now)
            now += second
        }
        keeper.windowAppeared(at: now)
        // It is there all the time.
        keeper.windowAppeared(at: now + 59 * second)
        #expect(keeper.lost(at: now + 60 * second) == .start(at: now + 61 * second))
    }

    @Test func startsAreLimitedWithinAnHour() {
        var keeper = WindowKeeper()
        var now = second
        var first: UInt64?
        for _ in 0..<WindowKeeper.maximumStarts {
            guard case .start(let time) = keeper.lost(at: now) else {
                Issue.record("a pause at \(now)")
                return
            }
            first = first ?? time
            now = time
        }
        let end = (first ?? 0) + WindowKeeper.hour
        #expect(keeper.lost(at: now) == .pause(until: end))
        #expect(keeper.lost(at: end - 1) == .pause(until: end))
        #expect(keeper.lost(at: end) == .start(at: end + 60 * second))
    }
}

@Suite struct StartOrderTests {
    private static let (home, flash, growth) = (Program.page("home"), Program.page("flash"), Program.page("growth"))
    private static let front: [Program] = [.panel, home]
    private var order = StartOrder()

    /// Adds all programs; the panel and Home start.
    private mutating func begin() {
        #expect(order.add([.panel, Self.home, Self.flash, Self.growth], front: Self.front) == [.panel, Self.home])
        #expect(order.waiting == [Self.flash, Self.growth])
    }

    @Test mutating func programsBehindStartWhenAllInFrontHaveDrawn() {
        begin()
        #expect(order.finish(Self.home) == [])
        #expect(order.finish(Self.home) == [])
        #expect(order.finish(Self.flash) == [])
        #expect(order.isDrawing(.panel) && !order.isDrawing(Self.home))
        #expect(order.finish(.panel) == [Self.flash, Self.growth])
        #expect(order.waiting == [] && order.finish(.panel) == [])
    }

    @Test mutating func selectedTabStartsAtOnce() {
        begin()
        #expect(order.bringForward([.panel, Self.flash]) == [Self.flash])
        #expect(order.finish(.panel) == [] && order.finish(Self.home) == [])
        #expect(order.finish(Self.flash) == [Self.growth])
        #expect(order.bringForward([.panel, Self.growth]) == [])
    }

    @Test mutating func nobodyWaitsForEver() {
        begin()
        #expect(order.release() == [Self.flash, Self.growth])
        #expect(order.finish(.panel) == [] && order.finish(Self.home) == [])
        #expect(order.add([Self.flash], front: Self.front) == [Self.flash])
    }

    /// Nothing in front must start, or has begun to.
    @Test mutating func allStartAtOnceWithoutAnyInFront() {
        #expect(order.add([Self.flash, Self.growth], front: Self.front) == [Self.flash, Self.growth])
        #expect(order.waiting == [])
    }

    @Test mutating func programsThatAreAddedMeanwhileWaitToo() {
        begin()
        #expect(order.add([Self.growth, .page("x")], front: Self.front) == [])
        #expect(order.finish(Self.home) + order.finish(.panel) == [Self.flash, Self.growth, .page("x")])
    }
}
