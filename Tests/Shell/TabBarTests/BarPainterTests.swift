import Canvas
import Geometry
@testable import TabBar
import Testing

@Suite struct BarPainterTests {
    private let whole = Rect(x: 0, y: 0, width: 100, height: 60)

    /// Alpha, red, green and blue of each pixel, premultiplied.
    private func pixels(_ items: [Scene.Item], scale: Double = 1, painter: BarPainter? = nil) -> [[UInt32]] {
        let (width, height) = (Int(100 * scale), Int(60 * scale))
        let bitmap = Bitmap(format: .argb32, width: width, height: height)
        let painter = painter ?? BarPainter(icons: { _, _ in nil })
        painter.draw(
            Scene(items: items), on: Canvas(bitmap: bitmap, scale: scale), area: [whole])
        let words = bitmap.words
        return (0..<height).map { row in Array(words[row * width..<(row + 1) * width]) }
    }

    private func alpha(_ pixel: UInt32) -> Int { Int(pixel >> 24) }

    /// Checks that no pixel beyond an item's bounds is drawn.
    private func checkBounds(of item: Scene.Item, in image: [[UInt32]]) {
        for (row, line) in image.enumerated() {
            for column in line.indices where line[column] != 0 {
                #expect(item.bounds.intersection(Rect(x: Double(column), y: Double(row), width: 1, height: 1)) != nil)
            }
        }
    }

    @Test(arguments: [1, 1.25, 2])
    func roundedRectangleIsAlignedToPixels(scale: Double) {
        let rect = Rect(x: 10.3, y: 10.4, width: 80, height: 40)
        let image = pixels([.rounded(rect, radius: 16, top: .white, bottom: .white)], scale: scale)
        let (left, top) = (Int((10.3 * scale).rounded()), Int((10.4 * scale).rounded()))
        let (right, bottom) = (Int((90.3 * scale).rounded()), Int((50.4 * scale).rounded()))
        let (middle, center) = ((top + bottom) / 2, (left + right) / 2)
        #expect(image[middle][left] == .max && image[middle][left - 1] == 0)
        #expect(image[middle][right - 1] == .max && image[middle][right] == 0)
        #expect(image[top][center] == .max && image[top - 1][center] == 0)
        #expect(image[bottom - 1][center] == .max && image[bottom][center] == 0)
        for (x, y) in [(left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)] {
            #expect(image[y][x] == 0)
        }
        // No seam between a corner and the part between corners.
        let radius = Int((16 * scale).rounded(.down))
        #expect(image[top + radius][left...].prefix(right - left).allSatisfy { $0 == .max })
        #expect((top..<bottom).allSatisfy { image[$0][left + radius] == .max })
    }

    /// Items under an opaque one are not drawn: neither the buffer's old content nor lower items may show.
    @Test(arguments: [1, 1.25, 2])
    func opaqueItemHidesWhatIsBelowIt(scale: Double) {
        let bar = Rect(x: 0, y: 20, width: 100, height: 40)
        let dot = Scene.Item.ellipse(Rect(x: 40, y: 30, width: 20, height: 10), .black)
        let below = Scene.Item.fill(Rect(x: 0, y: 0, width: 100, height: 60), Color.black.opacity(0.5))
        let tops: [Scene.Item] = [
            .fill(bar, .white), .rounded(bar, radius: 12, top: .white, bottom: .black),
            .rounded(bar, radius: 12, top: .white, bottom: Color.black.opacity(0.5)),
        ]
        let areas = [
            Rect(x: 30, y: 25, width: 40, height: 20), Rect(x: 0, y: 34, width: 100, height: 3),
            Rect(x: 0, y: 20, width: 100, height: 40), Rect(x: 20, y: 10, width: 20, height: 20),
        ]
        for top in tops {
            let scene = Scene(items: [below, top, dot])
            let whole = pixels(scene.items, scale: scale)
            for area in areas {
                let bitmap = Bitmap(format: .argb32, width: Int(100 * scale), height: Int(60 * scale))
                let canvas = Canvas(bitmap: bitmap, scale: scale)
                let painter = BarPainter(icons: { _, _ in nil })
                painter.draw(scene, on: canvas, area: [self.whole])
                let garbage = Scene(items: [.fill(area, Color.white.opacity(0.3))])
                painter.draw(garbage, on: canvas, area: [area])
                painter.draw(scene, on: canvas, area: [area])
                #expect(bitmap.words == whole.flatMap { $0 }, "\(top) in \(area)")
            }
        }
    }

