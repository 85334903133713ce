import Feedback
import ShellModel
import TabshellIPC
import Testing

@testable import Panel

/// The panel's findings and verdicts for `tabctl doctor`, without a process.
@Suite struct DoctorTests {
    private static let optional = WaylandInterface(name: "wp_viewporter", version: 2, absence: .absent, loss: "less")
    private static let wanted = WaylandInterface(name: "wl_output", absence: .warning, loss: "less", advice: "more")
    private static var layerShell: WaylandInterface {
        WaylandInterface.all.first { $0.name == "zwlr_layer_shell_v1" } ?? wanted
    }

    @Test(arguments: [
        (PanelDoctor.missingCompositor(reason: "refused"), Check.Verdict.failed, "refused"),
        (PanelDoctor.checks(of: ["wl_shm": 1, "wl_seat": 9], inWindows: false)[0], .ok, "answers, with 2 interfaces"),
        (optional.check(offered: 2, inWindows: false), .ok, "version 2"),
        (optional.check(offered: 1, inWindows: false), .absent, "version 1 of 2: less"),
        (optional.check(offered: nil, inWindows: false), .absent, "not offered: less"),
        (wanted.check(offered: nil, inWindows: true), .warning, "not offered: less"),
        (
            layerShell.check(offered: nil, inWindows: false), .failed,
            "not offered: the bar cannot be at the edge of the screen"
        ),
        (layerShell.check(offered: nil, inWindows: true), .absent, "not offered, and not needed in windows"),
    ])
    func compositor(check: Check, verdict: Check.Verdict, text: String) {
        #expect(check.verdict == verdict)
        #expect(check.text == text)
    }

    @Test(
        arguments: [
            (nil, [], .absent, "no motor", nil),
            ("/dev/input/event1", ["/dev/input/event0"], .ok, "/dev/input/event1", nil),
            (
                nil, ["/dev/input/event1"], .warning, "you may not open /dev/input/event1",
                "sudo usermod --append --groups input $USER, then log in again"
            ),
        ] as [(String?, [String], Check.Verdict, String, String?)])
    func motor(path: String?, locked: [String], verdict: Check.Verdict, text: String, advice: String?) {
        let check = Check("vibration", verdict, text, advice: advice)
        #expect(PanelDoctor.motorCheck(path, locked: locked, group: "input") == check)
    }

    private final class Motor: HapticActuator {
        var pulses = 0
        func pulse(strength: Double, duration: Double) { pulses += 1 }
        func release() {}
    }

    /// `tabctl haptic test`.
    @Test func eachKindIsPlayedInTurn() throws {
        let motor = Motor()
        var (kinds, pulses): ([String], Int) = ([], 0)
        try HapticTest.play(Haptics(motor: motor), interval: 200_000_000) { check in
            kinds.append(check.name)
            pulses += check.text.hasSuffix("two pulses") ? 2 : 1
        }
        #expect(kinds == HapticKind.allCases.map(\.rawValue) && motor.pulses == pulses && pulses > kinds.count)
    }

    @Test func missingLayerShellLeadsToTheSessionInAWindow() {
        #expect(PanelDoctor.missingCompositor(reason: "").advice != nil)
        let check = Self.layerShell.check(offered: nil, inWindows: false)
        #expect(check.advice?.contains("tabshell-session --window") == true)
    }
}
