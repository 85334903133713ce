// SPDX-License-Identifier: MIT

import TabshellIPC
import Testing

@testable import Panel

/// The panel's findings and verdicts for `tabctl doctor`, without a process.
@Suite struct DoctorTests {
    private static let optional = WaylandInterface(name: "wp_viewporter", version: 2, need: .optional, loss: "less")
    private static let wanted = WaylandInterface(name: "wl_output", need: .wanted, loss: "less", advice: "more")
    private static var layerShell: WaylandInterface {
        WaylandInterface.all.first { $0.name == "zwlr_layer_shell_v1" } ?? wanted
    }

    @Test(arguments: [
        (CompositorFinding.missing(reason: "refused"), Check.Verdict.failed, "refused"),
        (.answers(interfaces: 30), .ok, "answers, with 30 interfaces"),
        (.interface(optional, version: 2, inWindows: false), .ok, "version 2"),
        (.interface(optional, version: 1, inWindows: false), .absent, "version 1 of 2: less"),
        (.interface(optional, version: nil, inWindows: false), .absent, "not offered: less"),
        (.interface(wanted, version: nil, inWindows: true), .warning, "not offered: less"),
        (
            .interface(layerShell, version: nil, inWindows: false), .failed,
            "not offered: the bar cannot be at the edge of the screen"
        ),
        (.interface(layerShell, version: nil, inWindows: true), .absent, "not offered, and not needed in windows"),
    ])
    func compositor(finding: CompositorFinding, verdict: Check.Verdict, text: String) {
        #expect(finding.check.verdict == verdict)
        #expect(finding.check.text == text)
    }

    @Test(arguments: [
        (DeviceFinding.noMotor, Check.Verdict.absent, "no motor"),
        (.motor("/dev/input/event1"), .ok, "/dev/input/event1"),
        (.lockedMotors(["/dev/input/event1"], group: "input"), .warning, "you may not open /dev/input/event1"),
        (.noSpeech(reason: "none"), .absent, "none"),
        (.speech("/s"), .ok, "/s"),
    ])
    func devices(finding: DeviceFinding, verdict: Check.Verdict, text: String) {
        #expect(finding.check.verdict == verdict)
        #expect(finding.check.text == text)
    }

    @Test func missingLayerShellLeadsToTheSessionInAWindow() {
        #expect(CompositorFinding.missing(reason: "").check.advice != nil)
        let check = CompositorFinding.interface(Self.layerShell, version: nil, inWindows: false).check
        #expect(check.advice?.contains("tabshell-session --window") == true)
    }

    @Test func lockedMotorNamesTheGroup() {
        #expect(
            DeviceFinding.lockedMotors(["/e"], group: "input").check.advice
                == "sudo usermod --append --groups input $USER, then log in again")
    }
}
