// SPDX-License-Identifier: MIT

internal import CCairo

/// A picture in memory that owns its pixels, sized in buffer pixels.
///
/// One that cannot be had (a size out of range, no memory) is an empty picture: drawing it or drawing on it does
/// nothing.
public final class Bitmap {
    /// How a pixel is stored.
    public enum Format: Sendable {
        /// Premultiplied colour in a native-endian 32-bit word, alpha in the high byte.
        case argb32
        /// Coverage only, a byte for a pixel.
        case a8
    }

    let surface: OpaquePointer
    /// How its pixels are stored.
    public let format: Format
    /// Buffer pixels.
    public let width: Int
    /// Buffer pixels.
    public let height: Int
    /// Bytes from one row to the next; at least the row's own, and a multiple of four.
    public let stride: Int

    /// A bitmap whose every byte is zero. Width and height are in buffer pixels.
    public init(format: Format, width: Int, height: Int) {
        let cairoFormat = format == .argb32 ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8
        surface = cairo_image_surface_create(
            cairoFormat, Int32(clamping: max(width, 0)), Int32(clamping: max(height, 0)))
        self.format = format
        self.width = Int(cairo_image_surface_get_width(surface))
        self.height = Int(cairo_image_surface_get_height(surface))
        stride = Int(cairo_image_surface_get_stride(surface))
    }

    /// An A8 bitmap from coverage bytes in packed rows. Bytes that are missing count as zero.
    public convenience init(mask bytes: [UInt8], width: Int, height: Int) {
        self.init(format: .a8, width: width, height: height)
        let (rowLength, rows, stride) = (self.width, self.height, self.stride)
        withPixels { pixels in
            for row in 0..<rows {
                let start = row * rowLength
                guard start < bytes.count else { break }
                let line = bytes[start..<min(start + rowLength, bytes.count)]
                UnsafeMutableRawBufferPointer(rebasing: pixels[(row * stride)...]).copyBytes(from: line)
            }
        }
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// Lends the pixels, `stride * height` bytes, for reading and writing; not to be kept beyond `body`.
    public func withPixels<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
        cairo_surface_flush(surface)
        defer { cairo_surface_mark_dirty(surface) }
        let start = cairo_image_surface_get_data(surface)
        return try body(UnsafeMutableRawBufferPointer(start: start, count: start == nil ? 0 : stride * height))
    }

    /// Writes a PNG file, for looking at in development. False when it could not be written.
    public func writePNG(to path: String) -> Bool {
        cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
    }
}
