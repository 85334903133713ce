internal import Canvas
internal import Posix
internal import RasterProtocol

/// Converts icon files into pictures, scaled to fit and centred: masks, of which the alpha counts, or colours.
enum IconRasterizer {
    /// The side at which an icon is inspected for its colours, in pixels, so that its kind is the same at every size.
    private static let inspectedSide = 48

    /// The reply for an SVG or PNG file.
    static func answer(
        _ source: String, in file: borrowing FileDescriptor, width: Int, height: Int, style: IconRequestStyle
    ) throws(RasterError) -> RasterReply {
        let file = try IconFile(source, file)
        let isMask =
            switch style {
            case .mask: true
            case .color: false
            case .automatic:
                file.isSymbolic ? true : try picture(file, inspectedSide, inspectedSide, .argb32).hasOneColor
            }
        if style == .automatic, !isMask, try file.setTextColor("black") {
            let black = try picture(file, width, height, .argb32).words
            _ = try file.setTextColor("white")
            let white = try picture(file, width, height, .argb32).words
            return .recolorable(width: width, height: height, bytes: separate(black, white))
        }
        let bytes = try picture(file, width, height, isMask ? .a8 : .argb32).packedRows
        return isMask
            ? .icon(width: width, height: height, bytes: bytes) : .picture(width: width, height: height, bytes: bytes)
    }

    /// The bytes of a picture and its text's coverage, from drawings with black and white text: white differs by the coverage.
    private static func separate(_ black: [UInt32], _ white: [UInt32]) -> [UInt8] {
        var (picture, text): ([UInt8], [UInt8]) = ([], [])
        for (black, white) in zip(black, white) {
            // With filters of colours, the difference may be any.
            let difference = Int(white >> 8 & 0xFF) - Int(black >> 8 & 0xFF)
            let coverage = UInt32(clamping: min(difference, Int(black >> 24)))
            let word = (black - coverage << 24).littleEndian
            for shift: UInt32 in [0, 8, 16, 24] { picture.append(UInt8(truncatingIfNeeded: word >> shift)) }
            text.append(UInt8(coverage))
        }
        return picture + text
    }

    private static func picture(
        _ file: borrowing IconFile, _ width: Int, _ height: Int, _ format: Bitmap.Format
    ) throws(RasterError) -> Bitmap {
        let bitmap = Bitmap(format: format, width: width, height: height)
        try file.draw(on: Canvas(bitmap: bitmap, scale: 1), width: Double(width), height: Double(height))
        return bitmap
    }
}

extension Bitmap {
    /// The largest difference of a component, 0…255, between visually equal colours.
    private static let colorTolerance = 24
    /// The minimum alpha, 0…255, of the pixels that count: the colour of fainter ones is inexact.
    private static let inspectedAlpha = 128

    /// True if all visible pixels have the same colour.
    fileprivate var hasOneColor: Bool {
        var low = [255, 255, 255]
        var high = [0, 0, 0]
        for word in words {
            let alpha = Int(word >> 24)
            guard alpha >= Self.inspectedAlpha else { continue }
            for component in 0..<3 {
                let value = min(Int(word >> (8 * UInt32(component)) & 0xFF) * 255 / alpha, 255)
                low[component] = min(low[component], value)
                high[component] = max(high[component], value)
            }
        }
        return zip(low, high).allSatisfy { $1 - $0 <= Self.colorTolerance }
    }
}
