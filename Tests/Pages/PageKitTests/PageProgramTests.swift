import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

private let tabs = [(id: "chat", role: "page"), (id: "notes", role: "page"), (id: "find", role: "search")]

@Suite("Page programs", .serialized)
struct PageProgramTests {
    /// The rows begin below the header and the two actions, and each is 64 high.
    private static func row(_ index: Int) -> Double { 12 + 84 + 128 + 16 + 64 * Double(index) + 32 }

    /// A stage with the page of the first tab in front.
    private func opened(look: String = Stage.look, direction: String = "auto") throws -> (Stage, FakeSurface) {
        let stage = try Stage(tabs: tabs, look: look, direction: direction)
        try stage.startPage("chat")
        return (stage, try stage.shown("tabshell-page-chat"))
    }

    private func isMinimized(_ stage: Stage) throws -> Bool {
        (try stage.state()["bar"] as? [String: Any])?["minimized"] as? Bool ?? false
    }

    @Test func eachTabHasAProcessAndAStateOfItsOwn() throws {
        let stage = try Stage(tabs: tabs)
        try stage.startPage("chat")
        try stage.startPage("notes", ["--title", "Ideas", "--rows", "300"])
        let chat = try stage.shown("tabshell-page-chat")
        let notes = try stage.surface("tabshell-page-notes")
        #expect(!notes.isVisible)
        #expect(notes.layer?.layer == 1 && notes.layer?.exclusiveZone == 0)
        try stage.rest(chat)
        let before = chat.pixels

        stage.click(chat, x: 200, y: Self.row(2))
        try stage.waitForState("the route") { _ in try stage.path("chat") == ["item-3"] }
        try stage.rest(chat)
        let deeper = chat.pixels
        #expect(deeper != before)

        try stage.request("select", ["tab": "notes"])
        try stage.compositor.waitUntil("the pages to change places") { notes.isVisible && !chat.isVisible }
        #expect(try stage.path("notes") == [])
        try stage.request("select", ["tab": "chat"])
        try stage.compositor.waitUntil("the pages to change back") { chat.isVisible && !notes.isVisible }
        try stage.rest(chat)
        #expect(chat.pixels == deeper)

        // Selected once more it goes to its root, where the opened row is marked.
        try stage.request("select", ["tab": "chat"])
        try stage.rest(chat)
        #expect(chat.pixels != deeper && chat.pixels != before)
    }

    /// A press is at the visible place: from right to left, the way back is at the right.
    @Test(arguments: ["ltr", "rtl"]) func requestsSelectTabsAndChangeRoutes(direction: String) throws {
        let (stage, chat) = try opened(direction: direction)
        try stage.request("push", ["tab": "chat", "route": "item-1/item-2"])
        try stage.rest(chat)
        let (back, beside) = direction == "rtl" ? (428 - 40.0, 40.0) : (40, 428 - 40)
        stage.click(chat, x: beside, y: 12 + 22)
        try stage.rest(chat)
        #expect(try stage.path("chat") == ["item-1", "item-2"])
        stage.click(chat, x: back, y: 12 + 22)
        try stage.waitForState("one level up") { _ in try stage.path("chat") == ["item-1"] }
        try stage.request("root", ["tab": "chat"])
        try stage.rest(chat)
        // The first action.
        stage.click(chat, x: beside, y: 12 + 84 + 32)
        try stage.waitForState("the other tab") {
            ($0["selection"] as? [String: Any])?["tab"] as? String == "notes"
        }
    }

    /// The change that the page asked for first arrives after it has asked for another one.
    @Test func lateChangeOfTheBarIsNotTakenForTheNewest() throws {
        let stage = try Stage(tabs: tabs)
        let folder = stage.compositor.folder
        let relay = try ChildProcess("python3", ["-c", Repository.text("Tests/Fixtures/files/relay.py"), folder.path])
        defer { relay.kill() }
        try stage.startPage("chat", environment: ["TABSHELL_SOCKET": folder.appending("relay.sock")])
        let chat = try stage.shown("tabshell-page-chat")
        stage.compositor.pointerEnters(chat, x: 200, y: 400)
        stage.compositor.scroll(on: chat, dy: 300)
        try stage.waitForState("the bar to fold") { _ in try isMinimized(stage) }
        try stage.rest(chat)
        try folder.write("0", to: "hold", mode: 0o644)
        stage.compositor.scroll(on: chat, dy: -60)
        try stage.waitForState("the bar to unfold") { _ in try !isMinimized(stage) }
        stage.compositor.scroll(on: chat, dy: 60)
        try stage.waitForState("the bar to fold again") { _ in try isMinimized(stage) }
        try folder.write("1", to: "hold", mode: 0o644)
        try stage.compositor.waitUntil("the page to read the first change") {
            access(folder.appending("passed"), F_OK) == 0
        }
        try stage.compositor.settle(chat.client)
        stage.compositor.scroll(on: chat, dy: -60)
        try stage.waitForState("the bar to unfold again") { _ in try !isMinimized(stage) }
    }

