// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabDaemon

/// The supervisor as a value: what it decides about programs, without processes.
@Suite final class SupervisorTests {
    private static let second: UInt64 = 1_000_000_000

    private var supervisor = Supervisor(socket: "/run/s", instancePrefix: "9-", missingCompositor: "no compositor")

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
            supervisor.inspected(program, ProcessCondition())
            #expect(supervisor.pings[program] == 1)
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

    /// A program whose compositor has gone starts when there is one, and not before.
    @Test func lostCompositorIsProbed() throws {
        supervisor.start([Self.spec("a")], beside: [])
        supervisor.started(1, .success(10))
        supervisor.exited(10, code: 7, lastLine: nil)
        #expect(effects().last == .probeCompositor(.page("a")))
        supervisor.compositorProbed(.page("a"), isReachable: false)
        #expect(effects().last == .awaitCompositor)
        #expect(supervisor.reports.last?.reason == "no compositor" && supervisor.deadlines[.restart(.page("a"))] == nil)
        supervisor.compositorAppeared()
        #expect(effects().contains { if case .start = $0 { true } else { false } })
        // The code has its meaning only while there is no compositor.
        supervisor.started(2, .success(20))
        supervisor.exited(20, code: 3, lastLine: nil)
        _ = effects()
        supervisor.compositorProbed(.page("a"), isReachable: true)
        #expect(supervisor.reports.last?.reason == "it found no compositor (exit code 3)")
        #expect(supervisor.deadlines[.restart(.page("a"))] != nil && effects() == [])
    }
}
