import WaylandProtocols

/// A picture of an output as visible: upright, and opaque.
public struct CapturedPicture: Equatable, Sendable {
    /// Pixels.
    public let width: Int
    public let height: Int
    /// Native-endian words, `0xAARRGGBB`, row by row from the top left.
    public let pixels: [UInt32]
}

/// The arrangement of an output's pixels in a buffer.
struct CaptureLayout: Equatable {
    var format: WlShm.Format
    /// The size of the buffer, pixels. The picture's differs if the output is turned.
    var width: Int
    var height: Int
    /// The distance between rows, bytes.
    var stride: Int
    var transform = WlOutput.Transform.normal
    /// True if the rows are in the buffer from the bottom to the top.
    var isInverted = false

    /// True for a readable format, size and stride.
    var isSupported: Bool {
        swapsRedAndBlue != nil && width > 0 && height > 0 && stride % 4 == 0 && stride >= width * 4
            && Double(stride / 4) * Double(height) <= PixelBuffer.maximumArea
    }

    /// True if red is in the low byte, false if blue is; nil for a format other than four bytes in these orders.
    private var swapsRedAndBlue: Bool? {
        switch format {
        case .argb8888, .xrgb8888: false
        case .abgr8888, .xbgr8888: true
        default: nil
        }
    }

    /// Reads the picture out of the buffer's words; nil if the layout is not supported, or words are missing.
    func picture(of words: [UInt32]) -> CapturedPicture? {
        let row = stride / 4
        guard isSupported, let swaps = swapsRedAndBlue, words.count >= row * height else { return nil }
        // The picture's pixel at the top left is at one of the buffer's corners, and its axes are the buffer's, or turned.
        let startsRight = [._180, ._270, .flipped, .flipped270].contains(transform)
        let startsBelow = [._90, ._180, .flipped180, .flipped270].contains(transform) != isInverted
        let start = (startsRight ? width - 1 : 0) + (startsBelow ? (height - 1) * row : 0)
        let steps = (x: startsRight ? -1 : 1, y: startsBelow ? -row : row)
        let (across, down) = transform.isTurned ? (steps.y, steps.x) : (steps.x, steps.y)
        let size = transform.isTurned ? (width: height, height: width) : (width: width, height: height)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            var place = start + y * down
            for _ in 0..<size.width {
                let word = words[place]
                let color = swaps ? (word & 0xFF) << 16 | word & 0xFF00 | word >> 16 & 0xFF : word & 0xFF_FFFF
                pixels.append(0xFF00_0000 | color)
                place += across
            }
        }
        return CapturedPicture(width: size.width, height: size.height, pixels: pixels)
    }
}

extension WlOutput.Transform {
    /// True if width and height are exchanged.
    var isTurned: Bool { [._90, ._270, .flipped90, .flipped270].contains(self) }
}
