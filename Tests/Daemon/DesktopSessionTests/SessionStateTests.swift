import Posix
import Testing

@testable import DesktopSession
@testable import EventLoop

extension SessionState.Event {
    fileprivate static func exited(_ program: SessionState.Program, _ code: Int32) -> Self {
        .exited(program, code: code, at: 0, runTime: 0)
    }
}

@Suite struct SessionStateTests {
    private let leave = SessionState.Effect.leave(after: SessionState.leaveTimeout)

    /// A session whose compositor is ready, and whose daemon has been started.
    private func running(drawsInSoftware: Bool = false) -> SessionState {
        var state = SessionState(compositor: "sway", drawsInSoftware: drawsInSoftware)
        #expect(state.start() == [.start(.compositor, after: 0)])
        #expect(state.handle(.ready) == [.start(.daemon, after: 0)])
        return state
    }

    @Test func daemonFollowsTheCompositor() {
        var state = running()
        // Another message changes nothing.
        #expect(state.handle(.ready) == [])
        #expect(state.handle(.exited(.compositor, 0)) == [.end(.daemon), leave])
        #expect(state.handle(.exited(.daemon, 0)) == [.finish(nil)])
    }

    @Test func daemonIsStartedAgainWithGrowingDelays() {
        var state = running()
        for round in 0..<3 {
            #expect(
                state.handle(.exited(.daemon, -9)) == [
                    .warn("tabshelld exited (signal 9); restarting it"),
                    .start(.daemon, after: RestartPolicy.minimumDelay << UInt64(round)),
                ])
        }
    }

    @Test(
        arguments: [
            (.exited(.daemon, 2), "tabshelld exited with code 2"),
            (.failed(.daemon, reason: "program \"tabshelld\" not found"), "program \"tabshelld\" not found"),
        ] as [(SessionState.Event, String)])
    func daemonThatCannotWorkEndsTheSession(event: SessionState.Event, reason: String) {
        var state = running()
        #expect(state.handle(event) == [.end(.compositor), leave])
        let effects = state.handle(.exited(.compositor, 0))
        guard case .finish(let error?)? = effects.first else {
            Issue.record("the session has not failed")
            return
        }
        #expect(error.status == .refused && error.reason.hasPrefix(reason) && effects.count == 1)
    }

    @Test func compositorThatIsNeverReadyEndsTheSession() {
        var state = SessionState(compositor: "sway", drawsInSoftware: false)
        _ = state.start()
        #expect(
            state.handle(.exited(.compositor, 1)) == [
                .finish(.refused("sway exited (exit status 1) during startup; see its output above"))
            ])
    }

    @Test func compositorIsStartedAgainAndTheDaemonWithIt() {
        var state = running()
        #expect(
            state.handle(.exited(.compositor, -11)) == [
                .warn("sway exited (signal 11); restarting it"), .end(.daemon),
                .start(.compositor, after: RestartPolicy.minimumDelay),
            ])
        #expect(state.handle(.exited(.daemon, 0)) == [])
        #expect(state.handle(.ready) == [.start(.daemon, after: 0)])
    }

    /// Crashes the compositor, and its programs with it.
    private func crash(_ state: inout SessionState, at time: UInt64, isReadyAgain: Bool = true) -> [SessionState.Effect]
    {
        var effects = state.handle(.exited(.compositor, code: -11, at: time, runTime: 0))
        effects += state.handle(.exited(.daemon, code: 0, at: time, runTime: 0))
        if isReadyAgain { _ = state.handle(.ready) }
        return effects
    }

    /// One that ends before it is ready again counts, as any other end.
    @Test(arguments: [true, false])
    func compositorThatCrashesSixTimesAMinuteEndsTheSession(isReadyAgain: Bool) {
        var state = running()
        for second in 1..<UInt64(SessionState.maximumCrashes) {
            let effects = crash(&state, at: second * 11_000_000_000, isReadyAgain: isReadyAgain)
            #expect(!effects.contains { if case .finish = $0 { true } else { false } })
        }
        #expect(
            crash(&state, at: 60_000_000_000).last
                == .finish(.refused("sway exited (signal 11) 6 times within a minute")))
    }

    @Test func crashesOfEarlierMinutesDoNotCount() {
        var state = running()
        for second in 1...100 {
            let effects = crash(&state, at: UInt64(second) * 12_000_000_000)
            #expect(effects.contains { if case .start(.compositor, _) = $0 { true } else { false } })
        }
    }

    @Test func secondCrashWithinAMinuteLeavesTheGPU() {
        var state = running()
        #expect(!crash(&state, at: 0).contains(.drawInSoftware))
        #expect(!crash(&state, at: 70_000_000_000).contains(.drawInSoftware))
        #expect(crash(&state, at: 80_000_000_000).contains(.drawInSoftware))
        #expect(!crash(&state, at: 81_000_000_000).contains(.drawInSoftware))
    }

    /// The log does not announce the present state.
    @Test func crashWithoutTheGPUChangesNoRenderer() {
        var state = running(drawsInSoftware: true)
        for second in 1..<UInt64(SessionState.maximumCrashes) {
            let effects = crash(&state, at: second * 1_000_000_000)
            #expect(!effects.contains(.drawInSoftware))
            #expect(!effects.contains(.warn("sway now renders in software")))
        }
    }

    /// sway exits with 0 on SIGTERM, which is not a logout then.
    @Test func compositorThatHangsIsEndedAndStartedAgain() {
        var state = running()
        #expect(
            state.handle(.hung) == [.warn("sway has not answered for 30 s; it is ended"), .end(.compositor)])
        let effects = state.handle(.exited(.compositor, 0))
        #expect(effects.last == .start(.compositor, after: RestartPolicy.minimumDelay))
        // The next one is asked to end by its user.
        _ = state.handle(.exited(.daemon, 0))
        _ = state.handle(.ready)
        #expect(state.handle(.exited(.compositor, 0)) == [.end(.daemon), leave])
    }

    /// On a slow machine a compositor is still starting while it runs, or waits for a processor.
    @Test func compositorIsNamedOnceItHasSleptInsteadOfBeingReady() {
        let second: UInt64 = 1_000_000_000
        #expect(Session.readyDeadline(startedAt: 100 * second, SchedulerTimes(schedstat: [])) == 115 * second)
        let busy = SchedulerTimes(schedstat: Array("\(8 * second) \(20 * second) 3\n".utf8))
        #expect(Session.readyDeadline(startedAt: 100 * second, busy) == 143 * second)
    }

    @Test func messageOfACompositorThatHasEndedIsLate() {
        var state = running()
        _ = state.handle(.stop)
        _ = state.handle(.exited(.compositor, 0))
        #expect(state.handle(.ready) == [])
    }

    @Test func signalEndsBothPrograms() {
        var state = running()
        #expect(state.handle(.stop) == [.end(.daemon), .end(.compositor), leave])
        #expect(state.handle(.stop) == [])
        #expect(state.handle(.exited(.compositor, -15)) == [])
        #expect(state.handle(.ready) == [])
        #expect(state.handle(.exited(.daemon, 0)) == [.finish(nil)])
    }

    /// A compositor that waits for a disk, or whose start does, ends by no signal.
    @Test(
        arguments: [[], [.ready], [.ready, .stop], [.ready, .exited(.compositor, 0)]]
            as [[SessionState.Event]])
    func sessionLeavesWhatDoesNotEnd(events: [SessionState.Event]) {
        var state = SessionState(compositor: "sway", drawsInSoftware: false)
        #expect(state.start() == [.start(.compositor, after: 0)])
        for event in events { _ = state.handle(event) }
        _ = state.handle(.stop)
        #expect(state.handle(.overdue) == [.finish(nil)])
    }

    /// The reason is the first.
    @Test func sessionThatLeavesHasFailedAsBefore() {
        var state = running()
        #expect(state.handle(.failed(.daemon, reason: "no")) == [.end(.compositor), leave])
        #expect(state.handle(.stop) == [])
        #expect(state.handle(.overdue) == [.finish(.refused("no"))])
    }
}

@Suite struct ReadyMessageTests {
    @Test func messageHasTheVariablesOfTheCompositor() throws {
        let environment = ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/a=b", "HOME": "/root"]
        let message = ReadyMessage { environment[$0] }
        #expect(message.variables == ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/a=b"])
        #expect(ReadyMessage(message.encoded) == message)
    }

    @Test func variablesOfAnotherCompositorAreRemoved() throws {
        let message = ReadyMessage { ["WAYLAND_DISPLAY": "wayland-1"][$0] }
        #expect(message.environment["WAYLAND_DISPLAY"] == "wayland-1")
        #expect(message.environment["SWAYSOCK"] == .some(nil))
        #expect(message.socket(runtimeDirectory: "/run/user/1") == "/run/user/1/wayland-1")
    }

    @Test(arguments: [
        "", "\0", "\0\0", "WAYLAND_DISPLAY\0\0", "WAYLAND_DISPLAY=a", "WAYLAND_DISPLAY=a\0", "SWAYSOCK=a\0\0",
        "WAYLAND_DISPLAY=a\0LD_PRELOAD=b\0\0",
    ])
    func invalidMessageIsNone(text: String) {
        #expect(ReadyMessage(Array(text.utf8)) == nil)
    }
}
