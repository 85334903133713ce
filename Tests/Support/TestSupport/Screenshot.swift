import CCairo
import CTestSupport
import Foundation

/// A screenshot: opaque RGB, 8 bits per channel, rows from the top.
public struct Screenshot: Equatable, Sendable {
    public struct Pixel: Equatable, Sendable, CustomStringConvertible {
        /// 0 to 255.
        public let red: UInt8
        /// 0 to 255.
        public let green: UInt8
        /// 0 to 255.
        public let blue: UInt8

        /// Creates a pixel from channels 0 to 255.
        public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// The CSS notation: `#ff0000`.
        public var description: String { String(format: "#%02x%02x%02x", red, green, blue) }

        /// The greatest difference of a channel.
        public func distance(to other: Pixel) -> Int {
            max(
                abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
        }
    }

    /// Buffer pixels.
    public let width: Int
    /// Buffer pixels.
    public let height: Int
    /// Red, green, blue; `3 * width` bytes per row.
    public let bytes: [UInt8]

    /// Creates a picture from packed rows of red, green and blue.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Captures an output, or the whole layout, with grim.
    public init(of sway: HeadlessSway, output: String? = nil) throws {
        let folder = try TemporaryDirectory()
        let file = folder.appending("screen.png")
        let picked = output.map { ["-o", $0] } ?? []
        _ = try ChildProcess.run("grim", ["-l", "0"] + picked + [file], environment: sway.environment)
        try self.init(pngFile: file)
    }

    /// Loads a PNG file; transparent pixels are blended with black.
    public init(pngFile path: String) throws {
        guard let surface = cairo_image_surface_create_from_png(path) else { throw SystemError("no memory") }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
        else { throw SystemError("\(path) is not a picture") }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            cts_pack(target.baseAddress, pixels, width, height, stride)
            count = target.count
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    public static func == (one: Screenshot, other: Screenshot) -> Bool {
        one.width == other.width && one.bytes.count == other.bytes.count
            && memcmp(one.bytes, other.bytes, one.bytes.count) == 0
    }

    /// The pixel in a column from the left and a row from the top; both must be in range.
    public func pixel(_ x: Int, _ y: Int) -> Pixel {
        let at = (y * width + x) * 3
        return Pixel(bytes[at], bytes[at + 1], bytes[at + 2])
    }

    /// The part within a rectangle, clamped to the picture.
    public func crop(x: Int, y: Int, width: Int, height: Int) -> Screenshot {
        let columns = max(0, x)..<max(0, min(self.width, x + width))
        let rows = max(0, y)..<max(0, min(self.height, y + height))
        let part = rows.flatMap { row in
            bytes[(row * self.width + columns.lowerBound) * 3..<(row * self.width + columns.upperBound) * 3]
        }
        return Screenshot(width: columns.count, height: rows.count, bytes: part)
    }

    /// The number of pixels that differ by more than the tolerance in any channel; all if the sizes differ.
    public func differingPixels(from other: Screenshot, tolerance: Int = 0) -> Int {
        guard width == other.width, height == other.height else { return max(width * height, 1) }
        return cts_differing(bytes, other.bytes, width * height, Int32(tolerance))
    }
}
