import IconRaster
import RasterProtocol
import Testing

@Suite struct TextRasterizerTests {
    /// A mask and its ink.
    private struct Mask {
        let width: Int
        let height: Int
        let metrics: TextMetrics
        let bytes: [UInt8]

        var ink: Int { bytes.reduce(0) { $0 + Int($1) } }
        /// The columns and rows with visible ink.
        var columns: [Int] { (0..<width).filter { x in (0..<height).contains { bytes[$0 * width + x] > 40 } } }
        var rows: [Int] { (0..<height).filter { y in (0..<width).contains { bytes[y * width + $0] > 40 } } }
    }

    private func mask(
        _ string: String, size: Double = 20, weight: Int = 400, families: String = "DejaVu Sans", maximum: Double? = nil
    ) throws -> Mask {
        let key = TextMaskKey(string, families: families, weight: weight, size: size, maximumWidth: maximum)
        guard case .text(let width, let height, let metrics, let bytes) = Rasterizer.answer(.text(key)) else {
            throw RasterError("no text: \(Rasterizer.answer(.text(key)))")
        }
        #expect(bytes.count == width * height)
        return Mask(width: width, height: height, metrics: metrics, bytes: bytes)
    }

    /// Checks that no ink is cut off.
    private func checkEdges(_ mask: Mask, _ text: String) {
        var edges = Array(mask.bytes.prefix(mask.width) + mask.bytes.suffix(mask.width))
        for row in 0..<mask.height {
            edges += [mask.bytes[row * mask.width], mask.bytes[(row + 1) * mask.width - 1]]
        }
        // The padding may be half covered where the font's own extents are rounded, but not more.
        #expect(edges.allSatisfy { $0 < 128 }, "\(text) touches the edge of its mask")
    }

    @Test(arguments: [10.0, 14, 20, 33.3, 64, 65, 200])
    func metricsMatchTheInk(size: Double) throws {
        let mask = try mask("HEH", size: size)
        let rows = mask.rows
        #expect(rows.last == mask.metrics.baseline - 1)
        // Capitals of this family are 0.729 high.
        #expect(abs(Double(rows.count) - 0.729 * size) <= 1.5)
        let columns = mask.columns
        let first = try #require(columns.first)
        let last = try #require(columns.last)
        #expect(first >= mask.metrics.originX)
        #expect(Double(last) <= Double(mask.metrics.originX) + mask.metrics.advance)
        // It is the same from both sides.
        let left = Double(first - mask.metrics.originX)
        let right = Double(mask.metrics.originX) + mask.metrics.advance - Double(last + 1)
        #expect(abs(left - right) <= 1.5, "\(left), \(right)")
    }

    @Test(arguments: ["jjj", "fff", "ÅŻ", "gjpqy", "שלום", "مرحبا", "e\u{301}\u{323}", "日本語", "👍", "|", "W𝕏", "नमस्ते"])
    func maskHoldsInkBeyondTheBox(text: String) throws {
        for size in [9.0, 14, 48, 100] {
            let mask = try mask(text, size: size)
            #expect(mask.ink > 0)
            checkEdges(mask, text)
        }
    }

    @Test func sizeIsProportionalToTheFontSize() throws {
        let small = try mask("Transactions", size: 10)
        let large = try mask("Transactions", size: 20)
        #expect(abs(large.metrics.advance - 2 * small.metrics.advance) < 0.1)
        // A small text is spaced as evenly as a large one: its glyphs are not on whole pixels.
        let ratio = Double(large.ink) / Double(small.ink)
        #expect((3.9...4.1).contains(ratio), "\(ratio)")
    }

    @Test func longTextEndsWithAnEllipsis() throws {
        let whole = try mask("Illuminating")
        let cut = try mask("Illuminating", maximum: 60)
        #expect(whole.metrics.advance > 80)
        #expect(cut.metrics.advance <= 60)
        #expect(cut.ink < whole.ink)
        #expect(try mask("Illuminating", maximum: 1000).bytes == whole.bytes)
        // From the right to the left too: its box begins where its ink does.
        let hebrew = try mask("שלום עולם שלום עולם", maximum: 60)
        #expect(hebrew.metrics.advance <= 60)
        #expect(hebrew.width < 66)
        #expect(try mask("שלום", maximum: 1000).bytes == mask("שלום").bytes)
    }

    @Test func weightMakesTextHeavier() throws {
        #expect(Double(try mask("Home", weight: 700).ink) > 1.2 * Double(try mask("Home", weight: 400).ink))
    }

    @Test func firstInstalledFamilyIsUsed() throws {
        let known = try mask("Home", families: "DejaVu Sans Mono")
        #expect(try mask("Home", families: "No Such Family,DejaVu Sans Mono,DejaVu Sans").bytes == known.bytes)
        #expect(try mask("Home", families: "DejaVu Sans,DejaVu Sans Mono").bytes != known.bytes)
        #expect(try mask("Home", families: "").ink > 0)
        #expect(try mask("Home", families: ",,;:'\"%s").ink > 0)
    }

    @Test func emptyTextHasNoInk() throws {
        let nothing = try mask("")
        #expect(nothing.ink == 0 && nothing.metrics.advance == 0)
        #expect(nothing.width == 1 && nothing.height == 1)
        let spaces = try mask("   ")
        #expect(spaces.ink == 0 && spaces.metrics.advance > 0)
    }

    @Test(arguments: [
        String(repeating: "W", count: 3000), "Z" + String(repeating: "\u{301}\u{323}", count: 1000),
        "\u{202E}\u{2067}abc", "\u{FEFF}\u{200B}\u{200D}", "\u{FFFF}\u{10FFFF}\u{E000}", "\u{FDFD}𒐫",
        String(repeating: "\u{202A}", count: 600) + "a", "a\u{0}b",
    ])
    func maskHasABoundedSize(text: String) throws {
        for size in [1.0, 14, 512] {
            for maximum in [nil, 0, 1, 1e300] as [Double?] {
                let mask = try mask(text, size: size, maximum: maximum)
                #expect(mask.width <= RasterRequest.maximumSide && mask.height <= RasterRequest.maximumSide)
            }
        }
    }
}
