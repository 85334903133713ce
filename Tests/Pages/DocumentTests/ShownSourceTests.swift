import DocumentText
import Geometry
import PageKit
import PageTestSupport
import ShellModel
import Testing

@testable import tabshell_page

@Suite struct ShownSourceTests {
    private let context = PageContext(
        size: Size(width: 428, height: 800), insets: PageInsets(bottom: 80), title: "Tea")

    private func events(_ text: String, _ format: DocumentFormat = .markdown) -> (events: [String], blocks: Int) {
        let source = ShownSource()
        source.set(text, as: format)
        return (source.events.map { "\($0.title)=\($0.name)" }, source.content?.blocks.count ?? 0)
    }

    @Test func linksOfTheLastParagraphsAreButtons() {
        #expect(events("# A\n\n[Go](event:go) [**No** way](event:no)") == (["Go=go", "No way=no"], 1))
        #expect(events("a\n\n[1](event:1)\n\n[2](event:2)\n[3](event:3)") == (["1=1", "2=2", "3=3"], 1))
        #expect(events("[On](event:on)") == (["On=on"], 0))
    }

    @Test func linksWithinTheTextAreNot() {
        #expect(events("[Go](event:go) or [no](event:no)") == ([], 1))
        #expect(events("[Go](event:go)\n\nThe end") == ([], 2))
        #expect(events("- [Go](event:go)") == ([], 1))
        #expect(events("> [Go](event:go)") == ([], 1))
        #expect(events("[Go](https://a.b)") == ([], 1))
        #expect(events("[Go](event:go)", .text) == ([], 1))
    }

    /// A document of nothing but buttons.
    @Test func buttonsStandAlone() throws {
        let source = ShownSource()
        source.set("[On](event:on)", as: .markdown)
        let page = DocumentPage(source: source)
        var taps = 0
        page.buttons = [DocumentButton(title: "On") { taps += 1 }]
        let button = try #require(page.tree(context, at: 0).children.first { $0.role == .button })
        let frame = try #require(button.bounds)
        #expect(frame.y > 40 && frame.maxY < 200 && frame.x < 40)
        #expect(page.key(.activate, context: context, now: 0) == .redraw)
        #expect(taps == 1)
    }

    /// A source that replaces another one is shown, and the other one hidden.
    @Test func sourceIsReplacedWhileThePageIsVisible() {
        let (first, second) = (FakeSource(nil), FakeSource(nil))
        let page = DocumentPage(source: first)
        page.source = second
        #expect(first.calls + second.calls == [])
        page.appeared(now: 0)
        page.source = first
        #expect(second.calls == ["show", "hide"] && first.calls == ["show"])
        page.source = first
        page.disappeared(now: 0)
        page.source = second
        #expect(second.calls == ["show", "hide"] && first.calls == ["show", "hide"])
    }
}
