import Canvas
import DocumentText
import Geometry
import PageKit
import PageTestSupport
import ShellModel
import Testing

@testable import tabshell_page

@Suite struct LinkTests {
    private var context: PageContext {
        PageContext(size: Size(width: 428, height: 800), insets: PageInsets(bottom: 80), title: "Notes")
    }

    private func page(_ markdown: String, folder: String? = "/home/me") -> DocumentPage {
        DocumentPage(source: FakeSource(DocumentContent(markdown, as: .markdown), folder: folder))
    }

    /// Returns the links of a page as a screen reader finds them.
    private func links(_ page: DocumentPage, _ context: PageContext, at now: UInt64 = 0) -> [AccessibilityNode] {
        page.tree(context, at: now).children.flatMap(\.children).filter { $0.role == .link }
    }

    @Test(
        arguments: [
            ("#two-words", .anchor("two-words")),
            ("#%C3%9Cber", .anchor("über")),
            ("https://a.b/c?d=e#f", .address("https://a.b/c?d=e#f")),
            ("HTTP://a.b", .address("HTTP://a.b")),
            ("mailto:a@b.c", .address("mailto:a@b.c")),
            ("other.md", .document("other.md")),
            ("../a%20b.markdown#part", .document("../a b.markdown")),
            ("/etc/notes.TXT", .document("/etc/notes.TXT")),
            ("event:go", .event("go")), ("Event:two%20words", .event("two words")), ("event:", nil),
            ("event:a%0Ab", nil), ("event:" + String(repeating: "x", count: 257), nil),
            ("a:b.md", nil), ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("evil.desktop", nil),
            ("//host/a.md", nil), ("run.sh", nil), ("", nil), ("https://a.b/c d", nil), ("a%0Ab.md", nil),
            ("%FF.md", nil),
            ("https:\u{1B}[0m", nil),
        ] as [(String, LinkTarget?)])
    func targetOfDestination(destination: String, target: LinkTarget?) {
        #expect(LinkTarget(destination) == target)
    }

    /// An event's link is a button for its sender, and a plain word without a sender.
    @Test func eventIsAButtonWithinTheText() throws {
        let page = page("Once [more](event:more), or [see](https://a.b).")
        #expect(page.tree(context, at: 0).children.flatMap(\.children).isEmpty)
        var events: [String] = []
        page.sendEvent = { events.append($0) }
        let buttons = page.tree(context, at: 0).children.flatMap(\.children)
        #expect(buttons.map(\.role) == [.button] && buttons.map(\.label) == ["more"])
        _ = page.tap(try #require(buttons.first?.bounds?.center), context, at: 0)
        #expect(events == ["more"])
    }

    @Test func anchorsAreThoseOfGitHub() {
        let text = "# Two *Words*!\n\n## two words\n\n### C++ & `x_y`, 3\n\ntext\n\n## Über 東京"
        let blocks = DocumentContent(text, as: .markdown).blocks
        #expect(
            Block.anchors(in: blocks) == ["two-words": 0, "two-words-1": 1, "c--x_y-3": 2, "über-東京": 4])
    }

    /// Each is found without trying the earlier names.
    @Test func anchorsOfManyEqualHeadings() {
        let blocks = Array(repeating: Block(.heading(1), [Span("a")]), count: 20_000)
        let anchors = Block.anchors(in: blocks)
        #expect(anchors.count == blocks.count && anchors["a-19999"] == 19_999)
    }

    @Test func tapFollowsALink() throws {
        let page = page(
            "see the [*whole* manual](https://a.b/c), [next](next.md) or [the end](#end)\n\n\(filler)\n\n## End")
        var opened: [String] = []
        page.openLink = { opened.append($0) }
        let found = links(page, context)
        #expect(found.map(\.label) == ["whole manual", "next", "the end"])
        let whole = try #require(found.first?.bounds)
        #expect(whole.width > 90, "all words of the link, also of another style")
        for link in found {
            #expect(page.tap(try #require(link.bounds).center, context, at: 0) == .redraw)
        }
        #expect(opened == ["https://a.b/c", "/home/me/next.md"])
        let landed: UInt64 = 2_000_000_000
        let heading = try #require(page.tree(context, at: landed).children.first { $0.label == "End" })
        let bounds = try #require(heading.bounds)
        #expect(bounds.y >= 0 && bounds.maxY < 720)
        // Beside a link nothing is pressed.
        _ = page.tap(Point(x: 2, y: 2), context, at: landed)
        #expect(opened.count == 2)
    }

    private var filler: String { (0..<60).map { "Paragraph \($0)" }.joined(separator: "\n\n") }

    /// A link that cannot be followed is text: it has no line, no role and no function.
    @Test func linkThatLeadsNowhereIsText() {
        let markdown = "[a](https://a.b) [b](c.md) [c](#none) [d](javascript:x) [e](#e)\n\n# E"
        func names(_ page: DocumentPage) -> [String] { links(page, context).map(\.label) }
        let page = page(markdown)
        #expect(names(page) == ["e"])
        page.openLink = { _ in }
        #expect(names(page) == ["a", "b", "e"])
        let command = self.page(markdown, folder: nil)
        command.openLink = { _ in }
        #expect(names(command) == ["a", "e"])
    }