    @Test(.measurement) func hiddenPageNeitherDrawsNorWakes() throws {
        let stage = try Stage(tabs: tabs)
        let program = try stage.startPage("chat")
        let chat = try stage.shown("tabshell-page-chat")
        // The recording.
        stage.click(chat, x: 200, y: 12 + 84 + 64 + 32)
        let count = chat.frameCount
        try stage.compositor.waitUntil("a second of the recording to be drawn") { chat.frameCount > count + 1 }
        try stage.request("select", ["tab": "notes"])
        try stage.compositor.waitUntil("the page to hide") { !chat.isVisible }
        try stage.rest(chat)
        let facts = ProcessFacts(pid: program.pid)
        // Messages that it had still to send when it was hidden.
        let switches = try [facts].waitUntilAsleep("the page's process", quiet: 0.5)
        let commits = chat.commits.count
        let start = Monotonic.now
        try stage.compositor.waitUntil("more than a second to pass") { Monotonic.now > start + 2_200_000_000 }
        #expect(try [facts.switches] == switches)
        #expect(chat.commits.count == commits)
        try stage.request("select", ["tab": "chat"])
        try stage.compositor.waitUntil("the page to stand") { chat.isVisible }
    }

    @Test func recordingDamagesOnlyItsRow() throws {
        let (stage, chat) = try opened()
        stage.click(chat, x: 200, y: 12 + 84 + 64 + 32)
        try stage.rest(chat)
        let count = chat.frameCount
        try stage.compositor.waitUntil("a second") { chat.frameCount > count }
        let damage = try #require(chat.shown?.damage)
        #expect(damage.count == 1 && damage[0].height <= 66)
    }

    @Test func colorsFadeFromTheTimeOfTheChange() throws {
        let look = Stage.look.replacing(
            "appearance = \"none\"", "appearance = { duration = 0.3, curve = \"linear\" }")
        let (stage, chat) = try opened(look: look + "\n[light]\npage = \"white\"\n[dark]\npage = \"black\"")
        try stage.rest(chat)
        let count = chat.frameCount
        try stage.request("appearance", ["appearance": "dark"])
        try stage.compositor.waitUntil("dark") { chat.shown?.pixel(2, 2) == 0xFF00_0000 }
        let greys = chat.commits.filter(\.hasBuffer)[count...].map { Int($0.pixel(2, 2) & 0xFF) }
        #expect(greys.contains { (40...215).contains($0) })
        #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 >= $1 })
        try stage.rest(chat)
        // There and back at once: it continues from the visible picture.
        let turn = chat.frameCount
        try stage.request("appearance", ["appearance": "light"])
        try stage.compositor.waitUntil("some light") { (chat.shown?.pixel(2, 2) ?? 0) & 0xFF > 60 }
        try stage.request("appearance", ["appearance": "dark"])
        try stage.compositor.waitUntil("dark again") { chat.shown?.pixel(2, 2) == 0xFF00_0000 }
        let values = chat.commits.filter(\.hasBuffer)[turn...].map { Int($0.pixel(2, 2) & 0xFF) }
        #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 90 })
        try stage.rest(chat)
    }

    @Test func contentIsClearOfTheBarAndTheScreenShape() throws {
        let stage = try Stage(
            tabs: [(id: "home", role: "page")], look: "[bar]\nreserve = \"none\"\n[safe_area]\nleading = 30")
        try stage.startPage("home", ["--rows", "3"])
        let page = try stage.shown("tabshell-page-home")
        let size = try #require(page.shown?.bufferSize)
        // Only the background and the cards' shadows under the bar.
        let pixels = (size.height - 110..<size.height).flatMap { y in
            stride(from: 2, to: size.width, by: 5).map { page.shown?.pixel($0, y) ?? 0 }
        }
        #expect(pixels.allSatisfy { $0 & 0xFF > 0xE0 && $0 & 0xFF < 0xF6 })
        // And the same at the leading edge.
        #expect((0..<size.height).allSatisfy { (page.shown?.pixel(14, $0) ?? 0) & 0xFF < 0xF6 })
        #expect((0..<size.height).contains { page.shown?.pixel(70, $0) == 0xFFFF_FFFF })
    }
}

extension String {
    func replacing(_ part: String, _ other: String) -> String {
        guard let range = range(of: part) else { return self }
        return replacingCharacters(in: range, with: other)
    }
}
