import CTestSupport
import Canvas
import DocumentText
import Geometry
import PageKit
import PageTestSupport
import ShellModel
import Testing

@testable import tabshell_page

/// A source with the content of a test, which records the calls of the page.
final class FakeSource: DocumentSource {
    let name = "made.md"
    let folder: String?
    var content: DocumentContent?
    var onChange: () -> Void = {}
    var calls: [String] = []

    init(_ content: DocumentContent?, folder: String? = nil) {
        self.content = content
        self.folder = folder
    }

    func show() { calls.append("show") }
    func hide() { calls.append("hide") }
    func refresh() { calls.append("refresh") }
    func stop() { calls.append("stop") }
}

@Suite("DocumentPage")
struct DocumentPageTests {
    private let context = PageContext(
        size: Size(width: 428, height: 800), insets: PageInsets(bottom: 80), title: "Notes")

    private func paragraphs(_ count: Int, _ text: String = "Some words") -> [Block] {
        (0..<count).map { Block(.paragraph, [Span("\(text) \($0)")]) }
    }

    private func picture(_ page: DocumentPage, _ context: PageContext, at now: UInt64 = 0) -> [UInt8] {
        page.picture(context, at: now)
    }

    private func page(_ blocks: [Block], problem: DocumentContent.Problem? = nil) -> DocumentPage {
        DocumentPage(source: FakeSource(DocumentContent(blocks, problem: problem)))
    }

    /// Returns the first and last rows of an image with a pixel that differs from the first one.
    private func inked(_ pixels: [UInt8], width: Int = 428, columns: Range<Int>? = nil) -> ClosedRange<Int>? {
        let (height, columns) = (pixels.count / (4 * width), columns ?? 0..<width)
        var (first, last) = (0, 0)
        let isInked = cts_inked_rows(
            pixels, width, height, columns.lowerBound, columns.upperBound, &first, &last)
        return isInked ? first...last : nil
    }

    /// A path in an Arabic sentence keeps its own order; a Latin one needs no marks for that.
    @Test func codeKeepsItsDirection() {
        func drawn(_ words: String) -> [String] {
            let block = Block(.paragraph, [Span(words), Span("~/.config", .code), Span(".")])
            return page([block]).texts(context, at: 0).map(\.text)
        }
        #expect(drawn("أضف إلى ").contains { $0.contains("\u{2068}~/.config\u{2069}") })
        #expect(drawn("add to ").contains("add to ~/.config."))
    }

    @Test(arguments: ["one", "واحد"], [false, true]) func markerIsBesideItsText(text: String, isRightToLeft: Bool) {
        var context = context
        context.isRightToLeft = isRightToLeft
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        if isRightToLeft { canvas.mirror(width: 428) }
        page([Block(.item(.bullet), [Span(text)], depth: 1)]).drawFull(on: canvas, context: context, now: 0)
        // Without the title.
        let pixels = Array(bitmap.packedRows.dropFirst(100 * 428 * 4))
        let halves = [0..<214, 214..<428].map { inked(pixels, columns: $0) != nil }
        #expect(halves == (text == "one" ? [true, false] : [false, true]))
    }

    /// A table that is wider than the page is a list. Columns keep their order also with Arabic words.
    @Test(
        arguments: [
            ("|A|B|\n|---|--:|\n|عربي|1|", .markdown, "\u{2068}A\u{2069}\t\u{2068}B\u{2069}\n\u{2068}عربي\u{2069}\t"),
            ("|A|B|\n|---|--:|\n|12345678901234567890123456789|1234567890123456|", .markdown, "A: 1234"),
            ("قيمة  أخرى 1", .text, "\u{2068}قيمة\u{2069}\t\u{2068}أخرى\u{2069} 1"),
        ] as [(String, DocumentFormat, String)])
    func columnsKeepTheirPlace(text: String, format: DocumentFormat, start: String) {
        let page = DocumentPage(source: FakeSource(DocumentContent(text, as: format)))
        #expect(page.texts(context, at: 0).contains { $0.text.hasPrefix(start) })
    }

    @Test func keyChangesWithThePictureOnly() {
        let source = FakeSource(DocumentContent(paragraphs(60)))
        let page = DocumentPage(source: source)
        page.buttons = [DocumentButton(title: "Press") {}]
        var pictures: [(key: CacheKey?, bytes: [UInt8])] = []
        func look(at now: UInt64) {
            let bytes = picture(page, context, at: now)
            pictures.append((page.cacheKey(at: now, context: context), bytes))
        }
        look(at: 0)
        page.disappeared(now: second)
        page.appeared(now: 2 * second)
        look(at: 3 * second)
        _ = page.pointer(.scroll(dy: 300, source: .wheel, isFinal: true), context: context, now: 3 * second)
        look(at: 5 * second)
        _ = page.key(.end, context: context, now: 5 * second)
        look(at: 8 * second)
        look(at: 9 * second)
        source.content = DocumentContent(paragraphs(60, "Other words"))
        page.documentChanged()
        look(at: 10 * second)
        for (one, other) in zip(pictures, pictures.dropFirst()) {
            #expect(one.key != nil && (one.key == other.key) == (one.bytes == other.bytes))
        }
        #expect(zip(pictures, pictures.dropFirst()).map { $0.key == $1.key } == [true, false, false, true, false])
    }

