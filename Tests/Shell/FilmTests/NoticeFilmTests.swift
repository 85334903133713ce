import FakeCompositor
import Foundation
import TestSupport
import Testing

/// Each frame of the notices along the top edge.
@Suite(.serialized, .measurement) struct NoticeFilmTests {
    @Test func noticesSlideInAndOut() throws {
        let stage = try FilmStage("", programs: [("tabshell-panel", [])])
        _ = try stage.surface("tabshell-bar")
        try stage.stopClock()
        try stage.request("message", ["text": "Closing at six"])
        try stage.waitForRasterizer()
        let notices = try stage.surface("tabshell-message")
        let way = try lowestRows(of: notices, stage)
        #expect(way.first == 0 && way == way.sorted() && Set(way).count > 8)
        try stage.request("message", ["text": NSNull()])
        #expect(notices.isAlive && notices.shown?.inputRegion == [])
        let back = try lowestRows(of: notices, stage)
        #expect(back.first ?? 0 > way[way.count - 2] / 2 && back == back.sorted(by: >) && Set(back).count > 8)
        #expect(!notices.isAlive)
    }

    /// The heights of what is seen of the notices, at 20 refreshes, or until they are gone.
    private func lowestRows(of notices: FakeSurface, _ stage: FilmStage) throws -> [Int] {
        var rows: [Int] = []
        for _ in 0..<20 where notices.isAlive {
            let shown = try #require(notices.shown)
            let width = try #require(shown.bufferSize).width
            rows.append(shown.pixels.lastIndex { $0 >> 24 > 0 }.map { $0 / width + 1 } ?? 0)
            try stage.advance()
        }
        return rows
    }
}
