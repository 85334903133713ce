internal import CCairo

/// An owned image (`cairo_surface_t`) with its pixels. Without them (size out of range, no memory), drawing does nothing.
package struct CairoImageSurface: ~Copyable {
    package enum Format {
        /// Premultiplied colour in a native-endian 32-bit word, alpha in the high byte.
        case argb32
        /// A byte of coverage for each pixel.
        case a8
    }

    let pointer: OpaquePointer

    /// A transparent image. Sizes are pixels.
    package init(_ format: Format, width: Int, height: Int) {
        let cairoFormat = format == .argb32 ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8
        pointer = cairo_image_surface_create(
            cairoFormat, Int32(clamping: max(width, 0)), Int32(clamping: max(height, 0)))
    }

    /// A surface over ARGB32 memory, which must outlive it. Sizes are pixels, the stride is bytes.
    package init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        pointer = cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
            Int32(clamping: width), Int32(clamping: height), Int32(clamping: stride))
    }

    /// The picture of a PNG file's bytes; nil when they are damaged.
    package init?(png bytes: [UInt8]) {
        let surface = bytes.withUnsafeBytes { bytes in
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
        guard let surface else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        pointer = surface
    }

    deinit {
        cairo_surface_destroy(pointer)
    }

    /// Pixels.
    package var width: Int { Int(cairo_image_surface_get_width(pointer)) }
    /// Pixels.
    package var height: Int { Int(cairo_image_surface_get_height(pointer)) }
    /// Bytes from one row to the next, a multiple of four.
    package var stride: Int { Int(cairo_image_surface_get_stride(pointer)) }

    /// Lends the pixels, `stride * height` bytes.
    package func withPixels<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        cairo_surface_flush(pointer)
        return try body(buffer.span)
    }

    /// Lends the pixels for writing, `stride * height` bytes.
    package func withMutablePixels<Result>(_ body: (inout MutableSpan<UInt8>) throws -> Result) rethrows -> Result {
        cairo_surface_flush(pointer)
        defer { cairo_surface_mark_dirty(pointer) }
        var pixels = UnsafeMutableBufferPointer(mutating: buffer).mutableSpan
        return try body(&pixels)
    }

    /// A copy of the first bytes of each row.
    package func packedRows(of length: Int) -> [UInt8] {
        cairo_surface_flush(pointer)
        let pixels = buffer
        var rows: [UInt8] = []
        guard !pixels.isEmpty else { return rows }
        rows.reserveCapacity(height * length)
        for row in 0..<height {
            rows += UnsafeBufferPointer(rebasing: pixels[(row * stride)...].prefix(length))
        }
        return rows
    }

    /// A copy of the pixels as native-endian words.
    package var words: [UInt32] {
        cairo_surface_flush(pointer)
        return UnsafeRawBufferPointer(buffer).withMemoryRebound(to: UInt32.self) { Array($0) }
    }

    private var buffer: UnsafeBufferPointer<UInt8> {
        let start = cairo_image_surface_get_data(pointer)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : stride * height)
    }

    /// The bytes of a PNG file with a picture of ARGB32 words in rows; nil when words are missing, or memory runs out.
    package static func png(_ words: [UInt32], width: Int, height: Int) -> [UInt8]? {
        guard width > 0, height > 0, words.count == width * height else { return nil }
        var words = words
        return words.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.flatMap {
                CairoImageSurface(pixels: $0, width: width, height: height, stride: width * 4).png
            }
        }
    }

    private var png: [UInt8]? {
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                pointer,
                { closure, data, length in
                    guard let bytes = closure?.assumingMemoryBound(to: [UInt8].self), let data else {
                        return CAIRO_STATUS_WRITE_ERROR
                    }
                    bytes.pointee += UnsafeBufferPointer(start: data, count: Int(length))
                    return CAIRO_STATUS_SUCCESS
                }, bytes)
        }
        return status == CAIRO_STATUS_SUCCESS ? bytes : nil
    }

    /// Writes a PNG file; false when it cannot be written.
    package func writePNG(to path: String) -> Bool {
        cairo_surface_write_to_png(pointer, path) == CAIRO_STATUS_SUCCESS
    }
}