    @Test func sourceIsShownRefreshedAndHiddenWithThePage() {
        let source = FakeSource(DocumentContent(paragraphs(3)))
        let page = DocumentPage(source: source)
        page.appeared(now: 0)
        #expect(page.reselected(context: context, now: 0) == .none)
        page.disappeared(now: 0)
        #expect(source.calls == ["show", "refresh", "hide"])
    }

    @Test func dragScrollsAndReselectionReturnsToTheTop() {
        let source = FakeSource(DocumentContent(paragraphs(100)))
        let page = DocumentPage(source: source)
        page.appeared(now: 0)
        let top = picture(page, context)
        #expect(page.pointer(.press(Point(x: 50, y: 600)), context: context, now: 0) == .none)
        #expect(page.pointer(.move(Point(x: 50, y: 300)), context: context, now: 1) == .redraw)
        #expect(page.scrollOffset(at: 1, context: context) == 300)
        #expect(picture(page, context, at: 1) != top)
        _ = page.pointer(.release(Point(x: 50, y: 300)), context: context, now: second)
        #expect(page.reselected(context: context, now: 2 * second) == .redraw)
        #expect(page.nextFrame(after: 2 * second, context: context) == .immediately)
        #expect(page.nextFrame(after: 3 * second, context: context) == .never)
        #expect(page.scrollOffset(at: 3 * second, context: context) == 0)
        #expect(inked(picture(page, context, at: 3 * second), columns: 0..<400) == inked(top, columns: 0..<400))
        #expect(source.calls == ["show"])
    }

    @Test func changedDocumentKeepsTheScrollPosition() {
        let source = FakeSource(DocumentContent(paragraphs(100)))
        let page = DocumentPage(source: source)
        _ = page.pointer(.scroll(dy: 1000, source: .finger, isFinal: false), context: context, now: 0)
        let before = picture(page, context)
        source.content = DocumentContent(paragraphs(100) + paragraphs(3, "More"))
        page.documentChanged()
        _ = page.pointer(.cancel, context: context, now: 0)
        #expect(page.scrollOffset(at: 0, context: context) == 1000)
        source.content = DocumentContent(paragraphs(100))
        page.documentChanged()
        #expect(picture(page, context) == before)
        source.content = DocumentContent(paragraphs(2))
        page.documentChanged()
        _ = picture(page, context)
        #expect(page.scrollOffset(at: 0, context: context) == 0)
    }

    @Test func endOfTheDocumentIsAboveTheBar() throws {
        let page = page(paragraphs(60) + [Block(.paragraph, [Span("End")])])
        for _ in 0..<60 {
            _ = page.pointer(.scroll(dy: 500, source: .finger, isFinal: false), context: context, now: 0)
        }
        // It springs back from beyond its end.
        _ = page.pointer(.scroll(dy: 0, source: .finger, isFinal: true), context: context, now: second)
        let pixels = picture(page, context, at: 5 * second)
        let rows = try #require(inked(pixels, columns: 0..<400))
        #expect((640...720).contains(rows.upperBound), "\(rows)")
    }

    @Test func keysScrollAlsoToAnEndThatIsNotMeasured() throws {
        let page = page(paragraphs(500) + [Block(.paragraph, [Span("End")])])
        var now: UInt64 = 0
        func offset(after key: PageKey) -> Double? {
            guard page.key(key, context: context, now: now) == .redraw else { return nil }
            // Each frame measures its content, and so changes the end's position.
            for _ in 0..<5 {
                now += second / 20
                _ = picture(page, context, at: now)
            }
            return page.scrollOffset(at: now, context: context)
        }
        #expect(offset(after: .home) == nil && offset(after: .up) == nil)
        #expect(offset(after: .down) == 64)
        let step = context.safeArea.height * 0.8
        #expect(offset(after: .pageDown) == 64 + step)
        #expect(offset(after: .activate) == 64 + 2 * step)
        #expect(offset(after: .pageUp) == 64 + step)
        let end = try #require(offset(after: .end))
        #expect(end > 12_000)
        let rows = try #require(inked(picture(page, context, at: now), columns: 0..<400))
        #expect((640...720).contains(rows.upperBound), "\(rows)")
        #expect(offset(after: .end) == nil && offset(after: .down) == nil)
        #expect(offset(after: .home) == 0)
        for key in [PageKey.left, .right, .tab, .backtab, .escape] {
            #expect(page.key(key, context: context, now: now) == nil)
        }
    }

