import Canvas
import Foundation
import Geometry
import Testing

@Suite struct BackdropBlurTests {
    /// The largest difference from a Gaussian, as a fraction of a step between two colours.
    private static let tolerance = 0.01

    /// A picture whose pixels depend on their place, as bytes in rows.
    private func pixels(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
        (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    }

    private func blurred(
        _ bytes: [UInt8], width: Int, height: Int, sigma: Double = 20, saturation: Double = 1
    ) -> BackdropBlur.Cells {
        BackdropBlur(sigma: sigma, saturation: saturation)
            .blurred(bytes.span, stride: 4 * width, columns: 0..<width, rows: 0..<height)
    }

    @Test(arguments: [(20.0, false), (20, true), (40, false), (25, true), (7, false)])
    func stepBecomesThatOfAGaussian(sigma: Double, isVertical: Bool) {
        let (length, side, middle) = (400, 24, 200)
        let (width, height) = isVertical ? (side, length) : (length, side)
        let picture = pixels(width, height) { x, y in
            (isVertical ? y : x) < middle ? [0, 0, 0, 255] : [255, 255, 255, 255]
        }
        let cells = blurred(picture, width: width, height: height, sigma: sigma)
        let cell = BackdropBlur(sigma: sigma, saturation: 1).cell
        for index in 0..<(isVertical ? cells.height : cells.width) {
            let place = (Double(index) + 0.5) * Double(cell) - Double(middle)
            let expected = 0.5 * (1 + erf(place / (sigma * 2.0.squareRoot())))
            let color = cells.colors[isVertical ? index * cells.width : index]
            #expect(abs(Double(color.x) / 255 - expected) < Self.tolerance)
            #expect(abs(color.w - 255) < 0.01)
        }
    }

    /// The effect of one bright square is the product of two Gaussians. So the differences of both directions add up.
    @Test func squareIsBlurredInBothDirections() {
        let (size, sigma) = (280, 20.0)
        let square = 100..<180
        let picture = pixels(size, size) { x, y in
            square.contains(x) && square.contains(y) ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
        let cells = blurred(picture, width: size, height: size, sigma: sigma)
        func coverage(_ place: Double) -> Double {
            let scale = sigma * 2.0.squareRoot()
            return 0.5 * (erf((place - 100) / scale) - erf((place - 180) / scale))
        }
        for row in 0..<cells.height {
            for column in 0..<cells.width {
                let expected = coverage(4 * Double(column) + 2) * coverage(4 * Double(row) + 2)
                let color = cells.colors[row * cells.width + column]
                #expect(abs(Double(color.x) / 255 - expected) < 2 * Self.tolerance)
            }
        }
    }

    /// The pixel has no effect at the distance, and beyond it.
    @Test func reachIsTheFarthestEffect() {
        let blur = BackdropBlur(sigma: 20, saturation: 1)
        let picture = pixels(300, 4) { x, _ in x == 150 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        let cells = blurred(picture, width: 300, height: 4)
        for (column, color) in cells.colors.enumerated() where abs(column * 4 + 2 - 150) > blur.reach {
            #expect(color.x < 0.01)
        }
    }

    @Test func coloursStayPremultipliedAndGreysGrey() {
        let (blue, grey): ([UInt8], [UInt8]) = ([128, 20, 10, 128], [90, 90, 90, 200])
        for color in blurred(pixels(40, 40) { _, _ in blue }, width: 40, height: 40, saturation: 1.8).colors {
            #expect(color.x <= 128.01 && color.y < 20 && color.z >= 0 && abs(color.w - 128) < 0.01)
        }
        let cells = blurred(pixels(41, 39) { _, _ in grey }, width: 41, height: 39, saturation: 1.8)
        #expect((cells.width, cells.height) == (11, 10))
        #expect(cells.bytes == (0..<110).flatMap { _ in grey })
    }

    @Test func partOutsideOfThePictureIsEmpty() {
        let bytes = [UInt8](repeating: 255, count: 64)
        let blur = BackdropBlur(sigma: 20, saturation: 1)
        #expect(blur.blurred(bytes.span, stride: 16, columns: 0..<5, rows: 0..<4).width == 0)
        #expect(blur.blurred(bytes.span, stride: 16, columns: 0..<4, rows: 0..<5).width == 0)
        #expect(blur.blurred(bytes.span, stride: 16, columns: 2..<2, rows: 0..<4).width == 0)
        #expect(
            BackdropBlur(sigma: .nan, saturation: 1).blurred(bytes.span, stride: 16, columns: 0..<4, rows: 0..<4).width
                == 0)
    }

    @Test(arguments: [1.0, 2]) func backdropIsDrawnInsideThePath(scale: Double) throws {
        let size = Int(160 * scale)
        let bitmap = Bitmap(format: .argb32, width: size, height: size)
        let canvas = Canvas(bitmap: bitmap, scale: scale)
        let whole = Rect(x: 0, y: 0, width: 160, height: 160)
        canvas.fill(whole, .white)
        canvas.fill(Rect(x: 0, y: 0, width: 80, height: 160), .black)
        let before = bitmap.words
        let bar = Rect(x: 40, y: 60, width: 80, height: 40)
        let backdrop = try #require(canvas.backdrop(in: bar, of: whole, sigma: 20, saturation: 1.8))
        #expect(bitmap.words == before)
        canvas.draw(backdrop, in: .roundedRect(bar, radius: 20))
        let after = bitmap.words
        func word(_ x: Double, _ y: Double, _ words: [UInt32]) -> UInt32 {
            words[Int(y * scale) * size + Int(x * scale)]
        }
        for y in stride(from: 0.5, to: 160, by: 1) {
            for x in stride(from: 0.5, to: 160, by: 1) where !bar.contains(Point(x: x, y: y)) {
                #expect(word(x, y, after) == word(x, y, before))
            }
        }
        #expect(word(40.5, 60.5, after) == word(40.5, 60.5, before))
        let middle = word(80, 80, after) & 0xFF
        #expect(middle > 110 && middle < 145)
        #expect(word(60, 80, after) & 0xFF > 10 && word(100, 80, after) & 0xFF < 245)
    }
}
