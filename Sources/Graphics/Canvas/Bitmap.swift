package import Cairo

/// A picture in memory, sized in buffer pixels. One that cannot be made (a size out of range, no memory) is empty:
/// drawing it or on it does nothing.
public final class Bitmap {
    public enum Format: Sendable {
        /// Premultiplied colour in a native-endian 32-bit word, alpha in the high byte.
        case argb32
        /// Coverage only, a byte for a pixel.
        case a8
    }

    package let surface: CairoImageSurface
    private(set) package lazy var rowDifferences = RowDifferences(of: surface)
    public let format: Format
    public let width: Int
    public let height: Int
    /// Bytes from one row to the next; at least the row's own, and a multiple of four.
    public let stride: Int
    /// The parts of an icon in the colour of text, which its pixels lack: their coverage (A8), as large.
    package var textParts: Bitmap?

    /// A bitmap whose every byte is zero. Width and height are in buffer pixels.
    public init(format: Format, width: Int, height: Int) {
        surface = CairoImageSurface(format == .argb32 ? .argb32 : .a8, width: width, height: height)
        self.format = format
        self.width = surface.width
        self.height = surface.height
        stride = surface.stride
    }

    /// A bitmap over ARGB32 memory of the caller, which must outlive it and is only read. The stride is bytes.
    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        // Unsafe: the caller vouches for the size and the lifetime of the memory.
        surface = unsafe CairoImageSurface(pixels: pixels, width: width, height: height, stride: stride)
        format = .argb32
        (self.width, self.height, self.stride) = (surface.width, surface.height, surface.stride)
    }

    /// An A8 bitmap of ``packedRows``.
    public convenience init(mask bytes: [UInt8], width: Int, height: Int) {
        self.init(format: .a8, packedRows: bytes, width: width, height: height)
    }

    /// A bitmap of ``packedRows``. Missing bytes are zero.
    public convenience init(format: Format, packedRows bytes: [UInt8], width: Int, height: Int) {
        self.init(format: format, width: width, height: height)
        let (rowLength, stride) = (format == .argb32 ? 4 * self.width : self.width, self.stride)
        surface.withMutablePixels { pixels in
            guard !pixels.isEmpty else { return }
            for index in 0..<min(bytes.count, rowLength * self.height) {
                pixels[index / rowLength * stride + index % rowLength] = bytes[index]
            }
        }
    }

    /// Lends the pixels, `stride * height` bytes, for reading.
    public func withPixels<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try surface.withPixels(body)
    }

    /// Lends the pixels, `stride * height` bytes, for reading and writing.
    public func withMutablePixels<Result>(_ body: (inout MutableSpan<UInt8>) throws -> Result) rethrows -> Result {
        try surface.withMutablePixels(body)
    }

    /// A copy of the pixels without the padding of the rows.
    public var packedRows: [UInt8] {
        surface.packedRows(of: format == .argb32 ? 4 * width : width)
    }

    /// A copy of an ARGB32 bitmap's pixels in rows, alpha in the high byte.
    public var words: [UInt32] { surface.words }

    /// The bytes of a PNG file of pixels in the form of ``words``; nil when memory runs out.
    public static func png(_ words: [UInt32], width: Int, height: Int) -> [UInt8]? {
        CairoImageSurface.png(words, width: width, height: height)
    }

    /// Writes a PNG file, for inspection during development. False when it could not be written.
    public func writePNG(to path: String) -> Bool { surface.writePNG(to: path) }
}
