// SPDX-License-Identifier: MIT

import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// Control by pointer, wheel and socket.
    @Suite struct Input {
        @Test func clicksAndWheelSelect() throws {
            let shell = try ShellSession()
            let pointer = try VirtualPointer(shell.sway)
            for (tab, x) in [("growth", 340.0), ("flash", 214), ("home", 88)] {
                try pointer.click(x, 926 - 119 + 42)
                try shell.waitUntilShown(tab)
            }
            // A press beside the targets does nothing, and a press that is dragged away is cancelled.
            try pointer.click(151, 926 - 119 + 42)
            try pointer.click(214, 926 - 119 + 90)
            try pointer.move(340, 926 - 119 + 42)
            try pointer.press()
            try pointer.move(151, 926 - 119 + 42)
            try pointer.release()
            try shell.waitUntilIdle()
            #expect(try shell.selection() == "home")

            for (steps, tab) in [(1, "flash"), (1, "growth"), (-1, "flash"), (-1, "home")] {
                try pointer.wheel(steps)
                try shell.waitUntilShown(tab)
            }
        }

        @Test func clickInTheShadowReachesThePage() throws {
            let shell = try ShellSession()
            try shell.select("flash")
            let rest = try shell.picture()
            let pointer = try VirtualPointer(shell.sway)
            // The last row of actions extends 20 above the bar, the shadow 33.
            try pointer.click(320, 926 - 119 - 27)
            try shell.waitUntilIdle()
            #expect(try differs(shell.picture(), rest))
            #expect(try shell.selection() == "flash")
        }

        @Test func hiddenPagesTakeNoClicks() throws {
            let shell = try ShellSession()
            try shell.waitUntilAlive()
            try shell.select("flash")
            // A page that has just started may not have drawn itself, or its figures.
            try shell.waitUntilIdle()
            let flash = try shell.picture()
            try shell.select("home")
            try shell.waitUntilIdle()
            let home = try shell.picture()
            let pointer = try VirtualPointer(shell.sway)
            // The position of Flash's buttons, where Home only shows numbers.
            for y in [262.0, 462] { try pointer.click(214, y) }
            try shell.waitUntilIdle()
            #expect(try !differs(shell.picture(), home))
            try shell.select("flash")
            try shell.waitUntilIdle()
            #expect(try !differs(shell.picture(), flash))
        }

        @Test func socatCanControlTheShell() throws {
            let shell = try ShellSession()
            for tab in ["growth", "flash"] {
                let request = "printf '{\"id\":1,\"verb\":\"select\",\"tab\":\"\(tab)\"}\\n'"
                let socat = try shell.sway.start(
                    "sh", ["-c", "\(request) | socat -t 2 - UNIX-CONNECT:\(shell.socketPath)"])
                try shell.waitUntilShown(tab)
                #expect(try socat.waitForExit() == .code(0))
                #expect(socat.output.contains("\"ok\""))
            }
        }

        private func differs(_ first: Screenshot, _ second: Screenshot) -> Bool {
            first.bytes != second.bytes
        }
    }
}
