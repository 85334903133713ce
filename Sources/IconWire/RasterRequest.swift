// SPDX-License-Identifier: MIT

/// What is asked of `tabshell-raster` in one line: `<width> <height> <name or path>`.
///
/// librsvg alone makes a process 16 MB larger. So the panel does not link it: it starts a helper that turns icons into
/// masks, reads them, and is rid of the memory when the helper ends.
public struct RasterRequest: Equatable, Sendable {
    /// The largest width and height, in buffer pixels.
    public static let maximumSide = 2048
    /// The longest line, in bytes, its newline included.
    public static let maximumLine = 8192

    /// Buffer pixels.
    public var width: Int
    /// Buffer pixels.
    public var height: Int
    /// The name of a built-in icon, or the path of an SVG file.
    public var source: String

    /// A request; whether its numbers make sense is found out by whoever reads it.
    public init(width: Int, height: Int, source: String) {
        self.width = width
        self.height = height
        self.source = source
    }

    /// The line, its newline included.
    public var line: String { "\(width) \(height) \(source)\n" }

    /// Reads a line without its newline.
    public init(line: some Sequence<UInt8>) throws(RasterError) {
        guard let text = String(validating: Array(line), as: UTF8.self) else {
            throw RasterError("the request is not UTF-8")
        }
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]), !parts[2].isEmpty else {
            throw RasterError("expected: <width> <height> <name or path>")
        }
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
            throw RasterError("width and height must be 1 to \(Self.maximumSide)")
        }
        self.init(width: width, height: height, source: String(parts[2]))
    }
}
