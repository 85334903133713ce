import FakeCompositor
import Foundation
import TestSupport
import Testing

/// An hour without any output, as when the user has switched to another virtual terminal.
@Suite(.serialized) struct NoOutputTests {
    private static let tabs = SamplePages.tabs
    private static let minute: UInt64 = 60_000_000_000

    @Test func hourWithoutOutputsLeavesNothing() throws {
        let stage = try FilmStage(
            "", programs: [("tabshell-panel", [])] + Self.tabs.map { ("tabshell-sample", ["--tab", $0]) })
        let (compositor, output) = (stage.compositor, stage.compositor.outputs[0])
        for tab in Self.tabs + ["flash"] {
            try stage.request("select", ["tab": tab])
            try stage.rest()
        }
        // Once before, so that loading at the first return does not count as growth.
        compositor.remove(output)
        try stage.rest()
        compositor.add(output)
        try stage.rest()
        try stage.stopClock()
        try show(stage)
        let before = try pictures(compositor)
        let memory = try stage.facts.map { try $0.memory.rss }
        let descriptors = try stage.facts.map { try $0.openDescriptors }

        compositor.remove(output)
        try stage.rest()
        let objects = compositor.clients.map(\.objectCounts)
        let surfaces = compositor.clients.map { $0.surfaces.count }
        for minute in 1...60 {
            // All due timers fire.
            try stage.pass(Self.minute)
            // Changes meanwhile are shown later.
            if minute % 10 == 0 { try stage.request("badge", ["tab": "home", "badge": ["count": minute]]) }
            if minute == 30 { try stage.request("select", ["tab": "home"]) }
        }
        try stage.request("badge", ["tab": "home", "badge": NSNull()])
        try stage.request("select", ["tab": "flash"])
        // The transitions end.
        try stage.pass(Self.minute)
        // Nothing wakes up, except for timers: their time comes on the real clock, though the scripted one stands still.
        try stage.compositor.waitUntil("a time in which nothing wakes up") {
            let switches = try stage.facts.map { try $0.switches }
            try stage.rest()
            return try stage.facts.map { try $0.switches } == switches
        }
        // Nothing was made, and nothing is left.
        #expect(compositor.clients.map { $0.surfaces.count } == surfaces)
        #expect(compositor.clients.map(\.objectCounts) == objects)
        for (index, facts) in stage.facts.enumerated() {
            #expect(try facts.openDescriptors <= descriptors[index])
            #expect(try facts.memory.rss < memory[index] + 2048)
        }

        compositor.add(output)
        try show(stage)
        #expect(try pictures(compositor) == before)
    }

    /// Runs until nothing moves.
    private func show(_ stage: FilmStage) throws {
        _ = try stage.surface("tabshell-bar")
        for _ in 0..<2 {
            try stage.rest(answeringCallbacks: true)
            try stage.advance()
        }
    }

    /// The pictures of the bar and the selected page.
    private func pictures(_ compositor: FakeCompositor) throws -> [[UInt32]] {
        try ["tabshell-bar", "tabshell-page-flash"].map { name in
            try #require(compositor.surfaces(name).last?.shown).pixels
        }
    }
}
