import Canvas
import Geometry
import Testing

/// The four channels of a premultiplied pixel.
struct Pixel: Equatable {
    var alpha, red, green, blue: Int
}

extension Bitmap {
    func pixel(_ x: Int, _ y: Int) -> Pixel {
        let word = words[y * width + x]
        return Pixel(
            alpha: Int(word >> 24), red: Int(word >> 16 & 0xFF), green: Int(word >> 8 & 0xFF), blue: Int(word & 0xFF))
    }

    func alphas(_ places: (Int, Int)...) -> [Int] { places.map { pixel($0, $1).alpha } }

    func coverage(_ x: Int, _ y: Int) -> Int {
        withPixels { Int($0[y * stride + x]) }
    }
}

@Suite struct CanvasTests {
    let bitmap: Bitmap
    /// A canvas over the bitmap, at a scale of 1.
    let canvas: Canvas
    let all = Rect(x: 0, y: 0, width: 40, height: 30)

    init() {
        bitmap = Bitmap(format: .argb32, width: 40, height: 30)
        canvas = Canvas(bitmap: bitmap, scale: 1)
    }

    @Test func fillsRectanglesInLogicalPixels() {
        let canvas = Canvas(bitmap: bitmap, scale: 2)
        canvas.fill(Rect(x: 2, y: 3, width: 5, height: 4), Color(rgb: 0x302E44))
        #expect(bitmap.pixel(4, 6) == Pixel(alpha: 255, red: 0x30, green: 0x2E, blue: 0x44))
        #expect(bitmap.pixel(13, 13) == Pixel(alpha: 255, red: 0x30, green: 0x2E, blue: 0x44))
        #expect(bitmap.alphas((3, 6), (14, 13), (4, 14)) == [0, 0, 0])
    }

    /// A picture that replaces the pixels at some opacity equals one drawn on a cleared canvas.
    @Test(arguments: [0, 0.003, 0.25, 0.5, 0.9, 0.999], [Point.zero, Point(x: 7, y: -3), Point(x: -6.4, y: 11.4)])
    func pictureReplacesAtAnOpacity(opacity: Double, origin: Point) {
        let width = 200
        let picture = Bitmap(format: .argb32, width: width, height: 30)
        picture.withMutablePixels { pixels in
            for index in 0..<pixels.count {
                let (row, column) = (index / 4 / width, index / 4 % width)
                // Parts are like the row above, as in a page. Premultiplied: no channel is above the alpha.
                pixels[index] = index % 4 == 3 ? 255 : UInt8((column < 100 ? row / 5 : row * 3 + column) % 256)
            }
        }
        let clip = Rect(x: 2, y: 1, width: 190, height: 20)
        func image(_ draw: (Canvas) -> Void) -> [UInt32] {
            let bitmap = Bitmap(format: .argb32, width: width, height: 30)
            let canvas = Canvas(bitmap: bitmap, scale: 1)
            canvas.fill(all, .white)
            canvas.withClip(to: [clip]) { draw(canvas) }
            return bitmap.words
        }
        let expected = image { canvas in
            canvas.clear(canvas.snapped(Rect(x: origin.x, y: origin.y, width: Double(width), height: 30)))
            canvas.draw(picture, at: origin, opacity: opacity)
        }
        let replaced = image { $0.draw(picture, at: origin, opacity: opacity, replacing: true) }
        #expect(zip(replaced, expected).count { $0 != $1 } == 0)
    }

    @Test func fillReplacesOrBlends() {
        canvas.fill(all, .white)
        canvas.fill(Rect(x: 0, y: 0, width: 10, height: 10), .black.opacity(0.2))
        canvas.fill(Rect(x: 20, y: 0, width: 10, height: 10), .black.opacity(0.2), replacing: true)
        #expect(bitmap.pixel(5, 5) == Pixel(alpha: 255, red: 204, green: 204, blue: 204))
        #expect(bitmap.pixel(25, 5) == Pixel(alpha: 51, red: 0, green: 0, blue: 0))
        canvas.clear(Rect(x: 20, y: 0, width: 5, height: 10))
        #expect(bitmap.alphas((22, 5), (26, 5)) == [0, 51])
        canvas.clear()
        #expect(bitmap.pixel(5, 5).alpha == 0)
    }

    @Test func eraseModeSubtractsTheDrawing() {
        canvas.fill(all, .white)
        canvas.withEraseMode {
            canvas.fill(Rect(x: 0, y: 0, width: 10.5, height: 10), .black)
            canvas.stroke(Path(through: Point(x: 20, y: 5), Point(x: 30, y: 5)), with: .color(.black), width: 4)
        }
        #expect(bitmap.alphas((5, 5), (25, 5)) == [0, 0])
        #expect((126...129).contains(bitmap.pixel(10, 5).alpha))
        #expect(bitmap.pixel(11, 5) == Pixel(alpha: 255, red: 255, green: 255, blue: 255))
        // Later drawing is normal again.
        canvas.fill(Rect(x: 0, y: 0, width: 5, height: 5), .black)
        #expect(bitmap.pixel(2, 2) == Pixel(alpha: 255, red: 0, green: 0, blue: 0))
    }