    /// A link over several lines can be pressed on each of them, and not beside them.
    @Test(arguments: [false, true]) func wrappedLinkHasAFrameOnEachLine(isRightToLeft: Bool) throws {
        var context = context
        context.size.width = 300
        context.isRightToLeft = isRightToLeft
        let words = isRightToLeft ? "كلمة عربية طويلة جدا هنا" : "a very long link that goes on"
        let page = page("\(words) [\(words) \(words)](https://a.b) \(words)")
        var opened = 0
        page.openLink = { _ in opened += 1 }
        let layout = page.layout(context)
        let flow = page.prepare(layout, context, now: 0)
        let link = try #require(page.links.all.first)
        let frames = page.linkFrames(link, layout, flow, context)
        #expect(frames.count >= 2)
        let lines = Set(frames.map(\.y))
        #expect(lines.count == frames.count)
        for frame in frames {
            #expect(frame.x >= layout.column.x - 1 && frame.maxX <= layout.column.maxX + 1)
            _ = page.tap(frame.center, context, at: 0)
        }
        #expect(opened == frames.count)
        // The text begins at the leading edge, and the link after its first words.
        #expect(frames[0].x > layout.column.x + 20)
        #expect(abs(frames[1].x - layout.column.x) < 2)
    }

    @Test func keysGoThroughLinksAndButtons() throws {
        let page = page("[one](https://a.b/1)\n\n\(filler)\n\n[two](https://a.b/2) and [three](https://a.b/3)")
        var opened: [String] = []
        page.openLink = { opened.append($0) }
        page.buttons = [DocumentButton(title: "Button") { opened.append("button") }]
        var now: UInt64 = 0
        func press(_ keys: PageKey...) {
            for key in keys {
                now += 1_000_000_000
                #expect(page.key(key, context: context, now: now) != nil)
            }
        }
        press(.tab, .activate, .tab, .activate)
        #expect(opened == ["https://a.b/1", "https://a.b/2"])
        // The focus was scrolled to.
        let bounds = try #require(links(page, context, at: now + 1_000_000_000).first { $0.label == "two" }?.bounds)
        #expect(bounds.y > 0 && bounds.maxY < 720)
        press(.right, .activate, .right, .activate, .tab, .activate, .backtab, .activate)
        #expect(opened.dropFirst(2) == ["https://a.b/3", "button", "https://a.b/1", "button"])
        // Without a focus, Escape is the shell's.
        press(.escape)
        #expect(page.key(.escape, context: context, now: now) == nil)
    }

    /// From the middle of a document, the first key goes to a visible link.
    @Test func focusBeginsWhereTheDocumentIsScrolledTo() {
        let page = page("[one](https://a.b/1)\n\n\(filler)\n\n[two](https://a.b/2)\n\n\(filler)")
        page.openLink = { _ in }
        _ = page.key(.pageDown, context: context, now: 0)
        _ = page.key(.tab, context: context, now: 2_000_000_000)
        let focused = page.interaction.focused.flatMap { page.tree(context, at: 4_000_000_000).node($0) }
        #expect(focused?.label == "two")
        // Nor does it leave the tree where it is scrolled away.
        _ = page.pointer(.scroll(dy: -9000, source: .finger, isFinal: true), context: context, now: 4_000_000_000)
        #expect(page.tree(context, at: 9_000_000_000).all.filter(\.isFocused).map(\.label) == ["two"])
        #expect(page.hiddenFocus(context, at: 9_000_000_000) == [])
    }

    @Test func focusAndPressAreSeen() throws {
        let page = page("Some words and [a link](https://a.b), and more words")
        page.openLink = { _ in }
        let plain = page.picture(context, at: 0)
        let center = try #require(links(page, context).first?.bounds).center
        _ = page.pointer(.press(center), context: context, now: 0)
        let pressed = page.picture(context, at: 0)
        #expect(pressed != plain)
        _ = page.pointer(.cancel, context: context, now: 0)
        #expect(page.picture(context, at: 0) == plain)
        _ = page.key(.tab, context: context, now: 0)
        let focused = page.picture(context, at: 0)
        #expect(focused != plain && focused != pressed)
    }

    @Test func failureIsShownUntilTheNextKey() {
        let page = page("[a](https://a.b)")
        page.openLink = { [unowned page] in page.notice = "\($0) was not opened: no." }
        let plain = page.picture(context, at: 0)
        _ = page.key(.tab, context: context, now: 0)
        _ = page.key(.activate, context: context, now: 0)
        #expect(
            page.tree(context).children.contains { $0.role == .status && $0.label == "https://a.b was not opened: no." }
        )
        #expect(page.key(.end, context: context, now: 0) == .redraw)
        #expect(page.key(.escape, context: context, now: 0) == .redraw)
        #expect(page.picture(context, at: 0) == plain)
        #expect(page.tree(context).children.allSatisfy { $0.role != .status })
    }

    /// A repeated command keeps the focus on a link that is still there.
    @Test func focusOutlivesAChangeOfTheDocument() {
        let source = FakeSource(DocumentContent("[a](https://a.b)", as: .markdown))
        let page = DocumentPage(source: source)
        page.openLink = { _ in }
        _ = page.key(.tab, context: context, now: 0)
        source.content?.blocks.append(Block(.paragraph, [Span("more")]))
        page.documentChanged()
        _ = page.tree(context)
        #expect(page.interaction.focused != nil)
        source.content?.blocks = [Block(.paragraph, [Span("other")])]
        page.documentChanged()
        _ = page.tree(context)
        #expect(page.interaction.focused == nil)
    }

    @Test func linkInATableIsWhereItIsDrawn() throws {
        let page = page("| a | b |\n|---|---|\n| x | [link](https://a.b) |")
        page.openLink = { _ in }
        let (layout, context) = (page.layout(context), context)
        let flow = page.prepare(layout, context, now: 0)
        let link = try #require(page.links.all.first)
        let frame = try #require(page.linkFrames(link, layout, flow, context).first)
        let block = page.frame(of: 0, in: flow, layout, top: page.top(of: flow, layout, context))
        #expect(
            frame.x > block.x + DocumentStyle.codePadding && frame.maxY <= block.maxY - DocumentStyle.codePadding + 1)
        #expect(frame.y > block.y + block.height / 2 - 4)
    }
}
