import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// The tutorial's program as it stands in the text, on a scripted compositor and with the real daemon.
@Suite("Tutorial program", .serialized)
struct WaterProgramTests {
    private let stage: Stage
    private var compositor: FakeCompositor { stage.compositor }
    private var socket: SocketClient { stage.socket }

    init() throws {
        // The tab is the text's; only its program is started by hand.
        let configuration = try Tutorial.block("toml").split(separator: "\n").filter { !$0.hasPrefix("exec") }
            .joined(separator: "\n")
        let other = "\n[[tabs]]\nid = \"other\"\ntitle = \"Other\"\nicon = \"home\"\n[motion]\npage = \"none\"\n"
        stage = try Stage(daemonWith: "order = [\"water\", \"other\"]\n" + configuration + other)
        try stage.start("tabshell-water")
    }

    private func shown() throws -> FakeSurface {
        try compositor.waitFor("the page; it says: \(stage.complaints)") {
            compositor.surfaces("tabshell-page-water").first { ($0.shown?.bufferSize?.width ?? 0) > 1 }
        }
    }

    private func click(_ surface: FakeSurface, x: Double, y: Double) {
        compositor.pointerEnters(surface, x: x, y: y)
        compositor.button(on: surface, isPressed: true)
        compositor.button(on: surface, isPressed: false)
    }

    @Test func pageIsPressedByItsNames() throws {
        try stage.rest(try shown())
        func nodes() throws -> [[String: Any]] {
            let tree = try socket.request("accessibility")["tree"] as? [String: Any]
            let page = (tree?["children"] as? [[String: Any]])?.first
            return page?["children"] as? [[String: Any]] ?? []
        }
        #expect(try nodes().map { $0["label"] as? String } == ["Water", "Yesterday", "Drink"])
        #expect(try socket.request("press", ["name": "drink"])["id"] as? String == "page:water/drink")
        #expect(try nodes().last?["value"] as? String == "1 of 8 glasses")
        try socket.request("press", ["name": "Yesterday"])
        #expect((try socket.request("state")["paths"] as? [String: Any])?["water"] as? [String] == ["yesterday"])
        #expect(try nodes().dropFirst().first?["label"] as? String == "Today")
    }

    @Test func pageCountsFollowsItsRouteAndStartsOver() throws {
        let page = try shown()
        try stage.rest(page)
        let empty = page.shown?.pixels
        let size = try #require(page.shown?.bufferSize)
        let frames = page.frameCount
        click(page, x: Double(size.width) / 2, y: Double(size.height) / 2)
        try compositor.waitUntil("the glass to be poured in more than one frame") { page.frameCount > frames + 3 }
        try stage.rest(page)
        let one = page.shown?.pixels
        #expect(one != empty)

        // The line at the top leads to the other day, and selecting the tab leads back.
        click(page, x: 40, y: 24 + 32 + 8 + 10)
        try compositor.waitUntil("the route") {
            let paths = try socket.request("state")["paths"] as? [String: Any]
            return paths?["water"] as? [String] == ["yesterday"]
        }
        try stage.rest(page)
        #expect(page.shown?.pixels != one && page.shown?.pixels != empty)
        try socket.request("select", ["tab": "water"])
        try compositor.waitUntil("today again") { page.shown?.pixels == one }
        try socket.request("select", ["tab": "water"])
        try stage.rest(page)
        #expect(page.shown?.pixels == empty)
    }
}

/// The text itself.
enum Tutorial {
    static let root = Repository.root

    static var text: String {
        get throws {
            try String(contentsOf: root.appendingPathComponent("docs/tutorial.md"), encoding: .utf8)
        }
    }

    /// The first block of a language.
    static func block(_ language: String) throws -> String {
        let block = try text.components(separatedBy: "```\(language)\n").dropFirst().first
        return try #require(block?.components(separatedBy: "```").first)
    }
}