    @Test func gradientRunsEvenlyIntoTheCorners() {
        let rect = Rect(x: 10, y: 10, width: 80, height: 40)
        let image = pixels([
            .rounded(rect, radius: 12, top: Color.black.opacity(0.3), bottom: Color.black.opacity(0.1))
        ])
        for row in 10..<50 {
            let expected = 255 * (0.3 - 0.2 * (Double(row - 10) + 0.5) / 40)
            for column in [14, 50, 85] where row >= 22 && row < 38 || column == 50 {
                #expect(abs(Double(alpha(image[row][column])) - expected) <= 1)
            }
        }
        // Within a corner, where the circle is full.
        #expect(abs(alpha(image[20][20]) - alpha(image[20][50])) <= 1)
    }

    @Test func hollowShadowIsOutsideOfItsShape() {
        let rect = Rect(x: 30, y: 20, width: 40, height: 20)
        func shadow(_ isHollow: Bool) -> [[UInt32]] {
            pixels([
                .roundedShadow(
                    of: rect, radius: 10, Scene.ShadowShape(sigma: 4, offsetY: 3, isHollow: isHollow), .black)
            ])
        }
        let (hollow, plain) = (shadow(true), shadow(false))
        #expect(alpha(plain[33][50]) > 200)
        for row in 21..<39 { #expect(alpha(hollow[row][50]) == 0) }
        for (row, column) in [(44, 50), (16, 50), (30, 24), (35, 75)] {
            #expect(alpha(plain[row][column]) > 0 && hollow[row][column] == plain[row][column])
        }
        #expect(alpha(plain[44][50]) > alpha(plain[15][50]))
    }

    @Test(arguments: [1, 1.25, 1.5, 2.75])
    func hairlineIsOneSharpPixel(scale: Double) {
        let image = pixels([.line(Rect(x: 0, y: 20.4, width: 100, height: 0.3), .white)], scale: scale)
        let column = image.map { $0[50] }
        #expect(column.count { $0 == .max } == 1 && column.count { $0 == 0 } == column.count - 1)
    }

    @Test func discBlendsFromCornerToCorner() {
        let paint = Scene.CircleGradient(first: Color(rgb: 0xFF0000), last: Color(rgb: 0x0000FF), isBottomToTop: true)
        let image = pixels([.disc(Rect(x: 30, y: 10, width: 40, height: 40), paint, opacity: 1)])
        func red(_ pixel: UInt32) -> UInt32 { pixel >> 16 & 0xFF }
        #expect(red(image[42][37]) > 200 && red(image[17][62]) < 55)
        #expect((120...136).contains(red(image[30][50])))
        #expect(image[11][31] == 0)
    }

    /// A box as wide as a text of so many pixels, from its capitals' upper edge to its baseline.
    private func box(_ width: Int, _ height: Int) -> TextMask {
        TextMask(
            bitmap: Bitmap(mask: Array(repeating: 255, count: width * height), width: width, height: height),
            originX: 0, baseline: height, advance: Double(width))
    }

    @Test(arguments: [1, 1.5, 2, 3])
    func textIsAlignedToPixelsAndCentredByItsCapitals(scale: Double) throws {
        let run = TextRun(string: "99", families: ["Inter"], weight: 700, size: 10)
        let height = Int((7.16 * scale).rounded())
        let painter = BarPainter(icons: { _, _ in nil }, texts: { _, scale in box(Int(12 * scale), height) })
        for offset in [0, 0.25, 0.5, 0.8] {
            let place = Rect(x: 30 + offset, y: 20 + offset, width: 22, height: 14)
            let image = pixels([.text(run, in: place, anchor: .center, .white)], scale: scale, painter: painter)
            let rows = image.indices.filter { row in image[row].contains { $0 != 0 } }
            let first = try #require(rows.first)
            #expect(rows.count == height)
            let middle = (Double(first) + Double(height) / 2) / scale
            #expect(abs(middle - place.center.y) <= 1 / scale)
            let columns = image[first].indices.filter { image[first][$0] != 0 }
            #expect(columns.count == Int(12 * scale) && columns.allSatisfy { image[first][$0] == .max })
            let left = try #require(columns.first)
            #expect(abs((Double(left) + 6 * scale) / scale - place.center.x) <= 0.5 / scale + 1e-9)
        }
    }

    @Test func glyphsBeyondTheDamageAreCutOff() {
        let run = TextRun(string: "g", families: [], weight: 400, size: 10)
        let painter = BarPainter(
            icons: { _, _ in nil },
            texts: { _, _ in
                TextMask(
                    bitmap: Bitmap(mask: Array(repeating: 255, count: 90 * 50), width: 90, height: 50), originX: 40,
                    baseline: 30, advance: 6)
            })
        let item = Scene.Item.text(run, in: Rect(x: 47, y: 25, width: 6, height: 10), anchor: .leading, .white)
        let image = pixels([item], painter: painter)
        checkBounds(of: item, in: image)
        #expect(image[30][50] == .max)
    }

    @Test func itemsWithoutAMaskAreSkipped() {
        let rect = Rect(x: 10, y: 10, width: 20, height: 20)
        let run = TextRun(string: "Home", families: [], weight: 400, size: 10)
        let image = pixels([.icon("home", rect, .white), .text(run, in: rect, anchor: .center, .white)])
        #expect(image.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    /// The left half is in the colour of text, and a quarter of the right one below the other colour.
    @Test func textOfAPictureTakesTheColor() {
        let picture = Bitmap(format: .argb32, width: 20, height: 20)
        Canvas(bitmap: picture, scale: 1).fill(
            Rect(x: 10, y: 0, width: 10, height: 20), Color(rgb: 0x00FF00, alpha: 0.75))
        let parts = (0..<400).map { $0 % 20 < 10 ? 255 : 64 }
        func row(_ color: Color) -> [UInt32] {
            let item = Scene.Item.icon("a.svg", Rect(x: 10, y: 10, width: 20, height: 20), color)
            return pixels([item], painter: BarPainter(icons: { _, _ in picture }))[15]
        }
        #expect(row(.white)[15] == 0 && row(.white)[25] == 0xBF00_BF00)
        picture.textParts = Bitmap(mask: parts.map { UInt8($0) }, width: 20, height: 20)
        for (color, left, right) in [(0xFF0000, 0xFFFF_0000, 0xFF40_BF00), (0x0000FF, 0xFF00_00FF, 0xFF00_BF40)] {
            let whole = row(Color(rgb: UInt32(color)))
            #expect(whole[15] == left && whole[25] == right && whole[9] == 0 && whole[30] == 0)
            let faint = row(Color(rgb: UInt32(color), alpha: 0.5))
            #expect(faint.prefix(30).suffix(20).allSatisfy { abs(alpha($0) - 128) <= 1 })
        }
    }

    @Test func transformedItemStaysInItsBounds() {
        let rect = Rect(x: 40, y: 20, width: 20, height: 20)
        let painter = BarPainter(icons: { _, side in
            Bitmap(mask: Array(repeating: 255, count: side * side), width: side, height: side)
        })
        for (scale, rotation) in [(0.5, 0), (1.3, 0), (1, Double.pi / 4), (0.85, 1)] {
            let item = Scene.Item.icon("plus", rect, .white).transformed(
                Scene.Transform(
                    center: rect.center, scale: scale, rotation: rotation, offset: Point(x: 10, y: -5)))
            let image = pixels([item], painter: painter)
            #expect(image[25][60] == .max)
            let area = image.reduce(0.0) { $0 + $1.reduce(0.0) { $0 + Double(alpha($1)) / 255 } }
            #expect(abs(area - 400 * scale * scale) < 12)
            checkBounds(of: item, in: image)
        }
    }

    @Test func glowIsABlurredCapsule() {
        let item = Scene.Item.glow(Rect(x: 20, y: 20, width: 48, height: 8), .black)
        let image = pixels([item])
        #expect(alpha(image[24][44]) > 128)
        #expect((21..<128).contains(alpha(image[30][44])))
        #expect(alpha(image[Int(item.bounds.maxY) - 1][44]) < 4)
    }
}
