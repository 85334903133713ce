internal import Canvas
internal import Geometry
internal import RasterProtocol
internal import PangoText

/// Converts lines of text into masks with Pango, set up for the first one: finding the fonts costs more than all icons.
enum TextRasterizer {
    /// Margin around the font's ink bounds, for partly covered pixels at the edges.
    private static let padding = 1.0
    /// The factor by which small text is drawn larger, and then averaged: cairo before 1.18 places each glyph on a whole
    /// pixel, which leaves uneven gaps in small text.
    private static let oversampling = 4
    /// The maximum size of small text, in buffer pixels.
    private static let smallSize = 64.0

    /// The installed font's family for a list of families, separated by commas.
    static func font(_ families: String) -> RasterReply {
        var style = TextStyle(size: 12, color: .black)
        style.families = [families]
        return style.installedFamily.map { .font($0) } ?? .failure("no font found")
    }

    /// The mask of a text, just large enough for ink and metrics. Box and baseline are on edges of pixels, so that it is sharp.
    static func mask(_ key: TextMaskKey) -> RasterReply {
        let limit = Double(RasterRequest.maximumSide)
        var style = TextStyle(size: key.size, weight: TextStyle.Weight(rawValue: key.weight), color: .black)
        style.families = [key.families]
        style.maxWidth = min(key.maximumWidth ?? limit, limit - 2 * key.size)
        style.maxLines = 1
        let layout = TextLayout(key.string, style: style)
        // Distances from the text's origin: the left end of its box, on the baseline.
        let ink = layout.inkBounds
        func extent(_ distance: Double) -> Double { ink.isEmpty ? 0 : (max(distance, 0) + padding).rounded(.up) }
        let originX = min(extent(layout.left - ink.x), limit)
        let baseline = min(extent(layout.baseline - ink.y), limit)
        let width = Int(min(max(originX + extent(ink.maxX - layout.left), 1), limit))
        let height = Int(min(max(baseline + extent(ink.maxY - layout.baseline), 1), limit))
        let factor = key.size <= smallSize ? oversampling : 1
        let bitmap = Bitmap(format: .a8, width: width * factor, height: height * factor)
        layout.draw(
            on: Canvas(bitmap: bitmap, scale: Double(factor)),
            baseline: Point(x: originX - layout.left, y: baseline))
        return .text(
            width: width, height: height,
            metrics: TextMetrics(
                originX: Int(originX), baseline: Int(baseline), advance: min(max(layout.size.width, 0), limit)),
            bytes: bitmap.averaged(by: factor))
    }
}

extension Bitmap {
    /// The coverage of an A8 bitmap in packed rows, averaged over squares of a side that divides width and height.
    fileprivate func averaged(by factor: Int) -> [UInt8] {
        guard factor > 1 else { return packedRows }
        return withPixels { pixels in
            (0..<(height / factor)).flatMap { row in
                (0..<(width / factor)).map { column in
                    var sum = 0
                    for y in (row * factor)..<((row + 1) * factor) {
                        for x in (column * factor)..<((column + 1) * factor) { sum += Int(pixels[y * stride + x]) }
                    }
                    return UInt8((sum + factor * factor / 2) / (factor * factor))
                }
            }
        }
    }
}
