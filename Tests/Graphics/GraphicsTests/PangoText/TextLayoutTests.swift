import Canvas
import Geometry
import Testing
import PangoText

@Suite struct TextLayoutTests {
    private let style = TextStyle(size: 20, color: .black)

    /// The rows and columns with ink.
    private func ink(scale: Double = 1, _ body: (Canvas) -> Void) -> (
        rows: ClosedRange<Int>, columns: ClosedRange<Int>
    )? {
        let bitmap = Bitmap(format: .argb32, width: 200, height: 100)
        body(Canvas(bitmap: bitmap, scale: scale))
        var (rows, columns): ([Int], [Int]) = ([], [])
        bitmap.withPixels { pixels in
            for y in 0..<100 {
                for x in 0..<200 where pixels[y * bitmap.stride + 4 * x + 3] > 40 {
                    rows.append(y)
                    columns.append(x)
                }
            }
        }
        guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(), let right = columns.max() else {
            return nil
        }
        return (top...bottom, left...right)
    }

    @Test func caretHasAPositionBetweenAnyCharacters() {
        for text in ["Hello", "é ü 日本", "שלום", "a שלום b", "x"] {
            let layout = TextLayout(text, style: style)
            let offsets = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
            let places = offsets.map { layout.caret(at: $0) }
            for place in places {
                #expect(place.x >= -0.01 && place.x <= layout.size.width + 0.01 && place.width == 0)
                #expect(place.y >= -0.01 && place.height > 15 && place.maxY <= layout.size.height + 0.01)
            }
            #expect(Set(places.map { Int($0.x * 8) }).count == offsets.count || text.contains(" "))
            // A press just after the start of a letter puts the caret before it.
            for (offset, place) in zip(offsets, places) where !text.contains("ש") && offset < text.utf8.count {
                #expect(layout.caretOffset(at: Point(x: place.x + 1, y: 10)) == offset)
            }
        }
        let hebrew = TextLayout("שלום", style: style)
        #expect(hebrew.caret(at: 0).x > hebrew.caret(at: 8).x)
        #expect(hebrew.caretOffset(at: Point(x: hebrew.size.width - 1, y: 10)) == 0)
    }

    @Test func caretOffsetsAndPointsAreLimited() {
        let layout = TextLayout("日本", style: style)
        #expect(layout.caret(at: .min) == layout.caret(at: 0))
        #expect(layout.caret(at: .max) == layout.caret(at: 6))
        for x in [-1e300, 1e300, .infinity, -.infinity, .nan] {
            #expect([0, 6].contains(layout.caretOffset(at: Point(x: x, y: .nan))))
        }
        let empty = TextLayout("", style: style)
        #expect(empty.caret(at: 0).height > 15 && empty.caretOffset(at: Point(x: 50, y: 0)) == 0)
    }

    @Test func sizeIsMeasured() {
        let layout = TextLayout("Hold", style: style)
        #expect((25...80).contains(layout.size.width))
        #expect((20...32).contains(layout.size.height))
        #expect(layout.baseline > 10 && layout.baseline < layout.size.height)
        #expect(TextLayout("", style: style).size.width == 0)
    }

    @Test func textIsDrawnOnItsBaseline() throws {
        let layout = TextLayout("HHH", style: style)
        let drawn = try #require(ink { layout.draw(on: $0, baseline: Point(x: 20, y: 60)) })
        #expect(drawn.rows.upperBound == 59)
        #expect(drawn.columns.lowerBound >= 20)
        #expect(Double(drawn.columns.upperBound) <= 20 + layout.size.width)
    }

