// SPDX-License-Identifier: MIT

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
        let stage = try FilmStage("", programs: [("tabshell-panel", [])], arguments: ["--look", look])
        let film = try start(stage)
        let tabs = try stage.state().tabs.filter { $0.role == .page }.map(\.id.rawValue)
        for tab in tabs.dropFirst() + tabs.prefix(1) + [tabs[tabs.count / 2], tabs[0]] {
            try change(stage, film, "select", ["tab": tab])
        }
        // The selection is turned round: refreshes between one and the next.
        for pauses in [[3, 2, 5], [1, 1, 1], [0, 0, 4]] {
            for (index, pause) in pauses.enumerated() {
                try select(stage, film, tabs[(index * 2 + 1) % tabs.count], after: UInt64(index + 1) * 2_500_000)
                for _ in 0..<pause { try advance(stage, film) }
            }
            try run(stage, film)
        }
        for appearance in ["dark", "light"] {
            try change(stage, film, "appearance", ["appearance": appearance])
        }
        for badge in Self.badges {
            try change(stage, film, "badge", ["tab": tabs[0], "badge": badge])
        }
        if try stage.state().look?.minimized.policy != .never {
            for minimized in [true, false] { try change(stage, film, "bar", ["minimized": minimized]) }
        }
    }

    /// A compositor under load calls back late, and each client at another time. The times of the frames stay the same.
    @Test(arguments: [[3_000_000], [0, 6_000_000, 1_000_000, 12_000_000]] as [[UInt64]])
    func lateCallbacksDoNotChangeTheTimesOfFrames(delays: [UInt64]) throws {
        let stage = try FilmStage("", programs: [("tabshell-panel", [])])
        let film = try start(stage)
        for tab in ["growth", "home", "flash"] {
            try select(stage, film, tab, after: 14_000_000)
            var round = 0
            while film.model.isAnimating(at: stage.nextRefresh) {
                try advance(stage, film, delays: [delays[round % delays.count]])
                round += 1
            }
        }
    }

    /// What starts while the bar moves replaces the frame that is pending, and has the same callback.
    @Test func startReplacesThePendingFrame() throws {
        let versions: [String: UInt32] = ["wp_commit_timing_manager_v1": 1, "wp_fifo_manager_v1": 1]
        let stage = try FilmStage("", versions: versions, programs: [("tabshell-panel", [])])
        let film = try start(stage)
        let bar = film.surface
        for tab in ["growth", "home"] {
            try select(stage, film, "flash", after: 5_000_000)
            for _ in 0..<3 { try advance(stage, film) }
            let pending = try #require(bar.shown)
            try select(stage, film, tab, after: 5_000_000)
            let early = try #require(bar.shown)
            #expect(early.time > pending.time && bar.callbacks.count == 1)
            #expect(!early.asksForFrame && early.timestamp == nil && !early.waitsForBarrier)
            let changed = early.pixels.indices.filter { early.pixels[$0] != pending.pixels[$0] }
            let width = try #require(early.bufferSize).width
            #expect(!changed.isEmpty)
            #expect(
                changed.allSatisfy { index in early.damage.contains { $0.contains(x: index % width, y: index / width) }
                })
            try advance(stage, film)
            #expect(bar.shown?.asksForFrame == true && bar.shown?.waitsForBarrier == true)
            try run(stage, film)
        }
    }

    /// Shortly before a refresh there is no time for another frame, and a bar whose buffers are all held has none to draw on.
    @Test(arguments: [false, true])
    func startWaitsForTheCallback(holdsBuffers: Bool) throws {
        let stage = try FilmStage("", programs: [("tabshell-panel", [])])
        let film = try start(stage)
        try select(stage, film, "growth", after: 5_000_000)
        stage.compositor.releasesBuffers = !holdsBuffers
        for _ in 0..<2 { try advance(stage, film) }
        let count = film.surface.frameCount
        try stage.request("select", ["tab": "flash"], after: holdsBuffers ? 5_000_000 : 16_000_000)
        film.update(try stage.state(), at: stage.clock.now)
        #expect(film.surface.frameCount == count && film.surface.callbacks.count == 1)
        stage.compositor.releasesBuffers = true
        film.surface.releaseBuffers()
        #expect(try advance(stage, film) == 1)
        try run(stage, film)
    }

    private func start(_ stage: FilmStage) throws -> BarFilm {
        let bar = try stage.surface("tabshell-bar")
        let film = try BarFilm(bar)
        let tabs = try stage.state().tabs.filter { $0.role == .page }.map(\.id.rawValue)
        film.update(try stage.state(), at: Monotonic.now)
        try stage.compositor.waitUntil("the bar to be complete") { try film.fault(at: .max) == nil }
        // Texts are drawn by another process, which takes as long as it takes: those of the tabs in both states, and of the badges.
        for tab in tabs.dropFirst() + tabs.prefix(1) {
            try stage.request("select", ["tab": tab])
            film.update(try stage.state(), at: Monotonic.now)
            try stage.compositor.waitUntil("\(tab) to be complete") { try film.fault(at: .max) == nil }
        }
        for badge in Self.badges {
            try stage.request("badge", ["tab": "\(tabs[0])", "badge": badge])
            film.update(try stage.state(), at: Monotonic.now)
            try stage.compositor.waitUntil("the badge") { try film.fault(at: .max) == nil }
        }
        try stage.stopClock()
        // The panel learns the times of the refreshes from its first animation.
        for tab in [tabs[1], tabs[0]] {
            try stage.request("select", ["tab": tab])
            film.update(try stage.state(), at: stage.clock.now)
            for _ in 0..<100 where film.model.isAnimating(at: stage.refresh) { try stage.advance() }
        }
        #expect(try film.fault(at: stage.nextRefresh) == nil)
        return film
    }

    private func select(_ stage: FilmStage, _ film: BarFilm, _ tab: String, after delay: UInt64) throws {
        try request(stage, film, "select", ["tab": tab], after: delay)
    }

    /// Makes a change, and compares each frame until the bar is at rest.
    private func change(_ stage: FilmStage, _ film: BarFilm, _ verb: String, _ arguments: [String: Any]) throws {
        try request(stage, film, verb, arguments, after: 5_000_000)
        try run(stage, film)
    }

    private func request(
        _ stage: FilmStage, _ film: BarFilm, _ verb: String, _ arguments: [String: Any], after delay: UInt64
    ) throws {
        let isWaiting = !film.surface.callbacks.isEmpty
        let count = film.surface.frameCount
        try stage.request(verb, arguments, after: delay)
        film.update(try stage.state(), at: stage.clock.now)
        let frames = film.surface.frameCount - count
        // A bar at rest draws at once. One that moves draws the coming frame anew, but not twice.
        if isWaiting, frames == 0 {
            #expect(film.isEarly)
        } else {
            let fault = try film.fault(at: stage.nextRefresh)
            #expect(fault == nil, "\(verb) \(arguments)")
        }
        if isWaiting {
            #expect(frames <= 1)
            film.isEarly = true
        }
    }

    /// Advances to the next refresh, compares what is on the screen, and returns the number of frames.
    @discardableResult
    private func advance(_ stage: FilmStage, _ film: BarFilm, delays: [UInt64] = []) throws -> Int {
        let count = film.surface.frameCount
        film.isEarly = false
        try stage.advance(delays: delays)
        let fault = try film.fault(at: stage.nextRefresh)
        #expect(fault == nil, "\(stage.refresh)")
        let frames = film.surface.frameCount - count
        #expect(frames <= 1)
        film.surface.forgetCommits()
        return frames
    }

    private func run(_ stage: FilmStage, _ film: BarFilm) throws {
        var count = 0
        while film.model.isAnimating(at: stage.refresh), count < 200 {
            try advance(stage, film)
            count += 1
        }
        #expect(count < 200)
        // At rest nothing is drawn, but for a mask that the rasterizer sends late: its time is not the scripted one.
        try stage.waitForRasterizer()
        var refreshes = 0
        repeat {
            try advance(stage, film)
            refreshes += 1
        } while !film.surface.callbacks.isEmpty && refreshes < 4
        #expect(try advance(stage, film) == 0)
        #expect(film.surface.callbacks.isEmpty)
    }
}
