// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct HeadlessSwayTests {
    @Test func screenshotShowsTheBackgroundColor() throws {
        var options = HeadlessSway.Options()
        options.width = 320
        options.height = 200
        options.background = "#ff0000"
        let sway = try HeadlessSway(options)
        let expected = Screenshot(width: 320, height: 200, color: .init(255, 0, 0))
        try waitUntil("a red screen") { try Screenshot(of: sway) == expected }

        #expect(sway.processes.contains { $0.name == "swaybg" })
        #expect(sway.stop() == .code(0))
        #expect(sway.processes.isEmpty)
    }

    @Test func outputsCanBeAdded() throws {
        let sway = try HeadlessSway()
        let first = try #require(try sway.outputs.first)
        #expect(first.width == 1280 && first.height == 720)
        #expect(try sway.usableArea(of: first.name) == .init(x: 0, y: 0, width: 1280, height: 720))

        try sway.setMode(width: 800, height: 600)
        try sway.setOutput(scale: 2)
        #expect(try sway.outputs.first?.place == .init(x: 0, y: 0, width: 400, height: 300))
        #expect(throws: SystemError.self) { try sway.swaymsg("no-such-command") }

        let second = try sway.createOutput()
        #expect(try sway.outputs.map(\.name) == [first.name, second])
    }

    @Test func outputsCanBeRemoved() throws {
        var options = HeadlessSway.Options()
        options.isNested = true
        let sway = try HeadlessSway(options)
        let first = try #require(try sway.outputs.first)
        let second = try sway.createOutput()
        try sway.unplug(second)
        #expect(try sway.outputs.map(\.name) == [first.name])
        try sway.unplug(first.name)
        #expect(try sway.outputs.isEmpty)
        let third = try sway.createOutput()
        #expect(try sway.outputs.map(\.name) == [third])
        #expect(sway.stop() == .code(0))
    }
}
