import FakeCompositor
import Foundation
import ShellModel
import StageTestSupport
import TestSupport
import Testing

@Suite struct PanelHidingTests {
    /// The input region of a hidden bar.
    private let strip = [PixelRect(x: 0, y: BarGeometry.height - 2, width: 428, height: 2)]

    private func isBlank(_ bar: FakeSurface, rows: Range<Int>) -> Bool {
        guard let shown = bar.shown else { return false }
        return rows.allSatisfy { y in (0..<428).allSatisfy { shown.pixel($0, y) == 0 } }
    }

    @Test func barIsOutWhileAWindowCoversThePageAndAFingerDrawsItIn() throws {
        let (stage, bar) = try Stage.withBar(
            atRest: true, versions: ["zwlr_foreign_toplevel_manager_v1": 3],
            configuration: #"bar.hide = "when-covered""#)
        #expect(bar.layer?.exclusiveZone == 119)
        let window = try stage.openWindow("org.example.Edit", title: "Draft")
        func waitUntilOut() throws {
            try stage.compositor.waitUntil("the bar to be out") {
                bar.shown?.inputRegion == strip && bar.layer?.exclusiveZone == 0
                    && isBlank(bar, rows: 0..<BarGeometry.height)
            }
            try stage.rest(bar)
        }
        try waitUntilOut()
        #expect(bar.layer?.layer == 3)

        // It follows the finger, and goes back if it was not drawn far enough.
        stage.compositor.touchDown(7, on: bar, x: 200, y: 151)
        for y in [100, 110] {
            stage.compositor.touchMove(7, on: bar, x: 200, y: Double(y))
            try stage.compositor.waitUntil("the bar under the finger") {
                isBlank(bar, rows: 0..<y) && bar.shown?.pixel(5, y + 36) == 0xFFFF_FFFF
            }
        }
        stage.compositor.touchCancel(on: bar)
        try waitUntilOut()

        stage.compositor.touchDown(7, on: bar, x: 200, y: 151)
        for y in stride(from: 140.0, through: 20, by: -20) { stage.compositor.touchMove(7, on: bar, x: 200, y: y) }
        stage.compositor.touchUp(7, on: bar)
        try stage.compositor.waitUntil("the bar in its place") {
            bar.shown?.inputRegion != strip && bar.shown?.pixel(5, 36) == 0xFFFF_FFFF
        }
        try stage.rest(bar)
        // The window keeps the room.
        #expect(bar.layer?.exclusiveZone == 0)
        try stage.select(1, on: bar)
        // The page is in front again.
        try stage.compositor.waitUntil("the bar's room") { bar.layer?.exclusiveZone == 119 }
        window.close()
    }

    @Test func pointerAtTheEdgeBringsTheBarBackAndASheetKeepsIt() throws {
        let stage = try Stage(
            configuration: """
                inherit_tabs = true
                bar.hide = "always"
                motion.minimize = "none"
                [[tabs]]
                id = "find"
                title = "Find"
                icon = "search"
                role = "search"
                """)
        let bar = try stage.compositor.waitFor("the bar") { stage.compositor.surfaces("tabshell-bar").first }
        func waitFor(out: Bool) throws {
            try stage.compositor.waitUntil(out ? "the bar to be out" : "the bar") {
                bar.shown != nil && (bar.shown?.inputRegion == strip) == out
            }
            try stage.rest(bar)
        }
        try waitFor(out: false)
        try waitFor(out: true)
        #expect(bar.layer?.exclusiveZone == 0)
        let frames = bar.frameCount
        try stage.compositor.settle(bar.client)
        #expect(bar.frameCount == frames)
        stage.compositor.pointerEnters(bar, x: 10, y: 151)
        try waitFor(out: false)
        stage.compositor.pointerLeaves(bar)
        try waitFor(out: true)
        try stage.socket.request("sheet", ["tab": "find"])
        try waitFor(out: false)
    }

    /// An open sheet is never beside a lit bar: that slides out, and comes back with the pages.
    @Test func barSlidesOutUnderASheet() throws {
        let stage = try Stage(
            configuration: """
                [[tabs]]
                id = "chat"
                title = "Chat"
                icon = "chat"
                [[tabs]]
                id = "find"
                title = "Find"
                icon = "search"
                role = "search"
                """)
        let bar = try stage.barAtRest()
        let region = bar.shown?.inputRegion
        // Before its page is there, nothing else leads back.
        try stage.socket.request("sheet", ["tab": "find"])
        try stage.rest(bar)
        #expect(bar.shown?.inputRegion == region)
        _ = try stage.start("tabshell-sample", ["--tab", "find"])
        try stage.compositor.waitUntil("the bar to be out") {
            bar.shown?.inputRegion == [] && isBlank(bar, rows: 0..<BarGeometry.height)
        }
        #expect(bar.layer?.exclusiveZone == 119)
        // A screen reader does not find the covered tabs.
        let row = try stage.socket.accessibilityTree().children.first { $0.role == .tabList }
        #expect(row?.children == [] && row?.description == "behind the open sheet")
        try stage.socket.request("sheet", ["tab": NSNull()])
        try stage.compositor.waitUntil("the bar in its place") {
            bar.shown?.inputRegion == region && bar.shown?.pixel(5, 36) == 0xFFFF_FFFF
        }
        stage.checkLegality()
    }
}
