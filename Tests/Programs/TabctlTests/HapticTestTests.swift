// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `tabctl haptic test` beside a panel that has a motor, may not open it, or is broken.
@Suite struct HapticTestTests {
    private static let script = """
        #!/bin/sh
        [ "$1" = --haptic-test ] || exit 9

        """
    private static let motor = #"{"check":"vibration","verdict":"ok","text":"/dev/input/event3"}"#
    private static let locked =
        #"{"check":"vibration","verdict":"warning","text":"you may not open /dev/input/event3","advice":"join the group input"}"#
    private static let light = #"{"check":"light","verdict":"ok","text":"light: one pulse"}"#

    @Test(
        arguments: [
            ([motor, light], 0, "/dev/input/event3 is the motor\nlight: one pulse\n"),
            ([locked], 1, "you may not open /dev/input/event3\njoin the group input\n"),
        ] as [([String], Int32, String)])
    func deviceOrTheReasonIsTold(lines: [String], status: Int32, text: String) throws {
        let tabctl = try Tabctl()
        let folder = try tabctl.home.makeDirectory("beside")
        let copy = try tabctl.home.copy(BuiltProducts.url("tabctl").path, to: "beside/tabctl")
        let body = Self.script + lines.map { "echo '\($0)'\n" }.joined() + "echo \"$2\" > \(folder)/asked\n"
        _ = try tabctl.home.write(body, to: "beside/tabshell-panel", mode: 0o755)
        chmod(folder, 0o777)
        let process = try ChildProcess(copy, ["haptic", "test"], environment: tabctl.environment)
        #expect(try process.waitForExit() == .code(status))
        #expect(process.output == lines.map { $0 + "\n" }.joined())
        // Without a daemon, the values are those of the default look.
        #expect(try String(contentsOfFile: folder + "/asked", encoding: .utf8) == "0.2,0.007\n")
        let terminal = try ChildProcess(
            "/usr/bin/script", ["-qec", "\(copy) haptic test", "/dev/null"], environment: tabctl.environment)
        #expect(try terminal.waitForExit() == .code(status))
        #expect(terminal.output.replacingOccurrences(of: "\r\n", with: "\n") == text)
    }
}