    @Test func documentWithATitleHasNoOther() {
        let source = FakeSource(DocumentContent([Block(.heading(1), [Span("Own")])]))
        let page = DocumentPage(source: source)
        let other = context.with { $0.title = "Another" }
        #expect(picture(page, context) == picture(page, other))
        #expect(picture(DocumentPage(title: "Mine", source: source), context) != picture(page, context))
        let plain = self.page(paragraphs(1))
        #expect(picture(plain, context) != picture(plain, other))
    }

    @Test func appearanceTextScaleAndInsetsChangeThePage() throws {
        let page = page([Block(.heading(1), [Span("Own")])] + paragraphs(2))
        let usual = picture(page, context)
        let dark = picture(page, context.with { ($0.appearance, $0.palette) = (.dark, Look()[palette: .dark]) })
        #expect(dark[0] < 0x60 && usual[0] > 0xE0)
        let usualRows = try #require(inked(usual))
        let large = try #require(inked(picture(page, context.with { $0.textScale = 2 })))
        #expect(large.count > usualRows.count * 3 / 2)
        let low = try #require(inked(picture(page, context.with { $0.insets.top = 50 })))
        #expect(low.lowerBound == usualRows.lowerBound + 50)
    }

    @Test func problemIsShownWithAndWithoutContent() throws {
        let problem = DocumentContent.Problem("Exit code 3", "It did not succeed.")
        let alone = page([], problem: problem)
        let pages = [page(paragraphs(2)), page(paragraphs(2), problem: problem), alone]
        let rows = try pages.map { try #require(inked(picture($0, context))) }
        #expect(rows[1].upperBound > rows[0].upperBound + 50)
        #expect(rows[2].upperBound > 300)
        // The problem beside a document is red.
        let pixels = picture(pages[1], context)
        #expect(stride(from: 0, to: pixels.count, by: 4).contains { Int(pixels[$0 + 2]) > Int(pixels[$0]) + 20 })
    }

    @Test func standardErrorAndFootnoteFollowTheContent() throws {
        let line = Block(.line, [Span("out")])
        let page = page([line])
        let more = DocumentPage(source: FakeSource(DocumentContent([line], standardError: [line], footnote: "Cut")))
        let (one, two) = (try #require(inked(picture(page, context))), try #require(inked(picture(more, context))))
        #expect(two.upperBound > one.upperBound + 80)
    }

    @Test func allBlocksCanBeDrawnAtAnySize() {
        let kinds: [Block.Kind] = [
            .heading(1), .heading(6), .paragraph, .item(.bullet), .item(.number(.max)), .item(.task(true)),
            .item(.task(false)), .code, .line, .rule,
        ]
        let spans = [
            Span("a b", .code), Span("c", [.strong, .emphasis]), Span("d", link: "https://d.e"),
            Span("e", .strikethrough), Span("f", color: .red), Span("\u{0}g\n"),
        ]
        let blocks = kinds.flatMap { kind in (0..<3).map { Block(kind, spans, depth: $0 * 4, quotes: $0 * 4) } }
        for size in [Size(width: 428, height: 800), Size(width: 1, height: 1), Size(width: 3000, height: 40), .zero] {
            for role in [TabRole.page, .search] {
                let page = page(blocks + blocks)
                let context = PageContext(size: size, textScale: 4, insets: PageInsets(top: 30), role: role)
                let first = picture(page, context)
                #expect(picture(page, context) == first)
                _ = page.pointer(.scroll(dy: 1e300, source: .wheel, isFinal: true), context: context, now: 0)
                _ = picture(page, context, at: second)
            }
        }
        #expect(picture(DocumentPage(), context).isEmpty == false)
    }

    @Test func partialDrawingGivesTheSamePixels() {
        let page = page(paragraphs(40))
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        for y in stride(from: 0.0, to: 800, by: 100) {
            canvas.withClip(to: [Rect(x: 0, y: y, width: 428, height: 100)]) {
                page.drawFull(on: canvas, context: context, now: 0)
            }
        }
        // cairo 1.18 leaves out the faintest edge of a letter where the clip ends.
        #expect(zip(bitmap.packedRows, picture(page, context)).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    }
}

extension PageContext {
    fileprivate func with(_ change: (inout PageContext) -> Void) -> PageContext {
        var context = self
        change(&context)
        return context
    }
}
