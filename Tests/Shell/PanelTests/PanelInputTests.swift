// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct PanelInputTests {
    @Test func tapSelectsATab() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        try stage.rest(bar)
        let count = bar.frameCount
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        let frame = try stage.frame(of: bar, after: count)
        #expect(frame.pressMark(1) > 10)
        #expect(frame.pressMark(2) == 0)
        #expect(frame.damage.allSatisfy { $0.width < 100 })
        #expect(try stage.selected(bar.client) == "home")
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        try stage.compositor.waitUntil("the indicator") { bar.indicator(1) > 200 && bar.indicator(0) == 0 }
        try stage.rest(bar)
        #expect(bar.shown?.pressMark(1) == 0)
        stage.checkLegality()
    }

    @Test func cancelledAndDraggedTouchesSelectNothing() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the press") { (bar.shown?.pressMark(1) ?? 0) > 10 }
        stage.compositor.touchCancel(on: bar)
        try stage.compositor.waitUntil("the press to fade") { bar.shown?.pressMark(1) == 0 }
        #expect(try stage.selected(bar.client) == "home")

        stage.compositor.touchDown(2, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.waitUntil("the press") { (bar.shown?.pressMark(2) ?? 0) > 10 }
        stage.compositor.touchMove(2, on: bar, x: BarGeometry.centers[2] - 70, y: BarGeometry.y)
        try stage.compositor.waitUntil("the press to fade") { bar.shown?.pressMark(2) == 0 }
        stage.compositor.touchUp(2, on: bar)
        #expect(try stage.selected(bar.client) == "home")

        // Beside the tab, but not far from it, a finger still presses it.
        stage.compositor.touchDown(4, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.touchMove(4, on: bar, x: BarGeometry.centers[1] + 60, y: BarGeometry.y)
        stage.compositor.touchUp(4, on: bar)
        try stage.waitForSelection(of: "flash")

        // Dragging out and back in is still a tap.
        stage.compositor.touchDown(3, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.touchMove(3, on: bar, x: BarGeometry.centers[2] - 70, y: BarGeometry.y)
        stage.compositor.touchMove(3, on: bar, x: BarGeometry.centers[2] + 5, y: BarGeometry.y)
        stage.compositor.touchUp(3, on: bar)
        try stage.waitForSelection(of: "growth")
        stage.checkLegality()
    }

    @Test func fingersPressIndependently() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.touchDown(2, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.touchDown(3, on: bar, x: BarGeometry.centers[2] + 4, y: BarGeometry.y)
        try stage.compositor.waitUntil("both presses") {
            (bar.shown?.pressMark(1) ?? 0) > 10 && (bar.shown?.pressMark(2) ?? 0) > 10
        }
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        stage.compositor.touchUp(3, on: bar)
        try stage.rest(bar)
        #expect((bar.shown?.pressMark(2) ?? 0) > 10)
        #expect(try stage.selected(bar.client) == "flash")
        stage.compositor.touchUp(2, on: bar)
        try stage.waitForSelection(of: "growth")
        try stage.compositor.waitUntil("the press to fade") { bar.shown?.pressMark(2) == 0 }
        stage.checkLegality()
    }

    @Test func leftButtonSelectsATab() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        let serial = stage.compositor.pointerEnters(bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.settle(bar.client)
        #expect(bar.client.cursorShapes.last?.serial == serial)
        #expect(bar.client.cursorShapes.last?.shape == 4)
        stage.compositor.button(on: bar, isPressed: true)
        try stage.compositor.waitUntil("the press") { (bar.shown?.pressMark(2) ?? 0) > 10 }
        stage.compositor.pointerLeaves(bar)
        try stage.compositor.waitUntil("the press to fade") { bar.shown?.pressMark(2) == 0 }
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: false)
        stage.compositor.button(on: bar, isPressed: true, code: 0x111)
        stage.compositor.button(on: bar, isPressed: false, code: 0x111)
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[2], y: BarGeometry.shadow - 1)
        stage.compositor.button(on: bar, isPressed: true)
        stage.compositor.button(on: bar, isPressed: false)
        #expect(try stage.selected(bar.client) == "home")
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: true)
        stage.compositor.button(on: bar, isPressed: false)
        try stage.waitForSelection(of: "growth")
        stage.checkLegality()
    }

    @Test(arguments: [5, 3] as [UInt32])
    func wheelSelectsNeighbours(seatVersion: UInt32) throws {
        let stage = try Stage(versions: ["wl_seat": seatVersion])
        let bar = try stage.bar()
        let steps: Int32? = seatVersion >= 5 ? 1 : nil
        stage.compositor.pointerEnters(bar, x: 10, y: BarGeometry.y)
        stage.compositor.wheel(on: bar, value: 15, steps: steps)
        try stage.waitForSelection(of: "flash")
        stage.compositor.wheel(on: bar, value: 15, steps: nil)
        try stage.waitForSelection(of: "growth")
        stage.compositor.wheel(on: bar, value: -15, steps: steps.map { -$0 })
        try stage.waitForSelection(of: "flash")
        if seatVersion >= 5 {
            // A touchpad drags the selection, to the nearest tab.
            for (dy, tab) in [(40.0, "flash"), (100, "growth")] {
                try stage.rest(bar)
                stage.compositor.scroll(on: bar, dy: dy)
                stage.compositor.scroll(on: bar, dy: 0, isFinal: true)
                try stage.waitForSelection(of: tab)
            }
        }
        stage.checkLegality()
    }

    @Test func removedDevicesCancelPresses() throws {
        let stage = try Stage()
        let bar = try stage.bar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: true)
        try stage.compositor.waitUntil("both presses") {
            (bar.shown?.pressMark(1) ?? 0) > 10 && (bar.shown?.pressMark(2) ?? 0) > 10
        }
        stage.compositor.setCapabilities(0)
        try stage.compositor.waitUntil("the presses to fade") {
            bar.shown?.pressMark(1) == 0 && bar.shown?.pressMark(2) == 0
        }
        #expect(try stage.selected(bar.client) == "home")
        #expect(stage.compositor.objects("wl_pointer").isEmpty)
        stage.compositor.setCapabilities(5)
        try stage.compositor.waitUntil("a new touch screen") { !stage.compositor.objects("wl_touch").isEmpty }
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "flash")
        stage.checkLegality()
    }

    @Test func removedOutputCancelsPresses() throws {
        let second = FakeOutput("FAKE-2")
        let stage = try Stage(outputs: [FakeOutput("FAKE-1"), second])
        let bar = try stage.bar(on: "FAKE-1")
        let other = try stage.bar(on: "FAKE-2")
        stage.compositor.touchDown(1, on: other, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the press on both bars") { (bar.shown?.pressMark(1) ?? 0) > 10 }
        stage.compositor.remove(second)
        try stage.compositor.waitUntil("the press to fade") { bar.shown?.pressMark(1) == 0 }
        #expect(try stage.selected(bar.client) == "home")
        stage.checkLegality()
    }
}
