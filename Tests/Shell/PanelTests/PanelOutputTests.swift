import ShellModel
import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@Suite(.serialized) struct PanelOutputTests {
    private func places(of namespace: String, _ stage: Stage) -> [String?] {
        stage.compositor.surfaces(namespace).map { $0.layer?.output?.name }
    }

    @Test func everyOutputHasOneBar() throws {
        let first = FakeOutput("FAKE-1")
        let (stage, bar) = try Stage.withBar(outputs: [first])
        let second = FakeOutput("FAKE-2", width: 600)
        stage.compositor.add(second)
        let other = try stage.bar(on: "FAKE-2")
        #expect(other.shown?.bufferSize == PixelSize(600, 152))
        stage.compositor.remove(first)
        try stage.compositor.waitUntil("the first bar to go") { !bar.isAlive }
        stage.compositor.remove(second, closingSurfaces: false)
        try stage.compositor.waitUntil("both to go") { stage.compositor.surfaces.isEmpty }
        try stage.compositor.settle(bar.client)
        try stage.socket.request("select", ["tab": "flash"])
        try stage.compositor.settle(bar.client)
        #expect(stage.compositor.surfaces.isEmpty)
        stage.compositor.add(FakeOutput("FAKE-1"))
        let last = try stage.bar(on: "FAKE-1")
        try stage.rest(last)
        #expect(stage.compositor.surfaces("tabshell-bar").count == 1)
        #expect(last.indicator(1) > 200)
        #expect(stage.compositor.objects("wl_output").count == 1)
    }

    @Test func barMovesToAnotherEdge() throws {
        let stage = try Stage(configuration: "[bar]\nposition = \"left\"\ncompact = \"never\"\n")
        let rail = try stage.barAtRest()
        #expect(rail.layer.map { [$0.anchor, $0.exclusiveZone] } == [1 | 2 | 4, 84])
        #expect(rail.shown?.destination == PixelSize(117, 926))
        #expect(rail.shown?.inputRegion == [PixelRect(x: 0, y: 0, width: 84, height: 926)])
        // The last of three tabs, each 46 high and 80 apart, in the middle.
        stage.compositor.tap(on: rail, x: 42, y: 463 + 126)
        try stage.waitForSelection(of: "growth")
        let edges = [("right", 1 | 2 | 8, 84, PixelSize(117, 926)), ("top", 1 | 4 | 8, 119, PixelSize(428, 152))]
        var before = rail
        for (edge, anchor, zone, size) in edges {
            try stage.configure("[bar]\nposition = \"\(edge)\"\ncompact = \"never\"\n")
            try stage.compositor.waitUntil("the old bar to go") { !before.isAlive }
            let bar = try stage.barAtRest()
            #expect(bar.layer.map { [$0.anchor, $0.exclusiveZone] } == [anchor, zone])
            #expect(bar.shown?.destination == size)
            before = bar
        }
    }

    @Test func panelNamesTheOutputThatThePagesComeBackTo() throws {
        let outputs = ["FAKE-1", "FAKE-2"].map { FakeOutput($0) }
        let stage = try Stage(outputs: outputs)
        try stage.bar(on: "FAKE-2")
        func named() throws -> String? { try stage.socket.state().bar.output }
        func backdrops() -> [String?] { places(of: "tabshell-backdrop", stage) }
        try stage.compositor.waitUntil("the backdrop") { backdrops() == ["FAKE-1"] }
        #expect(try named() == nil)
        stage.compositor.remove(outputs[0])
        try stage.compositor.waitUntil("the name of the output") { try named() == "FAKE-1" }
        try stage.compositor.waitUntil("the backdrop to move") { backdrops() == ["FAKE-2"] }
        stage.compositor.add(FakeOutput("FAKE-1"))
        try stage.compositor.waitUntil("the backdrop to come back") { backdrops() == ["FAKE-1"] }
        // A temporary output of the pages is not remembered.
        stage.compositor.remove(stage.compositor.outputs.last { $0.name == "FAKE-1" } ?? outputs[1])
        stage.compositor.remove(outputs[1])
        try stage.compositor.waitUntil("all to go") { stage.compositor.surfaces.isEmpty }
        #expect(try named() == "FAKE-1")
    }

    /// A change of its colour leaves no moment in which the compositor's own colour is seen.
    @Test func backdropIsBehindEverything() throws {
        let stage = try Stage()
        let backdrop = try stage.surface("tabshell-backdrop")
        #expect(backdrop.layer?.layer == 0 && backdrop.layer?.anchor == 15 && backdrop.layer?.exclusiveZone == -1)
        #expect(backdrop.layer?.keyboardInteractivity == 0 && backdrop.shown?.inputRegion == [])
        #expect(backdrop.shown?.destination == PixelSize(428, 926) && backdrop.shown?.hasAlpha == false)
        for (request, value) in [("appearance", "dark"), ("look", "lucidpal"), ("appearance", "light")] {
            try stage.socket.request(request, [request: value])
            let state = try stage.socket.state()
            let color = try #require(state.look)[palette: state.appearance.value][.page].rgb
            try stage.compositor.waitUntil("the colour of \(value)") {
                backdrop.shown?.pixels.allSatisfy { $0 & 0xFF_FFFF == color } == true
            }
            #expect(backdrop.isAlive && stage.compositor.surfaces("tabshell-backdrop").count == 1)
        }
        #expect(backdrop.callbacks.isEmpty)
    }

    @Test func pressOnABarMovesThePagesToItsOutput() throws {
        let stage = try Stage(outputs: ["FAKE-1", "FAKE-2"].map { FakeOutput($0) })
        let bars = try ["FAKE-1", "FAKE-2"].map { try stage.bar(on: $0) }
        func press(_ tab: Int, on bar: FakeSurface) {
            stage.compositor.tap(on: bar, x: BarGeometry.centers[tab], y: BarGeometry.y)
        }
        func state() throws -> [String] {
            let state = try stage.socket.state()
            return [state.bar.output ?? "-", state.selection?.tab.rawValue ?? "-", "\(state.reselect.count)"]
        }
        func backdrops() -> [String?] { places(of: "tabshell-backdrop", stage) }
        press(1, on: bars[0])
        try stage.compositor.waitUntil("the selection") { try state() == ["-", "flash", "0"] }
        // The page in front moves, and is not selected again.
        press(1, on: bars[1])
        try stage.compositor.waitUntil("the pages to move") { try state() == ["FAKE-2", "flash", "0"] }
        try stage.compositor.waitUntil("the backdrop to move") { backdrops() == ["FAKE-2"] }
        press(1, on: bars[1])
        try stage.compositor.waitUntil("another press") { try state() == ["FAKE-2", "flash", "1"] }
        press(0, on: bars[0])
        try stage.compositor.waitUntil("the pages to come back") { try state() == ["FAKE-1", "home", "1"] }
    }

    @Test func onlyTheNamedOutputsHaveABar() throws {
        let stage = try Stage(
            outputs: ["FAKE-1", "FAKE-2", "FAKE-3"].map { FakeOutput($0) },
            configuration: #"outputs = ["FAKE-2", "FAKE-9"]"#)
        try stage.bar(on: "FAKE-2")
        func bars() -> [String?] { places(of: "tabshell-bar", stage) }
        func problem() throws -> String? { try stage.socket.state().programs.first?.problem }
        let expected = #"outputs: "FAKE-9" not connected; connected: "FAKE-1", "FAKE-2", "FAKE-3""#
        try stage.compositor.waitUntil("the report of the missing output") { try problem() == expected }
        #expect(bars() == ["FAKE-2"])
        #expect(stage.program.errorOutput.components(separatedBy: "FAKE-9").count == 2)
        stage.compositor.add(FakeOutput("FAKE-9"))
        try stage.bar(on: "FAKE-9")
        try stage.compositor.waitUntil("the end of the problem") { try problem() == nil }
        // The file changes while the shell runs.
        _ = try stage.compositor.folder.write(#"outputs = ["fake-1"]"#, to: "config.toml", mode: 0o644)
        try stage.socket.request("reload")
        try stage.compositor.waitUntil("the other bars to go") { bars() == ["FAKE-1"] }
    }

    /// Nothing else changes after that: the removal itself begins another measurement.
    @Test func stackingIsMeasuredOnAnotherOutputAfterTheFirstIsRemoved() throws {
        let first = FakeOutput("FAKE-1")
        let stage = try Stage(outputs: [first]) {
            $0.skipsCoveredSurfaces = true
            $0.framePace = .manual
        }
        try stage.compositor.waitUntil("the measurement") { stage.compositor.surfaces("tabshell-probe").count == 2 }
        stage.compositor.framePace = .every(4)
        stage.compositor.add(FakeOutput("FAKE-2"))
        stage.compositor.remove(first)
        try stage.compositor.waitUntil("the stacking") {
            (try stage.socket.request("state", id: 9)["bar"] as? [String: Any])?["stacking"] as? String
                == "newest-above"
        }
        stage.checkLegality()
    }

    @Test func outputMayVanishBeforeItIsComplete() throws {
        let (stage, bar) = try Stage.withBar()
        let second = FakeOutput("FAKE-2", isComplete: false)
        stage.compositor.add(second)
        try stage.compositor.waitUntil("it to be bound") { stage.compositor.objects("wl_output").count == 2 }
        stage.compositor.remove(second)
        second.sendDone()
        try stage.compositor.settle(bar.client)
        #expect(stage.compositor.objects("wl_output").count == 1)
    }

    @Test func renamedOutputKeepsItsBar() throws {
        let first = FakeOutput("FAKE-1")
        let (stage, bar) = try Stage.withBar(outputs: [first])
        first.rename(to: "FAKE-9")
        try stage.compositor.settle(bar.client)
        #expect(stage.compositor.surfaces("tabshell-bar").count == 1)
        let namesake = FakeOutput("FAKE-9", width: 500)
        stage.compositor.add(namesake)
        try stage.compositor.waitUntil("the second bar") { stage.compositor.surfaces("tabshell-bar").count == 2 }
        stage.compositor.remove(first)
        try stage.compositor.waitUntil("the old bar to go") { !bar.isAlive }
        try stage.compositor.waitUntil("the new one") {
            stage.compositor.surfaces("tabshell-bar").map { $0.shown?.bufferSize?.width } == [500]
        }
    }

    @Test(
        arguments: [
            ["wl_output": 1], ["wl_output": 2, "wl_seat": 3], ["zwlr_layer_shell_v1": 1], ["zwlr_layer_shell_v1": 2],
            ["zwlr_layer_shell_v1": 3, "wl_seat": 1, "xdg_wm_base": 1],
        ] as [[String: UInt32]])
    func oldProtocolVersionsAreSupported(versions: [String: UInt32]) throws {
        let (stage, bar) = try Stage.withBar(versions: versions)
        stage.compositor.pointerEnters(bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        stage.compositor.click(on: bar)
        try stage.waitForSelection(of: "flash")
        for output in stage.compositor.outputs { stage.compositor.remove(output) }
        try stage.compositor.waitUntil("the bar to go") { stage.compositor.surfaces.isEmpty }
        stage.compositor.setCapabilities(0)
        try stage.compositor.settle(bar.client)
    }
}
