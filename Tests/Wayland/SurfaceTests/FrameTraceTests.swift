import EventLoop
import FakeCompositor
import Foundation
import Posix
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct FrameTraceTests {
    private let files: TemporaryDirectory
    private let local: LocalSession
    private let content = PlainContent()

    init() throws {
        files = try TemporaryDirectory()
        local = try LocalSession()
    }

    private func lines() throws -> [[Substring]] {
        let text = try String(contentsOfFile: files.appending("trace"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0.split(separator: " ") }
    }

    @Test func eachFrameOfAMotionAsksForItsPresentation() throws {
        let (bar, fake) = try local.surface(.bar(), content)
        try local.rest()
        #expect(fake.feedbacks.isEmpty)
        local.compositor.framePace = .manual
        content.moves = true
        bar.invalidate()
        for frame in 1...12 {
            try local.waitUntil("frame \(frame)") { !fake.callbacks.isEmpty }
            #expect(fake.feedbacks.count == 1, "frame \(frame)")
            let reference = fake.commits.last?.time ?? 0
            fake.present(at: reference + 100_000)
            if frame == 12 { content.moves = false }
            fake.fireFrame()
            try local.settle()
        }
        #expect(fake.feedbacks.isEmpty)
        #expect(bar.pacer.interval == 16_666_667)
    }

    @Test func aLineForEachFrameTellsItsTimes() throws {
        local.connection.trace = try FrameTrace(path: files.appending("trace"), program: "test")
        let (bar, fake) = try local.surface(.bar(), content)
        try local.waitUntil("a frame") { fake.frameCount > 0 }
        let start = MonotonicClock.now
        fake.present(at: start, refresh: 10_000_000)
        try local.settle()
        let first = try #require(try lines().first)
        #expect(first.count == 9)
        #expect(first[...4] == ["test", "\(getpid())", "\(bar.name)", "FAKE-1", "still"])
        #expect(first[7...] == ["\(start)", "10000000"])
        let (predicted, committed) = (try #require(UInt64(first[5])), try #require(UInt64(first[6])))
        #expect(committed <= start && predicted + 1_000_000_000 > committed)

        try local.rest()
        content.moves = true
        bar.invalidate()
        try local.waitUntil("a moving frame") { !fake.feedbacks.isEmpty }
        fake.discardFeedback()
        try local.settle()
        #expect(try lines()[1][4] == "moving")
        #expect(try lines()[1][7...] == ["discarded", "-"])

        // The compositor answers none of the later requests.
        try local.waitUntil("frames that are not asked for") { try lines().count > 4 }
        #expect(try lines()[2][7...] == ["-", "-"])
        #expect(fake.feedbacks.count == PresentationFeedback.maximum)
        content.moves = false
        try local.rest()
    }

    @Test func programsShareAFile() throws {
        let path = files.appending("trace")
        let (first, second) = (
            try FrameTrace(path: path, program: "panel"), try FrameTrace(path: path, program: "page")
        )
        let frame = TracedFrame(
            surface: "s", output: nil, isMoving: true, predicted: 1, committed: 2, outcome: .unknown)
        for _ in 0..<3 {
            first.record(frame)
            second.record(frame)
        }
        #expect(try lines().map(\.first) == ["panel", "page", "panel", "page", "panel", "page"])
        #expect(throws: Posix.SystemError.self) { _ = try FrameTrace(path: files.path, program: "panel") }
        // A pipe without a reader.
        #expect(mkfifo(files.appending("pipe"), 0o600) == 0)
        #expect(throws: Posix.SystemError.self) { _ = try FrameTrace(path: files.appending("pipe"), program: "panel") }
    }
}
