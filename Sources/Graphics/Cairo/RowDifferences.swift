internal import Glibc

/// The parts of an image's rows that differ from the row above; most of a page does not.
package struct RowDifferences: Sendable {
    /// The length of a compared part, bytes.
    private static let step = 128

    private var parts: [Range<Int>] = []
    /// The number of parts before each row, and before the end.
    private var starts = [0]

    /// Compares the rows of an ARGB32 image, which must not change afterwards.
    package init(of image: borrowing CairoImageSurface) {
        let stride = image.stride
        let length = min(4 * image.width, stride)
        image.withPixels { pixels in
            // Comparing a span is slower.
            pixels.withUnsafeBytes { bytes in
                guard let first = bytes.baseAddress else { return }
                for row in 0..<bytes.count / max(stride, 1) {
                    let line = first + row * stride
                    for start in Swift.stride(from: 0, to: length, by: Self.step) {
                        let part = start..<min(start + Self.step, length)
                        if row > 0, memcmp(line + start, line + start - stride, part.count) == 0 { continue }
                        append(part)
                    }
                    starts.append(parts.count)
                }
            }
        }
    }

    package subscript(_ row: Int) -> ArraySlice<Range<Int>> { parts[starts[row]..<starts[row + 1]] }

    private mutating func append(_ part: Range<Int>) {
        if parts.count > starts[starts.count - 1], let last = parts.last, last.upperBound == part.lowerBound {
            parts[parts.count - 1] = last.lowerBound..<part.upperBound
        } else {
            parts.append(part)
        }
    }
}
