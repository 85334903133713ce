// SPDX-License-Identifier: MIT

internal import CCairo
internal import Canvas
internal import RasterProtocol

/// Turns PNG files into masks, with cairo.
enum PNGImage {
    /// The largest width and height, in pixels of the file: it is unpacked as a whole.
    private static let maximumSide = 4096
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Whether a file begins as a PNG file does.
    static func isOne(_ file: [UInt8]) -> Bool {
        file.starts(with: signature)
    }

    /// The picture's alpha, scaled to fit and centred, in packed rows.
    static func mask(_ file: [UInt8], width: Int, height: Int) throws(RasterError) -> [UInt8] {
        // The header chunk comes first: width and height stand after the signature, its length and its name.
        guard file.count >= 24 else { throw RasterError("a PNG file that is cut off") }
        let sides = 1...maximumSide
        guard sides.contains(number(file[16..<20])), sides.contains(number(file[20..<24])) else {
            throw RasterError("a PNG file wider or higher than \(maximumSide) pixels, or without any")
        }
        let picture = read(file)
        defer { cairo_surface_destroy(picture) }
        guard cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS else {
            throw RasterError("a PNG file that cannot be read: it is damaged")
        }
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        withExtendedLifetime(canvas) {
            draw(picture, on: canvas.context, width: Double(width), height: Double(height))
        }
        return bitmap.packedRows
    }

    private static func draw(_ picture: OpaquePointer?, on context: OpaquePointer, width: Double, height: Double) {
        let pictureWidth = Double(cairo_image_surface_get_width(picture))
        let pictureHeight = Double(cairo_image_surface_get_height(picture))
        guard pictureWidth > 0, pictureHeight > 0 else { return }
        let scale = min(width / pictureWidth, height / pictureHeight)
        cairo_translate(context, (width - pictureWidth * scale) / 2, (height - pictureHeight * scale) / 2)
        cairo_scale(context, scale, scale)
        cairo_set_source_surface(context, picture, 0, 0)
        let pattern = cairo_get_source(context)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BEST)
        // Otherwise the edges of an enlarged picture fade into nothing.
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, pictureWidth, pictureHeight)
        cairo_fill(context)
    }

    private static func read(_ file: [UInt8]) -> OpaquePointer? {
        file.withUnsafeBytes { bytes in
            var rest = bytes
            return withUnsafeMutablePointer(to: &rest) { rest in
                cairo_image_surface_create_from_png_stream(
                    { closure, target, length in
                        guard let rest = closure?.assumingMemoryBound(to: UnsafeRawBufferPointer.self), let target,
                            rest.pointee.count >= length
                        else { return CAIRO_STATUS_READ_ERROR }
                        let count = Int(length)
                        UnsafeMutableRawBufferPointer(start: target, count: count)
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.pointee[..<count]))
                        rest.pointee = UnsafeRawBufferPointer(rebasing: rest.pointee[count...])
                        return CAIRO_STATUS_SUCCESS
                    }, rest)
            }
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