    @Test func fillsEllipsesInsideTheirRectangle() {
        canvas.fillEllipse(in: Rect(x: 10, y: 10, width: 20, height: 8), .white)
        #expect(bitmap.alphas((20, 14), (10, 10), (29, 17)) == [255, 0, 0])
        #expect(bitmap.pixel(20, 10).alpha > 200)
        var sum = 0
        for y in 0..<30 { for x in 0..<40 { sum += bitmap.pixel(x, y).alpha } }
        #expect(abs(Double(sum) / 255 - Double.pi * 10 * 4) < 1.5)
    }

    @Test func fillsMasksBetweenPixels() {
        let square = Bitmap(mask: [UInt8](repeating: 255, count: 9), width: 3, height: 3)
        canvas.mask(square, at: Point(x: 2, y: 2), color: .white)
        #expect(bitmap.alphas((2, 2), (4, 4), (5, 4)) == [255, 255, 0])
        canvas.mask(square, at: Point(x: 10, y: 2.5), color: .white)
        #expect((126...129).contains(bitmap.pixel(11, 2).alpha))
        #expect(bitmap.pixel(11, 3).alpha == 255)
        #expect((126...129).contains(bitmap.pixel(11, 5).alpha))
        canvas.mask(square, at: Point(x: 20, y: 2.4), color: .white, snapped: true)
        #expect(bitmap.alphas((21, 2), (21, 5)) == [255, 0])
        canvas.mask(square, at: Point(x: 30, y: 10), color: Color(rgb: 0xFF0000, alpha: 0.4))
        #expect(bitmap.pixel(31, 11) == Pixel(alpha: 102, red: 102, green: 0, blue: 0))
    }

    @Test(arguments: [1, 1.25, 1.5, 2])
    func drawsBitmapsUnscaledAtAnyScale(scale: Double) {
        let canvas = Canvas(bitmap: bitmap, scale: scale)
        let source = Bitmap(format: .argb32, width: 4, height: 4)
        Canvas(bitmap: source, scale: 1).fill(Rect(x: 0, y: 0, width: 4, height: 4), .white)
        canvas.draw(source, at: Point(x: 7, y: 3), opacity: 0.5)
        let (x, y) = (Int((7 * scale).rounded()), Int((3 * scale).rounded()))
        #expect((127...128).contains(bitmap.pixel(x, y).alpha))
        #expect((127...128).contains(bitmap.pixel(x + 3, y + 3).alpha))
        #expect(bitmap.alphas((x - 1, y), (x + 4, y)) == [0, 0])
    }

    @Test func clipIsWholePixelsAndEndsWithItsBody() {
        let parts = [Rect(x: 2.5, y: 2, width: 3, height: 3), Rect(x: 20, y: 10, width: 2, height: 2)]
        canvas.withClip(to: parts) { canvas.fill(all, .white) }
        #expect(bitmap.alphas((2, 2), (5, 4), (6, 4), (21, 11), (12, 8)) == [255, 255, 0, 255, 0])
        canvas.withClip(to: []) { canvas.fill(all, .white) }
        #expect(bitmap.pixel(12, 8).alpha == 0)
        canvas.fill(all, .white)
        #expect(bitmap.pixel(12, 8).alpha == 255)
    }

    @Test func gradientBlendsItsColours() {
        let blend = Gradient(.black, .white, from: Point(x: 0, y: 0), to: Point(x: 40, y: 0))
        canvas.fill(all, blend)
        let reds = (0..<40).map { bitmap.pixel($0, 4).red }
        #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(bitmap.pixel(20, 4).red - 131) <= 2)
    }

    @Test func verticalFillFollowsTheProfile() {
        let profile = (0..<20).map { GaussianShadow(sigma: 4).coverage(atDistance: 19.5 - Double($0)) }
        canvas.fillVertical(Rect(x: 0, y: 2, width: 40, height: 20), profile: profile, color: .black.opacity(0.5))
        for row in 0..<20 {
            let expected = profile[row] * 0.5 * 255
            #expect(abs(Double(bitmap.pixel(7, row + 2).alpha) - expected) <= 1)
        }
        #expect(bitmap.alphas((7, 1), (7, 22)) == [0, 0])
    }

    @Test func tileLooksLikeTheWholeMask() {
        let large = Bitmap(format: .argb32, width: 120, height: 110)
        let canvas = Canvas(bitmap: large, scale: 1)
        canvas.drawShadow(
            ShadowTile(sigma: 4, radius: 10, scale: 1), of: Rect(x: 15, y: 20, width: 90, height: 70), color: .black)
        let whole = GaussianShadow(sigma: 4).mask(width: 90, height: 70, radius: 10)
        for (x, y) in [(15, 20), (60, 18), (60, 60), (10, 50), (104, 89), (108, 88), (60, 95), (30, 30)] {
            #expect(abs(large.pixel(x, y).alpha - whole.coverage(x - 15 + 12, y - 20 + 12)) <= 1, "at \(x), \(y)")
        }
    }

