import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

private let tabs = [(id: "chat", role: "page"), (id: "find", role: "search"), (id: "new", role: "compose")]

@Suite("Sheets of page programs", .serialized)
struct SheetProgramTests {
    private static let slow = Stage.look.replacing(
        "sheet = \"none\"", "sheet = { duration = 0.8, curve = \"linear\" }")
    private static let gap = 52.0

    private func sheet(_ stage: Stage) throws -> String? {
        (try stage.state()["sheet"] as? [String: Any])?["tab"] as? String
    }

    /// A stage with the page below and an open sheet.
    private func opened(look: String = Stage.look) throws -> (Stage, FakeSurface) {
        let stage = try Stage(tabs: tabs, look: look)
        try stage.startPage("find")
        let surface = try stage.surface("tabshell-sheet-find")
        #expect(!surface.isVisible)
        try stage.request("select", ["tab": "find"])
        try stage.compositor.waitUntil("the sheet") { surface.isVisible }
        try stage.rest(surface)
        return (stage, surface)
    }

    @Test func openSheetDimsThePagesAndHasRoundCorners() throws {
        let (stage, surface) = try opened()
        #expect(surface.layer?.layer == 2)
        #expect(surface.layer?.exclusiveZone == 0)
        #expect(surface.layer?.keyboardInteractivity == 1)
        let size = try #require(surface.shown?.bufferSize)
        // The bar is in front; beside a floating one the sheet is pressed.
        #expect(surface.shown?.inputRegion == nil)
        let dim: UInt32 = 0x6600_0000
        #expect(surface.shown?.pixel(200, 10) == dim)
        #expect(surface.shown?.pixel(1, 53) == dim)
        #expect(surface.shown?.pixel(30, 80) == 0xFFF2_F2F7)
        // The card is below the bar, too, with its content.
        #expect((0..<80).allSatisfy { (surface.shown?.pixel(200, size.height - 1 - $0) ?? 0) >> 24 == 0xFF })
        withExtendedLifetime(stage) {}
    }

    @Test(arguments: 0...4)
    func pressBesideTheCardButtonsAndEscapeDismissTheSheet(way: Int) throws {
        let (stage, surface) = try opened()
        switch way {
        case 0: stage.click(surface, x: 200, y: 20)
        case 1: stage.click(surface, x: 428 - 35, y: Self.gap + 48 + 22)
        case 2: stage.click(surface, x: 428 - 27, y: Self.gap + 27)
        case 3: try stage.press("page:find/close-sheet")
        default:
            stage.compositor.setCapabilities(7)
            try stage.compositor.settle(surface.client)
            try stage.compositor.setKeymap(of: surface.client)
            stage.compositor.keyboardEnters(surface)
            // KEY_ESC of Linux's input event codes.
            stage.compositor.type(1, client: surface.client)
        }
        try stage.waitForState("no sheet") { _ in try sheet(stage) == nil }
        try stage.compositor.waitUntil("the sheet to go") { !surface.isVisible }
        #expect(surface.shown?.inputRegion == [])
        #expect(surface.layer?.keyboardInteractivity == 0)
        try stage.rest(surface)
        let commits = surface.commits.count
        try stage.request("appearance", ["appearance": "dark"])
        try stage.rest(surface)
        #expect(surface.commits.count == commits)
    }

    @Test func searchFieldTakesKeysAndInputMethodsAtOnce() throws {
        let stage = try Stage(tabs: tabs) {
            $0.addGlobal("zwp_text_input_manager_v3", 1)
            $0.setCapabilities(7)
        }
        try stage.startPage("find")
        let surface = try stage.surface("tabshell-sheet-find")
        let compositor = stage.compositor
        try stage.request("select", ["tab": "find"])
        try compositor.waitUntil("the sheet") { surface.isVisible }
        try compositor.setKeymap(of: surface.client)
        compositor.keyboardEnters(surface)
        try stage.rest(surface)
        let method = try #require(compositor.textInput(of: surface.client))
        #expect(method.state.isEnabled && method.state.hint == 1)
        let all = surface.pixels
        let start = method.state.cursor
        #expect(start[1] > Int(Self.gap))

        compositor.compose("Nirgends", client: surface.client)
        try compositor.waitUntil("what was found") { method.state.text == "Nirgends" }
        try stage.rest(surface)
        #expect(surface.pixels != all && method.state.cursor[0] > start[0])
        // The first Escape is the field's, the second one the sheet's.
        compositor.type(1, client: surface.client)
        try compositor.waitUntil("an empty field") { method.state.text == "" }
        try stage.rest(surface)
        #expect(surface.pixels == all)
        // The space bar.
        compositor.type(57, client: surface.client)
        try compositor.waitUntil("a space") { method.state.text == " " }
        compositor.type(1, client: surface.client)
        compositor.type(1, client: surface.client)
        try stage.waitForState("no sheet") { _ in try sheet(stage) == nil }
        try compositor.waitUntil("the field to be left") { !method.state.isEnabled }
    }

