import ShellModel
import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite(.serialized) struct PanelFrameTests {
    @Test func firstFrameMatchesTheConfigure() throws {
        let (stage, bar) = try Stage.withBar()
        let frame = try #require(bar.shown)
        // The bar is never shown without its icons.
        #expect(bar.frameCount == 1)
        #expect(bar.layer?.layer == 2)
        #expect(bar.layer?.anchor == 2 | 4 | 8)
        #expect(bar.layer?.exclusiveZone == 119)
        #expect(frame.bufferSize == PixelSize(428, 152))
        #expect(frame.destination == PixelSize(428, 152))
        #expect(frame.inputRegion == [PixelRect(x: 0, y: 33, width: 428, height: 119)])
        #expect(frame.opaqueRegion == [])
        #expect(frame.pixel(214, 34) == 0xFFFF_FFFF)
        #expect(frame.pixel(0, 0) >> 24 < 0x08)

        try stage.rest(bar)
        let frames = bar.frameCount
        bar.configure(600, 152, serial: stage.compositor.serial())
        try stage.compositor.waitUntil("the new size") { bar.shown?.bufferSize == PixelSize(600, 152) }
        #expect(bar.frameCount == frames + 1)
        #expect(bar.shown?.inputRegion == [PixelRect(x: 0, y: 33, width: 600, height: 119)])
    }

    @Test func invisibleBarDoesNotEndAnotherBarsAnimation() throws {
        let stage = try Stage(outputs: [FakeOutput("FAKE-1"), FakeOutput("FAKE-2")]) { $0.framePace = .manual }
        let seen = try stage.bar(on: "FAKE-1")
        let unseen = try stage.bar(on: "FAKE-2")
        try drain(stage, seen)
        try drain(stage, unseen)
        stage.compositor.touchDown(1, on: seen, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.waitUntil("the press on both") {
            (seen.shown?.pressMark(2) ?? 0) > 10 && (unseen.shown?.pressMark(2) ?? 0) > 10
        }
        // The invisible bar's callback times out in the middle of the visible bar's animation. The visible bar's are always answered.
        let pressed = try #require(unseen.shown).time
        try stage.compositor.waitUntil("the middle") {
            seen.fireFrame()
            return Monotonic.now > pressed + 150_000_000
        }
        try stage.socket.send(["id": 1, "verb": "select", "tab": "growth"])
        try stage.compositor.waitUntil("the end of the animation") {
            seen.fireFrame()
            return seen.indicator(2) == 209
        }
        try stage.socket.expect(reply: 1)
        let accepted = try #require(try stage.socket.state().selection).acceptedAt
        // A frame is drawn ahead of its presentation.
        #expect(try #require(seen.shown).time > accepted + 150_000_000)
        try stage.compositor.waitUntil("the end of the other animation") { unseen.indicator(2) > 200 }
    }

    @Test func eventWithoutEffectOnTheBarCommitsNothing() throws {
        let (stage, bar) = try Stage.withBar(atRest: true)
        let (commits, journal) = (bar.commits.count, bar.journal.count)
        // Each is an event to the panel; a count of 0 is not drawn.
        for _ in 0..<20 {
            try stage.socket.request("badge", ["tab": "home", "badge": ["count": 0]])
            try stage.socket.request("badge", ["tab": "home", "badge": NSNull()])
        }
        _ = try stage.selected(bar.client)
        try stage.rest(bar)
        #expect(bar.commits.count == commits && bar.journal.count == journal)
        // A frame leaves the regions as they are.
        let frames = bar.frameCount
        try stage.socket.request("badge", ["tab": "home", "badge": ["count": 3]])
        try stage.frame(of: bar, after: frames)
        try stage.rest(bar)
        #expect(!bar.journal.dropFirst(journal).contains("set_input_region"))
    }

    @Test func fractionalScaleEnlargesOnlyTheBuffer() throws {
        let (stage, bar) = try Stage.withBar { $0.fractionalScale = 180 }
        #expect(bar.shown?.bufferSize == PixelSize(642, 228))
        #expect(bar.shown?.destination == PixelSize(428, 152))
        #expect(bar.shown?.bufferScale == 1)
        // A cell contains its left edge and not its right one: 151 ..< 277.
        for (x, tab) in [(276.99, "flash"), (25.0, "home"), (150.99, "home"), (151.0, "flash")] {
            stage.compositor.tap(on: bar, x: x, y: 33)
            try stage.waitForSelection(of: tab)
        }
        for (x, y) in [(403.0, 75.0), (24.99, 75), (88, 32.9), (88, 117)] {
            stage.compositor.tap(on: bar, x: x, y: y)
            #expect(try stage.selected(bar.client) == "flash")
        }
        try stage.rest(bar)
        bar.prefer(scale: 150)
        try stage.compositor.waitUntil("the new scale with its icons") {
            bar.shown?.bufferSize == PixelSize(535, 190) && bar.showsIcons
        }
        #expect(bar.shown?.destination == PixelSize(428, 152))
    }

    @Test func rapidScaleChangesEndWithTheLast() throws {
        let (stage, bar) = try Stage.withBar()
        for (scale, width) in [(150, 535), (135, 482), (210, 749), (165, 589)] as [(UInt32, Int)] {
            bar.prefer(scale: scale)
            try stage.compositor.waitUntil("the new scale") { bar.shown?.bufferSize?.width == width }
        }
        try stage.compositor.waitUntil("its icons") { bar.showsIcons }
        let panel = ProcessFacts(pid: stage.program.pid)
        try stage.compositor.waitUntil("the helpers to be gone") { panel.children.isEmpty }
    }

    @Test(arguments: [1, 0] as [UInt32]) func integerScaleIsUsedWithoutFractionalScale(viewporter: UInt32) throws {
        let output = FakeOutput("FAKE-1", scale: 2)
        let (stage, bar) = try Stage.withBar(
            versions: [
                "wp_fractional_scale_manager_v1": 0, "wp_viewporter": viewporter, "wp_presentation": 0,
                "wp_cursor_shape_manager_v1": 0,
            ], outputs: [output])
        #expect(bar.shown?.bufferSize == PixelSize(856, 304))
        if viewporter == 0 { #expect(bar.shown?.bufferScale == 2 && bar.shown?.destination == nil) }
        stage.compositor.pointerEnters(bar, x: 1, y: 60)
        try stage.compositor.settle(bar.client)
        #expect(bar.client.cursorSurfaces.last??.shown?.bufferSize == PixelSize(24, 24))
        output.rescale(to: 3)
        try stage.compositor.waitUntil("the new scale with its icons") {
            bar.shown?.bufferSize == PixelSize(1284, 456) && bar.showsIcons
        }
    }

    /// Answers frame callbacks until none is pending.
    private func drain(_ stage: Stage, _ bar: FakeSurface) throws {
        repeat {
            bar.fireFrame()
            try stage.compositor.settle(bar.client)
        } while !bar.callbacks.isEmpty
    }
}