    @Test func tileShrinksForASmallRectangle() {
        let large = Bitmap(format: .argb32, width: 160, height: 110)
        let canvas = Canvas(bitmap: large, scale: 1)
        canvas.drawShadow(
            ShadowTile(sigma: 8, radius: 16, scale: 1), of: Rect(x: 30, y: 30, width: 100, height: 41), color: .black)
        for x in [20, 31, 60, 79] { #expect(large.pixel(x, 28).alpha == large.pixel(159 - x, 28).alpha) }
        for y in [20, 31, 40, 49] { #expect(large.pixel(28, y).alpha == large.pixel(28, 100 - y).alpha) }
        let below = (71..<95).map { large.pixel(80, $0).alpha }
        #expect(zip(below, below.dropFirst()).allSatisfy { $0 >= $1 })
        #expect((100...128).contains(below[0]))
        #expect(large.pixel(80, 100).alpha == 0)
    }

    @Test func clipBoundsEncloseTheClip() {
        let canvas = Canvas(bitmap: bitmap, scale: 2)
        #expect(canvas.clipBounds == Rect(x: 0, y: 0, width: 20, height: 15))
        canvas.withClip(to: [Rect(x: 2, y: 3, width: 4, height: 5), Rect(x: 10, y: 3, width: 2, height: 2)]) {
            #expect(canvas.clipBounds == Rect(x: 2, y: 3, width: 10, height: 5))
        }
    }

    @Test func drawingOnAnInvalidTargetDoesNothing() {
        let none = Bitmap(format: .argb32, width: 1 << 20, height: -4)
        let canvas = Canvas(bitmap: none, scale: 1)
        canvas.fill(Rect(x: 0, y: 0, width: 10, height: 10), .white)
        canvas.draw(bitmap, at: .zero)
        var word: UInt32 = 0
        withUnsafeMutableBytes(of: &word) { bytes in
            guard let start = bytes.baseAddress else { return }
            // A stride that cairo refuses.
            let broken = Canvas(pixels: start, width: 100, height: 100, stride: 3, scale: 1)
            broken.clear()
            broken.fill(Rect(x: 0, y: 0, width: 10, height: 10), .white)
        }
        #expect(word == 0)
    }
}

@Suite struct BitmapTests {
    @Test func packedRowsAreCopiedToTheStride() {
        let bitmap = Bitmap(mask: Array(1...15), width: 5, height: 3)
        #expect(bitmap.stride >= 5 && bitmap.stride % 4 == 0)
        #expect(bitmap.packedRows == Array(1...15) && bitmap.coverage(4, 2) == 15)
        // Missing bytes are zero.
        #expect(Bitmap(mask: [9, 9, 9], width: 2, height: 3).packedRows == [9, 9, 9, 0, 0, 0])
    }

    /// On a mirrored canvas x is the distance from the right edge; bitmaps stay upright, as does drawing without the mirror.
    @Test func canvasIsMirrored() {
        let bitmap = Bitmap(format: .argb32, width: 40, height: 30)
        let canvas = Canvas(bitmap: bitmap, scale: 2)
        #expect(!canvas.isMirrored)
        canvas.withSavedState {
            canvas.mirror(width: 20)
            #expect(canvas.isMirrored)
            canvas.fill(Rect(x: 1, y: 0, width: 2, height: 1), Color(rgb: 0xFF0000))
            let picture = Bitmap(format: .argb32, width: 2, height: 1)
            Canvas(bitmap: picture, scale: 1).fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(rgb: 0x00FF00))
            canvas.draw(picture, at: Point(x: 5, y: 2))
            canvas.withoutMirror(in: Rect(x: 8, y: 0, width: 4, height: 1)) {
                #expect(!canvas.isMirrored)
                canvas.fill(Rect(x: 8, y: 4, width: 1, height: 1), Color(rgb: 0x0000FF))
            }
            let snapped = canvas.snapped(Rect(x: 1.2, y: 0, width: 2, height: 1), outwards: true)
            #expect(snapped == Rect(x: 1, y: 0, width: 2.5, height: 1))
        }
        #expect(!canvas.isMirrored)
        // 20 - 3 … 20 - 1, at two pixels each.
        #expect((0..<40).filter { bitmap.pixel($0, 0).red == 255 } == [34, 35, 36, 37])
        // Its left half, at 20 - 5 - 1.
        #expect((0..<40).filter { bitmap.pixel($0, 4).green == 255 } == [28])
        // The box is at 8 … 12 from either side.
        #expect((0..<40).filter { bitmap.pixel($0, 8).blue == 255 } == [16, 17])
    }
}
