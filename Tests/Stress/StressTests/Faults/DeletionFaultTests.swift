import FaultSupport
import Foundation
import TestSupport
import Testing

/// The n-th system call of a page fails while it deletes something.
@Suite(.serialized) struct DeletionFaultTests {
    private static let growth = FaultyProgram(name: "tabshell-growth", namespace: "tabshell-page-growth")

    /// Whichever call fails, the day is deleted in the end, or its page shows it and the reason, unless the page ends.
    @Test(arguments: FaultPlan.someErrors) func deletingADayFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        let client = try #require(try daemon.client())
        try client.request("select", ["tab": "growth"])
        try client.request("push", ["tab": "growth", "route": "2024-05-01"])
        let control = try FaultControl(program: Self.growth.name)
        try plan.forEachCall("deleting a day", of: error) { call in
            // Each call fails in a new database.
            let scene = try FaultyScene(Self.growth, daemon, control)
            _ = try tool(scene, "add", "--note", "tired", "--at", "2024-05-01T12:00:00Z")
            try scene.startAndShow()
            try scene.compositor.waitUntil("the day: \(scene.errorOutput)") {
                try client.accessibilityText().contains("Delete this day")
            }
            try scene.rest()
            control.arm(error, call: call)
            _ = try? client.request("press", ["name": "Delete this day"])
            var words = ""
            try scene.compositor.waitUntil("the deletion, its failure, or the end: \(words)") {
                if scene.hasEnded { return true }
                words = (try? client.accessibilityText()) ?? ""
                return ["1 entry deleted", "Not deleted: "].contains { words.contains($0) }
                    || control.failedCall != nil && words.contains("Delete this day")
            }
            try scene.rest()
            let result = control.disarm()
            let place = "call \(call), \(result.failed ?? "none")"
            scene.expectSoundness(place)
            guard !scene.hasEnded else { return result }
            // A lost press is repeated.
            try scene.compositor.waitUntil("\(place): the outcome: \(words)") {
                words = try client.accessibilityText()
                if words.contains("Not deleted: ") { return words.contains("tired") }
                if words.contains("1 entry deleted") { return !words.contains("tired") }
                if !words.contains("Not deleted yet") { _ = try? client.request("press", ["name": "Delete this day"]) }
                return false
            }
            let isThere = try tool(scene, "list").contains("tired")
            #expect(isThere == words.contains("tired"), "\(place): \(words)")
            return result
        }
    }

    private func tool(_ scene: FaultyScene, _ arguments: String...) throws -> String {
        try StressTool.run(arguments, in: ["XDG_DATA_HOME": scene.compositor.folder.path])
    }
}
