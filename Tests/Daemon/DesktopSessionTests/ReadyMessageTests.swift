// SPDX-License-Identifier: MIT

import Testing

@testable import DesktopSession

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