    @Test(.measurement) func sheetSlidesUpAndDown() throws {
        let stage = try Stage(tabs: tabs, look: Self.slow)
        try stage.startPage("new")
        let surface = try stage.surface("tabshell-sheet-new")
        // Of faster frames the first ones would not be kept.
        stage.compositor.framePace = .every(16)
        try stage.request("select", ["tab": "new"])
        try stage.compositor.waitUntil("the sheet") { top(surface) == Int(Self.gap) }
        let rising = tops(surface)
        surface.forgetCommits()
        try stage.request("sheet", ["tab": NSNull()])
        try stage.compositor.waitUntil("the sheet to go") { !surface.isVisible }
        let falling = tops(surface)
        // Frames between the ends; their number is the machine's.
        #expect(Set(rising).count > 2 && Set(falling).count > 2)
        #expect(rising.last == Int(Self.gap) && falling.first == Int(Self.gap))
        #expect(rising == rising.sorted(by: >) && falling == falling.sorted())
    }

    /// Returns the card's upper edge in each frame that is kept.
    private func tops(_ surface: FakeSurface) -> [Int] {
        surface.commits.filter { $0.hasBuffer && ($0.bufferSize?.width ?? 0) > 1 }.map(top)
    }

    @Test func shortDragSpringsBackAndLongDragDismisses() throws {
        let (stage, surface) = try opened()
        let card = 926 - 80 - Self.gap
        stage.compositor.touchDown(1, on: surface, x: 200, y: 60)
        stage.compositor.touchMove(1, on: surface, x: 200, y: 60 + 100)
        try stage.compositor.waitUntil("the sheet to follow") { top(surface) == Int(Self.gap) + 100 }
        stage.compositor.touchMove(1, on: surface, x: 200, y: 60 + 20)
        try stage.compositor.waitUntil("the sheet to follow back") { top(surface) == Int(Self.gap) + 20 }
        // A finger that rests throws nothing.
        let rest = Monotonic.now + 150_000_000
        try stage.compositor.waitUntil("the finger to have rested") { Monotonic.now > rest }
        stage.compositor.touchUp(1, on: surface)
        try stage.compositor.waitUntil("the sheet to spring back") { top(surface) == Int(Self.gap) }
        try stage.rest(surface)
        #expect(try sheet(stage) == "find")

        stage.compositor.touchDown(2, on: surface, x: 200, y: 60)
        for step in 1...20 {
            stage.compositor.touchMove(2, on: surface, x: 200, y: 60 + card * 0.7 * Double(step) / 20)
            try stage.compositor.settle(surface.client)
        }
        stage.compositor.touchUp(2, on: surface)
        try stage.waitForState("no sheet") { _ in try sheet(stage) == nil }
        try stage.compositor.waitUntil("the sheet to go") { !surface.isVisible }
    }

    @Test func contentScrollsAndKeepsItsStateWhileClosed() throws {
        let (stage, surface) = try opened()
        let top = surface.pixels
        stage.compositor.pointerEnters(surface, x: 200, y: 500)
        stage.compositor.scroll(on: surface, dy: 300)
        stage.compositor.scroll(on: surface, dy: 0, isFinal: true)
        try stage.compositor.waitUntil("the list to scroll") { surface.pixels != top }
        try stage.request("sheet", ["tab": NSNull()])
        try stage.compositor.waitUntil("the sheet to go") { !surface.isVisible }
        try stage.request("sheet", ["tab": "find"])
        try stage.compositor.waitUntil("the sheet") { surface.isVisible }
        try stage.rest(surface)
        let again = surface.pixels
        #expect(again != top)
        // Its scrolling does not concern the bar.
        #expect((try stage.state()["bar"] as? [String: Any])?["minimized"] as? Bool == false)
    }

    /// Returns the card's upper edge in a commit, in the middle of the surface; 0 without a card.
    private func top(_ commit: FakeCommit) -> Int {
        guard let size = commit.bufferSize else { return 0 }
        return (0..<size.height).first { commit.pixel(size.width / 3, $0) >> 24 == 0xFF } ?? size.height
    }

    private func top(_ surface: FakeSurface) -> Int { surface.shown.map(top) ?? 0 }
}
