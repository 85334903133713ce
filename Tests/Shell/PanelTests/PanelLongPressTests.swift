// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

/// A held tab of the default look, which has no titles: its icon and title are shown large.
@Suite(.serialized) struct PanelLongPressTests {
    private static let namespace = "tabshell-large-content"

    private func viewer(_ stage: Stage) throws -> FakeSurface {
        try stage.compositor.waitFor("the large content") {
            stage.compositor.surfaces(Self.namespace).last { $0.isAlive && !isEmpty($0) }
        }
    }

    private func isEmpty(_ surface: FakeSurface) -> Bool { surface.shown?.pixels.allSatisfy { $0 == 0 } ?? true }

    private func waitUntilGone(_ stage: Stage) throws {
        try stage.compositor.waitUntil("the large content to go") {
            stage.compositor.surfaces(Self.namespace).allSatisfy { !$0.isAlive }
        }
    }

    @Test func heldFingerShowsATabAndSelectsItWhenItIsLifted() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        let viewer = try viewer(stage)
        // In the middle, above everything, and never in the way.
        #expect(viewer.layer?.anchor == 0 && viewer.layer?.layer == 3 && viewer.layer?.exclusiveZone == -1)
        #expect(viewer.layer?.keyboardInteractivity == 0)
        #expect(viewer.shown?.inputRegion == [])
        try stage.compositor.waitUntil("the end of the press on the bar") { bar.shown?.pressMark(1) == 0 }
        try stage.rest(viewer)
        let flash = viewer.shown?.pixels
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[2] - 40, y: BarGeometry.y)
        try stage.compositor.waitUntil("the other tab") { viewer.shown?.pixels != flash }
        #expect(try stage.selected(bar.client) == "home")
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "growth")
        try waitUntilGone(stage)
        stage.checkLegality()
    }

    @Test func fingerThatLeavesTheBarSelectsNothing() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        _ = try viewer(stage)
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y - 200)
        try waitUntilGone(stage)
        // Back on the bar it goes on.
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        _ = try viewer(stage)
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y - 200)
        stage.compositor.touchUp(1, on: bar)
        #expect(try stage.selected(bar.client) == "home")
        try waitUntilGone(stage)

        stage.compositor.touchDown(2, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        _ = try viewer(stage)
        stage.compositor.touchCancel(on: bar)
        try waitUntilGone(stage)
        #expect(try stage.selected(bar.client) == "home")
        stage.checkLegality()
    }

    @Test func removedOutputEndsALongPress() throws {
        let second = FakeOutput("FAKE-2")
        let stage = try Stage(outputs: [FakeOutput("FAKE-1"), second])
        let bar = try stage.bar(on: "FAKE-1")
        let other = try stage.bar(on: "FAKE-2")
        stage.compositor.touchDown(1, on: other, x: BarGeometry.centers[1], y: BarGeometry.y)
        #expect(try viewer(stage).layer?.output?.name == "FAKE-2")
        stage.compositor.remove(second)
        try waitUntilGone(stage)
        #expect(try stage.selected(bar.client) == "home")
        // And the next press is one.
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        #expect(try viewer(stage).layer?.output?.name == "FAKE-1")
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        stage.checkLegality()
    }
}
