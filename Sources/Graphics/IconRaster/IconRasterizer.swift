// SPDX-License-Identifier: MIT

internal import CRsvg
internal import Canvas
internal import RasterProtocol

/// Turns icons into masks: the coverage in packed rows. A picture is scaled to fit and centred; its colours do not
/// count, only their alpha.
enum IconRasterizer {
    /// The mask of an SVG or PNG file.
    static func mask(_ source: String, width: Int, height: Int) throws(RasterError) -> [UInt8] {
        let name = source.lowercased()
        guard source.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".svg") || name.hasSuffix(".png") else {
            throw RasterError("not the path of an .svg or .png file")
        }
        let file = try ImageFile.read(source)
        // What it is is seen from what is in it; names lie.
        return PNGImage.isOne(file)
            ? try PNGImage.mask(file, width: width, height: height)
            : try mask(svg: file, width: width, height: height)
    }

    private static func mask(svg: [UInt8], width: Int, height: Int) throws(RasterError) -> [UInt8] {
        var problem: UnsafeMutablePointer<GError>?
        // From data and without a base address, an SVG file cannot make us open other files.
        guard let handle = rsvg_handle_new_from_data(svg, gsize(svg.count), &problem) else {
            throw take(problem)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        let isDrawn = withExtendedLifetime(canvas) {
            rsvg_handle_render_document(handle, canvas.context, &viewport, &problem) != 0
        }
        guard isDrawn else { throw take(problem) }
        return bitmap.packedRows
    }

    private static func take(_ problem: UnsafeMutablePointer<GError>?) -> RasterError {
        guard let problem else { return RasterError("not an SVG picture") }
        defer { g_error_free(problem) }
        return RasterError("not an SVG or PNG picture that can be read: \(String(cString: problem.pointee.message))")
    }
}

extension Bitmap {
    /// The coverage of an A8 bitmap, without what pads its rows.
    var packedRows: [UInt8] {
        withPixels { pixels in
            (0..<height).flatMap { pixels[($0 * stride)...].prefix(width) }
        }
    }
}
