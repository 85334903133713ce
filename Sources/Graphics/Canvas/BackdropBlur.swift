/// The blur under a translucent material: a Gaussian, and more saturation. Three box blurs of a smaller
/// copy approximate the Gaussian, in a time independent of its standard deviation.
public struct BackdropBlur: Equatable, Sendable {
    /// The standard deviation, in pixels of the picture.
    public var sigma: Double
    /// The factor of a colour's distance from the grey of equal brightness; 1 changes nothing.
    public var saturation: Double

    /// The standard deviation of the Gaussian in cells of the smaller copy, large enough for the boxes to approximate it.
    private static let sigmaInCells = 5.0
    /// The number of boxes in each direction.
    private static let boxes = 3

    public init(sigma: Double, saturation: Double) {
        self.sigma = sigma > 0 ? min(sigma, 1000) : 0
        self.saturation = saturation
    }

    /// The number of pixels along the side of a cell of the smaller copy.
    public var cell: Int { max(Int((sigma / Self.sigmaInCells).rounded()), 1) }

    /// The distance of a pixel's effect, in pixels of the picture.
    public var reach: Int { (Self.boxes * (box.radius + 1) + 1) * cell }

    /// One of the boxes: the cells at most a radius away, and a part of the next one on either side. Together they have the
    /// variance of the Gaussian, less the variance of scaling the copy down and up again.
    private var box: Cells.Box {
        let sigma = sigma / Double(cell)
        let variance = max(sigma * sigma - 0.25, 0) / Double(Self.boxes)
        let radius = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
        let next = (radius + 1) * (radius + 1)
        let part = (2 * radius + 1) * (radius * (radius + 1) - 3 * variance) / (6 * (variance - next))
        return Cells.Box(radius: Int(radius), part: Float(part))
    }

    /// Returns a smaller copy of a part of a picture, blurred. Beyond the part's edges its outermost pixels continue.
    /// The pixels are premultiplied, four bytes each, in native-endian words with alpha in the high byte; from one row
    /// to the next there are `stride` bytes.
    public func blurred(_ pixels: Span<UInt8>, stride: Int, columns: Range<Int>, rows: Range<Int>) -> Cells {
        guard sigma > 0, let lastRow = rows.last, columns.lowerBound >= 0, rows.lowerBound >= 0, !columns.isEmpty,
            lastRow * stride + 4 * columns.upperBound <= pixels.count
        else { return Cells(width: 0, height: 0) }
        var cells = Cells(pixels, stride: stride, columns: columns, rows: rows, side: cell)
        let (width, height) = (cells.width, cells.height)
        for _ in 0..<Self.boxes { cells.blur(lines: height, from: width, cells: width, apart: 1, box) }
        for _ in 0..<Self.boxes { cells.blur(lines: width, from: 1, cells: height, apart: width, box) }
        cells.saturate(saturation)
        return cells
    }

    /// Pixels of a smaller copy. The colours have the order of their bytes: blue, green, red, alpha.
    public struct Cells: Equatable, Sendable {
        public let width: Int
        public let height: Int
        /// The mean colours of the cells, 0…255, in rows.
        public private(set) var colors: [SIMD4<Float>]

        /// The cells of a mean.
        fileprivate struct Box {
            var radius: Int
            /// The part of the cell beyond the radius on either side, 0…1.
            var part: Float
        }

        fileprivate init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
            colors = Array(repeating: .zero, count: width * height)
        }
    }
}

extension BackdropBlur.Cells {
    /// The brightness of the colours blue, green and red.
    private static let brightness = SIMD4<Float>(0.0722, 0.7152, 0.2126, 0)

    /// The mean colours of squares of pixels; squares at the trailing and lower edges may be smaller.
    fileprivate init(_ pixels: Span<UInt8>, stride: Int, columns: Range<Int>, rows: Range<Int>, side: Int) {
        self.init(width: (columns.count + side - 1) / side, height: (rows.count + side - 1) / side)
        for row in 0..<height {
            let (top, bottom) = (rows.lowerBound + row * side, min(rows.lowerBound + (row + 1) * side, rows.upperBound))
            for column in 0..<width {
                let left = columns.lowerBound + column * side
                let right = min(left + side, columns.upperBound)
                var sum = SIMD4<UInt32>.zero
                for y in top..<bottom {
                    var index = y * stride + 4 * left
                    for _ in left..<right {
                        let pixel = SIMD4(pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3])
                        sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel)
                        index += 4
                    }
                }
                colors[row * width + column] = SIMD4<Float>(sum) / Float((bottom - top) * (right - left))
            }
        }
    }

    /// Replaces each cell of some lines by the mean of a box, as a running sum. `pitch` is between lines, `step` between cells.
    fileprivate mutating func blur(lines: Int, from pitch: Int, cells count: Int, apart step: Int, _ box: Box) {
        // With the part beyond the radius.
        let radius = box.radius + 1
        let factor = 1 / (Float(2 * radius - 1) + 2 * box.part)
        var line = Array(repeating: SIMD4<Float>.zero, count: count + 2 * radius)
        for start in 0..<lines {
            for index in line.indices {
                line[index] = colors[start * pitch + min(max(index - radius, 0), count - 1) * step]
            }
            var sum = line[1..<(2 * radius - 1)].reduce(.zero, +)
            for index in 0..<count {
                sum += line[index + 2 * radius - 1]
                let edges = (line[index] + line[index + 2 * radius]) * box.part
                colors[start * pitch + index * step] = (sum + edges) * factor
                sum -= line[index + 1]
            }
        }
    }

    fileprivate mutating func saturate(_ factor: Double) {
        guard factor != 1 else { return }
        for index in colors.indices {
            let color = colors[index]
            let grey = SIMD4<Float>(repeating: (color * Self.brightness).sum())
            var result = grey + (color - grey) * Float(factor)
            // A premultiplied colour is at most its alpha.
            result.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: color.w))
            result.w = color.w
            colors[index] = result
        }
    }

    /// The colours as bytes, in rows without padding.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * colors.count)
        for color in colors {
            let rounded = SIMD4<UInt8>(
                truncatingIfNeeded: SIMD4<UInt32>(
                    (color + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))))
            for index in 0..<4 { bytes.append(rounded[index]) }
        }
        return bytes
    }
}
