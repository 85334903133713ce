// SPDX-License-Identifier: MIT

import EventLoop
import Posix
import Testing

@testable import DesktopSession

@Suite struct SessionStateTests {
    /// A session whose compositor is ready, and whose daemon has been started.
    private func running() -> SessionState {
        var state = SessionState(compositor: "sway")
        #expect(state.start() == [.start(.compositor, after: 0)])
        #expect(state.handle(.ready) == [.start(.daemon, after: 0)])
        return state
    }

    @Test func daemonFollowsTheCompositor() {
        var state = running()
        // Another message changes nothing.
        #expect(state.handle(.ready) == [])
        #expect(state.handle(.exited(.compositor, code: 0, runTime: 1)) == [.end(.daemon)])
        #expect(state.handle(.exited(.daemon, code: 0, runTime: 1)) == [.finish(nil)])
    }

    @Test func daemonIsStartedAgainWithGrowingDelays() {
        var state = running()
        for round in 0..<3 {
            #expect(
                state.handle(.exited(.daemon, code: -9, runTime: 0)) == [
                    .warn("tabshelld has ended (signal 9); it is started again"),
                    .start(.daemon, after: RestartPolicy.minimumDelay << UInt64(round)),
                ])
        }
    }

    @Test func daemonThatCannotWorkEndsTheSession() {
        var state = running()
        #expect(state.handle(.exited(.daemon, code: ExitStatus.usage.rawValue, runTime: 0)) == [.end(.compositor)])
        let effects = state.handle(.exited(.compositor, code: 0, runTime: 0))
        guard effects.count == 1, case .finish(let error?) = effects[0] else {
            Issue.record("the session has not failed")
            return
        }
        #expect(error.reason.hasPrefix("tabshelld: it exited with code 2"))
    }

    @Test func compositorThatIsNeverReadyEndsTheSession() {
        var state = SessionState(compositor: "sway")
        _ = state.start()
        #expect(
            state.handle(.exited(.compositor, code: 1, runTime: 1)) == [
                .finish(
                    ExitError(
                        status: .refused,
                        reason: "sway has ended (exit status 1) before it was ready; its messages are above"))
            ])
    }

    @Test func compositorIsStartedAgainAndTheDaemonWithIt() {
        var state = running()
        #expect(
            state.handle(.exited(.compositor, code: -11, runTime: 0)) == [
                .warn("sway has ended (signal 11); it is started again"), .end(.daemon),
                .start(.compositor, after: RestartPolicy.minimumDelay),
            ])
        #expect(state.handle(.exited(.daemon, code: 0, runTime: 0)) == [])
        #expect(state.handle(.ready) == [.start(.daemon, after: 0)])
    }

    @Test func compositorThatKeepsEndingEndsTheSession() {
        var state = running()
        for _ in 1..<SessionState.maximumFailures {
            _ = state.handle(.exited(.compositor, code: -11, runTime: 0))
            _ = state.handle(.exited(.daemon, code: 0, runTime: 0))
            _ = state.handle(.ready)
        }
        _ = state.handle(.exited(.compositor, code: -11, runTime: 0))
        #expect(
            state.handle(.exited(.daemon, code: 0, runTime: 0)) == [
                .finish(ExitError(status: .refused, reason: "sway has ended (signal 11) 5 times in a row"))
            ])
    }

    @Test func longRunForgivesEarlierEnds() {
        var state = running()
        for _ in 0..<20 {
            let effects = state.handle(.exited(.compositor, code: -11, runTime: RestartPolicy.healthyRunTime))
            #expect(effects.last == .start(.compositor, after: RestartPolicy.minimumDelay))
            _ = state.handle(.exited(.daemon, code: 0, runTime: 0))
            _ = state.handle(.ready)
        }
    }

    @Test func signalEndsBothPrograms() {
        var state = running()
        #expect(state.handle(.stop) == [.end(.daemon), .end(.compositor)])
        #expect(state.handle(.stop) == [])
        #expect(state.handle(.exited(.compositor, code: -15, runTime: 0)) == [])
        #expect(state.handle(.ready) == [])
        #expect(state.handle(.exited(.daemon, code: 0, runTime: 0)) == [.finish(nil)])
    }

    @Test func missingDaemonIsNamed() {
        var state = running()
        #expect(state.handle(.failed(.daemon, reason: "there is no program \"tabshelld\"")) == [.end(.compositor)])
        #expect(
            state.handle(.exited(.compositor, code: 0, runTime: 0)) == [
                .finish(ExitError(status: .refused, reason: "there is no program \"tabshelld\""))
            ])
    }
}

@Suite struct ReadyMessageTests {
    @Test func messageHasTheVariablesOfTheCompositor() throws {
        let environment = ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/a=b", "HOME": "/root"]
        let message = ReadyMessage { environment[$0] }
        #expect(message.variables == ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/run/a=b"])
        #expect(ReadyMessage(message.encoded) == message)
    }

    @Test(arguments: [
        "", "\0", "\0\0", "WAYLAND_DISPLAY\0\0", "WAYLAND_DISPLAY=a", "WAYLAND_DISPLAY=a\0", "SWAYSOCK=a\0\0",
        "WAYLAND_DISPLAY=a\0LD_PRELOAD=b\0\0",
    ])
    func invalidMessageIsNone(text: String) {
        #expect(ReadyMessage(Array(text.utf8)) == nil)
    }
}
