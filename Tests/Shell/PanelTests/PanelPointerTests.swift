// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// The pointer over the bar: what can be pressed is raised, menus by the right button and a long press, and drags from other
/// programs.
@Suite(.serialized) struct PanelPointerTests {
    private static let menus = """
        [[tabs]]
        id = "flash"
        actions = ["breathe", "note"]
        [[actions]]
        id = "breathe"
        title = "Breathe"
        icon = "flash"
        [[actions]]
        id = "note"
        title = "Note"
        icon = "notes"
        """

    private func menu(_ stage: Stage) throws -> String? {
        ((try stage.socket.request("state")["menu"]) as? [String: Any])?["tab"] as? String
    }

    @Test func whatCanBePressedIsRaised() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        try stage.rest(bar)
        let plain = try #require(bar.shown)
        stage.compositor.pointerEnters(bar, x: 4, y: BarGeometry.y)
        try stage.rest(bar)
        #expect(bar.client.cursorShapes.last?.shape == 1, "the arrow")
        #expect(bar.shown?.pixels == plain.pixels)
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the hand") { bar.client.cursorShapes.last?.shape == 4 }
        try stage.rest(bar)
        let raised = try #require(bar.shown)
        #expect(raised.pixels != plain.pixels)
        // Of the page's colours nothing but the ground of one tab has changed.
        let width = try #require(raised.bufferSize?.width)
        let changed = raised.pixels.indices.filter { raised.pixels[$0] != plain.pixels[$0] }.map { $0 % width }.sorted()
        let center = Int(BarGeometry.centers[1])
        #expect(changed.first ?? 0 >= center - 23 && changed.last ?? 0 <= center + 23, "\(changed)")
        stage.compositor.pointerMoves(on: bar, x: 4, y: BarGeometry.y)
        try stage.compositor.waitUntil("the arrow") { bar.client.cursorShapes.last?.shape == 1 }
        try stage.rest(bar)
        #expect(bar.shown?.pixels == plain.pixels)
        // A finger raises nothing.
        stage.compositor.pointerLeaves(bar)
        stage.checkLegality()
    }

    @Test func rightButtonOpensTheMenuOfATab() throws {
        let stage = try Stage(configuration: Self.menus)
        let bar = try stage.bar()
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[0], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: true, code: 0x111)
        stage.compositor.button(on: bar, isPressed: false, code: 0x111)
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: true, code: 0x111)
        try stage.compositor.waitUntil("the menu") { try menu(stage) == "flash" }
        #expect(
            try stage.selected(bar.client) == "home", "a tab without a menu ignores it, and one with it is not selected"
        )
        stage.checkLegality()
    }

    @Test func longPressOpensTheMenuOfATab() throws {
        let stage = try Stage(configuration: Self.menus)
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the menu") { try menu(stage) == "flash" }
        stage.compositor.touchUp(1, on: bar)
        let surface = try stage.compositor.waitFor("its surface") {
            stage.compositor.surfaces("tabshell-menu").first { $0.isAlive && $0.frameCount > 0 }
        }
        try stage.rest(surface)
        #expect(try menu(stage) == "flash" && stage.selected(bar.client) == "home")
        #expect(stage.compositor.surfaces("tabshell-large-content").isEmpty)
        // A press of the right button beside it closes it.
        stage.compositor.pointerEnters(surface, x: 20, y: 20)
        stage.compositor.button(on: surface, isPressed: true, code: 0x111)
        try stage.compositor.waitUntil("its end") { try menu(stage) == nil }
        // The other tab, which has none, is shown large.
        stage.compositor.touchDown(2, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.waitUntil("the large content") {
            stage.compositor.surfaces("tabshell-large-content").contains(where: \.isAlive)
        }
        stage.compositor.touchUp(2, on: bar)
        try stage.waitForSelection(of: "growth")
        stage.checkLegality()
    }

    /// Something that is held over a tab opens it, one after the other; nothing is dropped.
    @Test func draggedDataOpensATab() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        try stage.compositor.dataDragEnters(bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.waitForSelection(of: "flash")
        stage.compositor.dataDragMoves(on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.waitForSelection(of: "growth")
        stage.compositor.dataDragMoves(on: bar, x: BarGeometry.centers[0], y: BarGeometry.y)
        stage.compositor.dataDragLeaves(bar)
        try stage.compositor.waitUntil("the offer to be destroyed") {
            bar.client.objects("wl_data_offer").isEmpty
        }
        try stage.rest(bar)
        #expect(try stage.selected(bar.client) == "growth")
        stage.checkLegality()
    }
}
