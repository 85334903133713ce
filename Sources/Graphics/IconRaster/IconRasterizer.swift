// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import RasterProtocol
internal import Rsvg

/// Converts icon files into masks: the coverage in packed rows. A picture is scaled to fit and centred; only its alpha
/// counts.
enum IconRasterizer {
    /// The mask of an SVG or PNG file.
    static func mask(_ source: String, width: Int, height: Int) throws(RasterError) -> [UInt8] {
        let name = source.lowercased()
        guard source.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".svg") || name.hasSuffix(".png") else {
            throw RasterError("not the path of an .svg or .png file")
        }
        let file = try ImageFile.read(source)
        // The content decides on the format, not the name.
        return PNGImage.hasSignature(file)
            ? try PNGImage.mask(file, width: width, height: height)
            : try mask(svg: file, width: width, height: height)
    }

    private static func mask(svg: [UInt8], width: Int, height: Int) throws(RasterError) -> [UInt8] {
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        do throws(SVGDocument.Failure) {
            let document = try SVGDocument(svg)
            try document.draw(
                on: Canvas(bitmap: bitmap, scale: 1).context,
                in: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        } catch {
            throw RasterError(
                error.message.map { "not an SVG or PNG picture that can be read: \($0)" } ?? "not an SVG picture")
        }
        return bitmap.packedRows
    }
}
