public import Geometry

extension GaussianShadow {
    /// The shadow of a rounded rectangle as an A8 bitmap that is `extent` larger on every side. Lengths are buffer
    /// pixels.
    ///
    /// Horizontally the blur of a row of the shape has a closed form; vertically rows are weighted by the Gaussian's
    /// integral over them. All rows between the corners are equal, so they are one term of the sum.
    public func mask(width: Int, height: Int, radius: Double) -> Bitmap {
        let margin = extent
        let height = max(height, 0)
        let (columns, rows) = (max(width, 0) + 2 * margin, height + 2 * margin)
        // The shadow is symmetric in both directions, so a quarter is enough.
        let half = (columns + 1) / 2
        // The rows of the corners at either end, equal in pairs; then the row between the corners.
        let corner = radius > 0 ? Int(min(radius.rounded(.up), Double((height + 1) / 2))) : 0
        let blurred = (0...corner).flatMap { row -> [Double] in
            let inset = row < corner ? cornerInset(row: row, height: height, radius: radius) : 0
            return (0..<half).map { column in
                let x = Double(column - margin) + 0.5
                return coverage(atDistance: inset - x) - coverage(atDistance: Double(width) - inset - x)
            }
        }
        let bitmap = Bitmap(format: .a8, width: columns, height: rows)
        let stride = bitmap.stride
        bitmap.withMutablePixels { pixels in
            guard !pixels.isEmpty else { return }
            let lines = blurred.span
            var sumStorage = [Double](repeating: 0, count: half)
            var sums = sumStorage.mutableSpan
            for row in 0..<(rows + 1) / 2 {
                for column in 0..<half { sums[column] = 0 }
                for index in 0...corner {
                    let weight = weight(ofLine: index, corner: corner, height: height, at: row)
                    guard weight > 0 else { continue }
                    let line = lines.extracting(index * half..<(index + 1) * half)
                    for column in 0..<half { sums[column] += weight * line[column] }
                }
                for column in 0..<half {
                    let value = UInt8(min(max(sums[column], 0), 1) * 255 + 0.5)
                    for line in [row, rows - 1 - row] {
                        pixels[line * stride + column] = value
                        pixels[line * stride + columns - 1 - column] = value
                    }
                }
            }
        }
        return bitmap
    }

    /// The weight, in a row of the mask, of a row of a corner and its mirror image, or of all rows between the corners.
    private func weight(ofLine line: Int, corner: Int, height: Int, at row: Int) -> Double {
        guard line < corner else { return weight(of: corner..<max(height - corner, corner), at: row) }
        let mirrored = height - 1 - line
        return weight(of: line..<line + 1, at: row)
            + (mirrored > line ? weight(of: mirrored..<mirrored + 1, at: row) : 0)
    }

    /// The Gaussian's integral over rows of the shape, seen from a row of the mask; rows beyond its extent do not count.
    private func weight(of source: Range<Int>, at row: Int) -> Double {
        let visible = source.clamped(to: row - 2 * extent..<row + 1)
        guard !visible.isEmpty else { return 0 }
        let middle = Double(row - extent) + 0.5
        return coverage(atDistance: Double(visible.lowerBound) - middle)
            - coverage(atDistance: Double(visible.upperBound) - middle)
    }

    /// The distance by which the corners pull in the shape's side in a row.
    private func cornerInset(row: Int, height: Int, radius: Double) -> Double {
        let y = min(Double(row) + 0.5, Double(height) - Double(row) - 0.5)
        guard y < radius else { return 0 }
        return radius - (radius * radius - (radius - y) * (radius - y)).squareRoot()
    }
}
