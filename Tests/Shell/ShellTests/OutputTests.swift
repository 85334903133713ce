// SPDX-License-Identifier: MIT

import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// Outputs that are added and removed.
    @Suite struct Outputs {
        @Test func everyOutputHasABarThatMovesThePagesToIt() throws {
            let shell = try ShellSession()
            let second = try shell.sway.createOutput()
            try shell.sway.setMode(second, width: 600, height: 500)
            let first = try shell.waitUntilShown("home", output: "HEADLESS-1")
            let other = try shell.waitUntilShown("home", output: second, hasPage: false)
            #expect(BarPixels(first, scale: 1).hasPage)
            #expect(!BarPixels(other, scale: 1).hasPage)
            #expect(try shell.sway.usableArea(of: second)?.height == 500 - 119)
            try shell.connect().request("select", ["tab": "growth"])
            try shell.waitUntilShown("growth", output: "HEADLESS-1")
            try shell.waitUntilShown("growth", output: second, hasPage: false)
            let pointer = try VirtualPointer(shell.sway)
            let place = try #require(try shell.sway.outputs.first { $0.name == second }?.place)
            try pointer.click(Double(place.x) + 300, Double(place.y) + 500 - 119 + 42)
            try shell.waitUntilShown("flash", output: second)
            try shell.waitUntilShown("flash", output: "HEADLESS-1", hasPage: false)
        }

        @Test func outputsMayBeUnpluggedAndReplugged() throws {
            var options = ShellSession.Options()
            options.isNested = true
            let shell = try ShellSession(options)
            let pids = try shell.waitUntilAlive()
            let client = try shell.connect()
            var output = try #require(try shell.sway.outputs.first).name

            // At rest; the selection changes while there is no output.
            try shell.sway.unplug(output)
            try client.request("select", ["tab": "growth"])
            output = try shell.sway.createOutput()
            try shell.waitUntilShown("growth", output: output)

            // In the middle of a transition.
            try client.request("select", ["tab": "home"])
            try shell.sway.unplug(output)
            output = try shell.sway.createOutput()
            try shell.waitUntilShown("home", output: output)

            // The first of two outputs is removed: the pages move to the second, which becomes the first.
            let second = try shell.sway.createOutput()
            try shell.waitUntilShown("home", output: second, hasPage: false)
            try shell.sway.unplug(output)
            try shell.waitUntilShown("home", output: second)
            try client.request("select", ["tab": "flash"])
            try shell.waitUntilShown("flash", output: second)

            // In quick succession.
            output = second
            for _ in 0..<3 {
                try shell.sway.unplug(output)
                output = try shell.sway.createOutput()
            }
            try shell.waitUntilShown("flash", output: output)
            #expect(try shell.alivePrograms() == pids)
        }
    }
}
