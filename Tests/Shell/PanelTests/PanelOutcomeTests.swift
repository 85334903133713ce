// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// A press and a hover end, also when what they are on goes: nothing stays drawn as pressed or raised.
@Suite(.serialized) struct PanelOutcomeTests {
    /// A page that goes on scrolling minimizes the bar under a finger.
    @Test func tabThatIsPressedWhileTheBarMinimizesIsNotPressedAfterwards() throws {
        let stage = try Stage(configuration: "[minimize]\npolicy = \"on-scroll-down\"\n")
        let bar = try stage.bar()
        try stage.rest(bar)
        let plain = try #require(bar.shown)
        let (x, y) = (BarGeometry.centers[1], BarGeometry.y)
        stage.compositor.touchDown(1, on: bar, x: x, y: y)
        // Too far for a long press, and still on the tab.
        stage.compositor.touchMove(1, on: bar, x: x, y: y + 12)
        try stage.rest(bar)
        #expect(bar.shown?.pixels != plain.pixels, "it is drawn as pressed")
        try stage.socket.request("bar", ["minimized": true])
        try stage.compositor.waitUntil("the bar to minimize") { bar.shown?.inputRegion != plain.inputRegion }
        try stage.rest(bar)
        stage.compositor.touchUp(1, on: bar)
        try stage.compositor.settle(bar.client)
        #expect(try stage.selected(bar.client) == "home", "it is not selected")
        try stage.socket.request("bar", ["minimized": false])
        try stage.compositor.waitUntil("the bar to expand") { bar.shown?.inputRegion == plain.inputRegion }
        try stage.rest(bar)
        #expect(bar.shown?.pixels == plain.pixels, "no tab is drawn as pressed")
        stage.checkLegality()
    }

    /// All bars raise what one pointer is over, until it is over it no more: also because its output has gone.
    @Test(arguments: ["hover", "press"]) func surfaceThatGoesTakesNothingWithIt(_ kind: String) throws {
        let outputs = ["FAKE-1", "FAKE-2"].map { FakeOutput($0) }
        let stage = try Stage(outputs: outputs)
        let bars = try ["FAKE-1", "FAKE-2"].map { try stage.bar(on: $0) }
        for bar in bars { try stage.rest(bar) }
        let plain = try #require(bars[0].shown)
        let x = BarGeometry.centers[1]
        if kind == "hover" {
            stage.compositor.pointerEnters(bars[1], x: x, y: BarGeometry.y)
        } else {
            stage.compositor.touchDown(1, on: bars[1], x: x, y: BarGeometry.y)
            stage.compositor.touchMove(1, on: bars[1], x: x, y: BarGeometry.y + 12)
        }
        try stage.compositor.waitUntil("the other bar to show it") { bars[0].shown?.pixels != plain.pixels }
        stage.compositor.remove(outputs[1])
        try stage.compositor.waitUntil("the bar to go") { !bars[1].isAlive }
        try stage.compositor.waitUntil("the other bar to show nothing of it") { bars[0].shown?.pixels == plain.pixels }
        try stage.rest(bars[0])
        #expect(bars[0].shown?.pixels == plain.pixels)
        stage.checkLegality()
    }
}
