import FakeCompositor
import ShellModel
import TestSupport
import Testing

/// Each frame of the bar in each look.
@Suite(.serialized, .measurement) struct BarFilmTests {
    static let looks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]
    /// The last one is invisible.
    private static var badges: [[String: Any]] { [["count": 3], ["text": "new"], ["count": 0]] }

    @Test(arguments: looks)
    func barIsAtEachRefreshAsItsModel(look: String) throws {
        let shell = try FilmShell(look: look, badges: Self.badges)
        let tabs = shell.tabs
        for tab in tabs.dropFirst() + tabs.prefix(1) + [tabs[tabs.count / 2], tabs[0]] {
            try shell.change("select", ["tab": tab.rawValue])
        }
        // The selection is turned round: refreshes between one and the next.
        for pauses in [[3, 2, 5], [1, 1, 1], [0, 0, 4]] {
            for (index, pause) in pauses.enumerated() {
                try shell.select(tabs[(index * 2 + 1) % tabs.count], after: UInt64(index + 1) * 2_500_000)
                for _ in 0..<pause { try shell.advance() }
            }
            try shell.run()
        }
        for appearance in ["dark", "light"] { try shell.change("appearance", ["appearance": appearance]) }
        for badge in Self.badges { try shell.change("badge", ["tab": tabs[0].rawValue, "badge": badge]) }
        if try shell.stage.state().look?.minimized.policy != .never {
            for minimized in [true, false] { try shell.change("bar", ["minimized": minimized]) }
        }
    }

    /// A start during the bar's motion replaces the pending frame, and has the same callback.
    @Test func startReplacesThePendingFrame() throws {
        let shell = try FilmShell(
            look: Self.looks[0], versions: ["wp_commit_timing_manager_v1": 1, "wp_fifo_manager_v1": 1])
        let bar = shell.bar.surface
        for tab in ["growth", "home"] as [TabID] {
            try shell.select("flash")
            for _ in 0..<3 { try shell.advance() }
            let pending = try #require(bar.shown)
            try shell.select(tab)
            let early = try #require(bar.shown)
            #expect(early.time > pending.time && bar.callbacks.count == 1)
            #expect(!early.asksForFrame && early.timestamp == nil && !early.waitsForBarrier)
            let changed = early.pixels.indices.filter { early.pixels[$0] != pending.pixels[$0] }
            let width = try #require(early.bufferSize).width
            #expect(!changed.isEmpty)
            #expect(
                changed.allSatisfy { index in early.damage.contains { $0.contains(x: index % width, y: index / width) }
                })
            try shell.advance()
            #expect(bar.shown?.asksForFrame == true && bar.shown?.waitsForBarrier == true)
            try shell.run()
        }
    }

    /// Shortly before a refresh time is too short for another frame, and a bar whose buffers are all held cannot draw.
    @Test(arguments: [false, true])
    func startWaitsForTheCallback(holdsBuffers: Bool) throws {
        let shell = try FilmShell(look: Self.looks[0])
        let (stage, bar) = (shell.stage, shell.bar.surface)
        try shell.select("growth")
        stage.compositor.releasesBuffers = !holdsBuffers
        for _ in 0..<2 { try shell.advance() }
        let count = bar.frameCount
        try stage.request("select", ["tab": "flash"], after: holdsBuffers ? 5_000_000 : 16_000_000)
        shell.update(try stage.state(), at: stage.clock.now)
        #expect(bar.frameCount == count && bar.callbacks.count == 1)
        stage.compositor.releasesBuffers = true
        bar.releaseBuffers()
        #expect(try shell.advance() == 1)
        try shell.run()
    }
}
