// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import DesktopSession

@Suite struct SessionSetupTests {
    @Test func compositorDrawsWithPixmanWithoutAGPU() {
        #expect(SessionSetup.renderer(chosen: nil, gpus: []) == "pixman")
        #expect(SessionSetup.renderer(chosen: nil, gpus: ["/dev/dri/renderD128"]) == nil)
        #expect(SessionSetup.renderer(chosen: "gles2", gpus: []) == nil)
    }

    @Test(
        arguments: [
            (.never, nil), (.touch, nil), (.always, "seat * hide_cursor 100"), (.after(2.5), "seat * hide_cursor 2500"),
        ] as [(PointerHiding, String?)])
    func swayHidesThePointerAfterATime(pointer: PointerHiding, line: String?) throws {
        let sway = try #require(
            Compositor(
                named: "sway", folder: "/f", userFile: "/u/sway.conf", executable: "/x", pointer: pointer))
        let lines = sway.files[0].content.split(separator: "\n").map(String.init)
        #expect(lines.first { $0.hasPrefix("seat ") } == line)
        // The user's file can change it.
        #expect(lines.last == "include user.conf")
    }
}
