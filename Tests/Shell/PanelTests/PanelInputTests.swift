import FakeCompositor
import ShellModel
import StageTestSupport
import Testing
import TestSupport

@Suite(.serialized) struct PanelInputTests {
    @Test func tapSelectsATab() throws {
        let (stage, bar) = try Stage.withBar(atRest: true)
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
    }

    @Test(arguments: [5, 3] as [UInt32])
    func wheelSelectsNeighbours(seatVersion: UInt32) throws {
        let (stage, bar) = try Stage.withBar(versions: ["wl_seat": seatVersion])
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
    }

    /// A session in the background for a while: input and frames stop, also during a press, and perhaps the output goes. The
    /// presses end with their devices.
    @Test(arguments: [false, true]) func clickAfterASwitchOfTheTerminalIsTaken(losesOutput: Bool) throws {
        let (stage, first) = try Stage.withBar(atRest: true) { $0.setCapabilities(7) }
        let compositor = stage.compositor
        compositor.keyboardEnters(first)
        compositor.key(29, isPressed: true, modifiers: 4, client: first.client)
        compositor.touchDown(1, on: first, x: BarGeometry.centers[2], y: BarGeometry.y)
        compositor.pointerEnters(first, x: BarGeometry.centers[1], y: BarGeometry.y)
        compositor.button(on: first, isPressed: true)
        try compositor.waitUntil("both presses") {
            (first.shown?.pressMark(1) ?? 0) > 10 && (first.shown?.pressMark(2) ?? 0) > 10
        }
        compositor.framePace = .manual
        compositor.keyboardLeaves(first)
        compositor.pointerLeaves(first)
        compositor.touchCancel(on: first)
        compositor.setCapabilities(0)
        if losesOutput { for output in compositor.outputs { compositor.remove(output) } }
        try compositor.waitUntil("the devices to go") {
            compositor.objects("wl_pointer").isEmpty && compositor.objects("wl_touch").isEmpty
        }
        compositor.framePace = .every(4)
        if losesOutput {
            try compositor.waitUntil("the bar to go") { !first.isAlive }
            compositor.add(FakeOutput("FAKE-1"))
        }
        compositor.setCapabilities(7)
        let bar = try stage.barAtRest()
        #expect(try stage.selected(bar.client) == "home")
        #expect(bar.shown?.pressMark(1) == 0 && bar.shown?.pressMark(2) == 0)
        try compositor.waitUntil("the devices") {
            !compositor.objects("wl_pointer").isEmpty && !compositor.objects("wl_touch").isEmpty
        }
        // The pointer has not moved.
        compositor.pointerEnters(bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        compositor.click(on: bar)
        try stage.waitForSelection(of: "flash")
        compositor.tap(on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.waitForSelection(of: "growth")
    }
}

/// The pointer over the bar: raised parts, menus by the right button and a long press, and drags from other programs.
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

        """ + Stage.lock

    private func menu(_ stage: Stage) throws -> TabID? { try stage.socket.state().menu.tab }

    @Test func whatCanBePressedIsRaised() throws {
        let (stage, bar) = try Stage.withBar(atRest: true)
        let plain = try #require(bar.shown)
        let serial = stage.compositor.pointerEnters(bar, x: 4, y: BarGeometry.y)
        try stage.rest(bar)
        #expect(bar.client.cursorShapes.last?.shape == 1, "the arrow")
        #expect(bar.client.cursorShapes.last?.serial == serial)
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
        // A finger replaces the pointer until that moves; compositors resend its position.
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the hand") { bar.client.cursorShapes.last?.shape == 4 }
        stage.compositor.tap(on: bar, x: 4, y: BarGeometry.y)
        try stage.compositor.waitUntil("the arrow") { bar.client.cursorShapes.last?.shape == 1 }
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.rest(bar)
        #expect(bar.shown?.pixels == plain.pixels)
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1] + 1, y: BarGeometry.y)
        try stage.compositor.waitUntil("the hand") { bar.client.cursorShapes.last?.shape == 4 }
    }

    @Test func rightButtonOpensTheMenuOfATab() throws {
        let (stage, bar) = try Stage.withBar(configuration: Self.menus)
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[0], y: BarGeometry.y)
        stage.compositor.click(on: bar, code: 0x111)
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.button(on: bar, isPressed: true, code: 0x111)
        try stage.compositor.waitUntil("the menu") { try menu(stage) == "flash" }
        #expect(
            try stage.selected(bar.client) == "home", "a tab without a menu ignores it, and one with it is not selected"
        )
    }

    @Test func longPressOpensTheMenuOfATab() throws {
        let (stage, bar) = try Stage.withBar(configuration: Self.menus)
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
    }

    /// A tab without `actions` has the changes that no lock forbids.
    @Test func longPressRemovesATab() throws {
        let (stage, bar) = try Stage.withBar()
        stage.compositor.touchDown(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        try stage.compositor.waitUntil("the menu") { try menu(stage) == "flash" }
        stage.compositor.touchUp(1, on: bar)
        let surface = try stage.compositor.waitFor("its surface") {
            stage.compositor.surfaces("tabshell-menu").first { $0.isAlive && $0.frameCount > 0 }
        }
        try stage.rest(surface)
        let row = try stage.compositor.waitFor("its last row") {
            let nodes = try stage.socket.accessibilityTree().children.flatMap(\.children)
            return nodes.first { $0.label == "Remove Flash" }?.bounds
        }
        stage.compositor.tap(on: surface, x: row.center.x, y: row.center.y)
        try stage.compositor.waitUntil("the message") { try stage.socket.state().message?.text == "Removed Flash" }
        #expect(try stage.socket.state().tab("flash") == nil && stage.selected(bar.client) == "home")
    }

    /// A pointer over a tab without a title shows it after a while, until it leaves or presses.
    @Test(arguments: [false, true]) func hoverShowsTheTitle(presses: Bool) throws {
        let (stage, bar) = try Stage.withBar(atRest: true)
        func tips() -> [FakeSurface] { stage.compositor.surfaces("tabshell-tooltip").filter(\.isAlive) }
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        let tip = try stage.compositor.waitFor("the title") { tips().first { $0.shown != nil } }
        try stage.rest(tip)
        #expect(tip.layer?.layer == 3 && tip.layer?.exclusiveZone == -1 && tip.shown?.inputRegion == [])
        let flash = tip.shown?.pixels
        stage.compositor.pointerMoves(on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        try stage.compositor.waitUntil("the other title") { tip.shown?.pixels != flash }
        if presses { stage.compositor.click(on: bar) } else { stage.compositor.pointerLeaves(bar) }
        try stage.compositor.waitUntil("the title to go") { tips().isEmpty }
    }

    /// A drag held over a tab opens it, one after the other; nothing is dropped.
    @Test func draggedDataOpensATab() throws {
        let (stage, bar) = try Stage.withBar()
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
    }
}

extension Stage {
    /// The table of a lock, with which tabs have no menu of changes.
    static let lock = """
        [lock]
        pin = "$y$j9T$OKTIk6Xx6a05RlD6RyNqF.$psv79pLOo8FLVVioqr2GkTT1kvyqhyTri/Len.mobo."
        """
}

/// A held tab of the default look, without titles: its icon and title are shown large.
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
        let (stage, bar) = try Stage.withBar(configuration: Stage.lock)
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
        // A finger that leaves the bar selects nothing; back on the bar it continues.
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y - 200)
        try waitUntilGone(stage)
        stage.compositor.touchMove(1, on: bar, x: BarGeometry.centers[2], y: BarGeometry.y)
        _ = try self.viewer(stage)
        #expect(try stage.selected(bar.client) == "home")
        stage.compositor.touchUp(1, on: bar)
        try stage.waitForSelection(of: "growth")
        try waitUntilGone(stage)
        stage.compositor.touchDown(2, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        _ = try self.viewer(stage)
        stage.compositor.touchCancel(on: bar)
        try waitUntilGone(stage)
        #expect(try stage.selected(bar.client) == "growth")
    }
}

/// A press and a hover end, also when their target goes: nothing stays drawn as pressed or raised.
@Suite(.serialized) struct PanelOutcomeTests {
    /// A page that continues scrolling minimizes the bar under a finger.
    @Test func tabThatIsPressedWhileTheBarMinimizesIsNotPressedAfterwards() throws {
        let (stage, bar) = try Stage.withBar(atRest: true, configuration: "[minimize]\npolicy = \"on-scroll-down\"\n")
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
    }

    /// All bars raise the target under one pointer, until it leaves: also because its output has gone.
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
    }
}