    @Test func textIsDrawnAtItsAnchor() throws {
        let layout = TextLayout("HHH", style: style)
        let centered = try #require(
            ink { layout.draw(on: $0, baseline: Point(x: 100, y: 60), anchor: .center) })
        let middle = Double(centered.columns.lowerBound + centered.columns.upperBound + 1) / 2
        #expect(abs(middle - 100) <= 1)
        let trailing = try #require(
            ink { layout.draw(on: $0, baseline: Point(x: 100, y: 60), anchor: .trailing) })
        #expect((94...99).contains(trailing.columns.upperBound))
    }

    @Test func shapeIsTheSameAtEveryScale() throws {
        let layout = TextLayout("HHH", style: style)
        let small = try #require(ink(scale: 1) { layout.draw(on: $0, baseline: Point(x: 10, y: 40)) })
        let large = try #require(ink(scale: 2) { layout.draw(on: $0, baseline: Point(x: 10, y: 40)) })
        #expect(abs(large.columns.count - 2 * small.columns.count) <= 2)
        #expect(abs(large.rows.count - 2 * small.rows.count) <= 2)
    }

    @Test func textEndsWithAnEllipsisAtItsWidth() {
        var narrow = style
        narrow.maxWidth = 60
        narrow.maxLines = 1
        let layout = TextLayout("Rest with empty lungs", style: narrow)
        #expect(layout.size.width <= 60)
        #expect(layout.size.height == TextLayout("R", style: style).size.height)
        narrow.maxLines = 2
        #expect(TextLayout("Rest with empty lungs", style: narrow).size.height > layout.size.height)
        // A word that is longer than a line has no hyphen where it is broken.
        narrow.maxLines = nil
        let letters = TextLayout("nnnnnnnnnn", style: narrow).size.width / TextLayout("n", style: style).size.width
        #expect(abs(letters - letters.rounded()) < 0.01 && letters < 9)
    }

    @Test func inkBoundsEncloseTheDrawing() throws {
        for text in ["Hjy", "שלום"] {
            var wide = style
            wide.maxWidth = 150
            let layout = TextLayout(text, style: wide)
            let drawn = try #require(ink { layout.draw(on: $0, at: Point(x: 20, y: 30)) })
            let bounds = layout.inkBounds.offset(x: 20, y: 30)
            #expect(abs(Double(drawn.columns.lowerBound) - bounds.x) <= 1.5)
            #expect(abs(Double(drawn.columns.upperBound + 1) - bounds.maxX) <= 1.5)
            #expect(abs(Double(drawn.rows.lowerBound) - bounds.y) <= 1.5)
            #expect(abs(Double(drawn.rows.upperBound + 1) - bounds.maxY) <= 1.5)
            #expect(abs(layout.left + 20 - bounds.x) < 4)
        }
        #expect(TextLayout("שלום", style: style).left == 0)
    }

    @Test(arguments: [-1.0, 0, 0.1, 1e12, .infinity])
    func extremeStylesAreLimited(value: Double) {
        var absurd = TextStyle(size: 20, weight: TextStyle.Weight(rawValue: Int(clamping: Int64.max)), color: .black)
        absurd.maxWidth = value
        absurd.maxLines = 1
        #expect(TextLayout("a b c", style: absurd).size.width >= 0)
        absurd.weight = TextStyle.Weight(rawValue: -1)
        absurd.size = value
        #expect(TextLayout("a", style: absurd).size.width >= 0)
    }

    @Test func tabularFiguresHaveOneWidth() {
        var tabular = style
        tabular.tabularFigures = true
        #expect(TextLayout("1111", style: tabular).size.width == TextLayout("8080", style: tabular).size.width)
    }

    @Test func zeroOpacityDrawsNothing() {
        #expect(ink { TextLayout("H", style: style).draw(on: $0, at: .zero, opacity: 0) } == nil)
    }

    @Test func cacheReturnsTheSameLayout() {
        let cache = TextCache(capacity: 2)
        let first = cache.layout("a", style)
        #expect(cache.layout("a", style) === first)
        #expect(cache.layout("b", style) !== first)
    }

    @Test("A cache keeps the texts that are asked for, and forgets the others")
    func cacheForgetsUnusedTexts() {
        let cache = TextCache(capacity: 4)
        let steady = cache.layout("steady", style)
        let once = cache.layout("once", style)
        for index in 0..<100 {
            _ = cache.layout("new \(index)", style)
            #expect(cache.layout("steady", style) === steady)
            #expect(cache.count <= 8)
        }
        #expect(cache.layout("once", style) !== once)
    }

    @Test func cacheForgetsWhatIsNotAskedForInAGeneration() {
        let cache = TextCache()
        let steady = cache.layout("steady", style)
        let once = cache.layout("once", style)
        cache.age()
        #expect(cache.layout("steady", style) === steady)
        cache.age()
        #expect(cache.count == 1)
        #expect(cache.layout("steady", style) === steady)
        #expect(cache.layout("once", style) !== once)
    }

    /// A page that comes and goes is not drawn if it has not changed, and keeps its texts for when it has.
    @Test func cacheForgetsNothingWhileNothingIsAskedFor() {
        let cache = TextCache()
        let text = cache.layout("steady", style)
        for _ in 0..<3 { cache.age() }
        #expect(cache.layout("steady", style) === text)
    }

    /// Cairo may take the font that it drew with last for one of another size.
    @Test func textsOfAllSizesAreSimilar() throws {
        func layout(size: Double) -> TextLayout { TextLayout("Hold", style: TextStyle(size: size, color: .black)) }
        func ink(size: Double, scale: Double = 1) throws -> (ClosedRange<Int>, ClosedRange<Int>) {
            try #require(self.ink(scale: scale) { layout(size: size).draw(on: $0, at: Point(x: 10, y: 10)) })
        }
        let before = try ink(size: 20)
        for size in stride(from: 10.0, to: 60, by: 0.5) {
            let (rows, columns) = try ink(size: size, scale: size < 30 ? 2 : 1)
            let height = size < 30 ? 2 * size : size
            #expect(abs(Double(rows.count) - height * 0.74) <= 3)
            #expect(abs(Double(columns.count) - height * 2.2) <= height * 0.3)
            #expect(abs(layout(size: size).size.width / size - layout(size: 20).size.width / 20) < 0.001)
        }
        #expect(try ink(size: 20) == before)
    }

    /// Lines are at the style's edge, in any script; with `natural` at the one where it begins.
    @Test(arguments: ["Hello", "שלום", "مرحبا 12"]) func linesAreAlignedByTheStyle(text: String) throws {
        var wide = style
        wide.maxWidth = 180
        func columns(_ alignment: TextStyle.Alignment, mirrored: Bool = false) throws -> ClosedRange<Int> {
            wide.alignment = alignment
            let layout = TextLayout(text, style: wide)
            #expect(alignment == .natural || layout.size.width < 120)
            return try #require(
                ink { canvas in
                    if mirrored { canvas.mirror(width: 200) }
                    layout.draw(on: canvas, at: Point(x: 10, y: 10))
                }
            ).columns
        }
        #expect(try columns(.leading).lowerBound < 16 && columns(.leading).upperBound < 120)
        #expect(try columns(.trailing).upperBound > 184)
        #expect(try columns(.leading, mirrored: true).upperBound > 184)
        #expect(try columns(.trailing, mirrored: true).lowerBound < 16)
        let (middle, turned) = (try columns(.center), try columns(.center, mirrored: true))
        #expect(abs(middle.lowerBound - turned.lowerBound) <= 1 && abs(middle.upperBound - turned.upperBound) <= 1)
        let isLatin = text == "Hello"
        for mirrored in [false, true] {
            let natural = try columns(.natural, mirrored: mirrored)
            #expect(isLatin ? natural.lowerBound < 16 : natural.upperBound > 184)
        }
    }

    /// On a mirrored canvas, a text looks the same, on the other side.
    @Test(arguments: ["Hello, 3 world", "שלום Hello 12", "two\nlines here"]) func textStaysUpright(text: String) {
        let layout = TextLayout(text, style: style)
        func picture(_ draw: (Canvas) -> Void) -> [UInt8] {
            let bitmap = Bitmap(format: .argb32, width: 200, height: 100)
            draw(Canvas(bitmap: bitmap, scale: 1))
            return bitmap.packedRows
        }
        guard !text.contains("\n") else {
            // Each line at the leading edge.
            let columns = ink { canvas in
                canvas.mirror(width: 200)
                layout.draw(on: canvas, at: Point(x: 10, y: 10))
            }?.columns
            return #expect(columns?.upperBound ?? 0 > 186)
        }
        let mirrored = picture { canvas in
            canvas.mirror(width: 200)
            layout.draw(on: canvas, at: Point(x: 200 - 20 - layout.size.width, y: 10))
        }
        #expect(mirrored == picture { layout.draw(on: $0, at: Point(x: 20, y: 10)) })
    }
}
