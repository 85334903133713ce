import TestSupport
import Testing

@testable import DesktopSession
@testable import EventLoop

@Suite struct SessionStateTests {
    /// The events of sessions in `Golden/sessions.txt`, and what each of them causes. Times and run times are in seconds.
    @Test func eventsHaveTheReviewedEffects() throws {
        var state = SessionState(compositor: "sway", drawsInSoftware: false)
        let (reviewed, played) = try playScript("sessions") { line in
            if line.isEmpty || line.hasPrefix("#") { return [] }
            let words = line.split(separator: " ").map(String.init)
            let program: SessionState.Program = words.contains("daemon") ? .daemon : .compositor
            let numbers = words.compactMap { Int32($0) }
            let time = numbers.count > 1 ? UInt64(numbers[1]) * 1_000_000_000 : 0
            let effects: [SessionState.Effect]
            switch words[0] {
            case "session":
                state = SessionState(compositor: "sway", drawsInSoftware: words.contains("software"))
                effects = state.start()
            case "ready": effects = state.handle(.ready)
            case "hung": effects = state.handle(.hung)
            case "stop": effects = state.handle(.stop)
            case "overdue": effects = state.handle(.overdue)
            case "failed": effects = state.handle(.failed(program, reason: words[2...].joined(separator: " ")))
            default: effects = state.handle(.exited(program, code: numbers.first, at: time, runTime: 0))
            }
            return effects.map { "\($0)".replacing("DesktopSession.SessionState.Program.", with: "") }
        }
        #expect(played == reviewed)
    }

    /// On a slow machine a compositor is still starting while it runs, or waits for a processor.
    @Test func compositorIsNamedOnceItHasSleptInsteadOfBeingReady() {
        let second: UInt64 = 1_000_000_000
        #expect(Session.readyDeadline(startedAt: 100 * second, SchedulerTimes(schedstat: [])) == 115 * second)
        let busy = SchedulerTimes(schedstat: Array("\(8 * second) \(20 * second) 3\n".utf8))
        #expect(Session.readyDeadline(startedAt: 100 * second, busy) == 143 * second)
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
