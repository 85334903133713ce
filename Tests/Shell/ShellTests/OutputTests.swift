import TestSupport
import Testing

extension ShellTests {
    @Suite struct Outputs {
        @Test func outputsMayBeUnpluggedAndReplugged() throws {
            let shell = try ShellSession(isNested: true)
            let pids = try shell.waitUntilAlive()
            let client = try shell.connect()
            var output = try #require(try shell.sway.outputs.first).name

            // At rest; the selection changes without an output.
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
