// SPDX-License-Identifier: MIT

public import Geometry

extension GaussianShadow {
    /// The shadow of a rounded rectangle as an A8 bitmap that is `extent` larger on every side. Lengths are buffer pixels.
    ///
    /// Horizontally the blur of each row of the shape has a closed form; vertically rows are weighted by the Gaussian's
    /// integral over them. Without round corners both are exact.
    public func mask(width: Int, height: Int, radius: Double) -> Bitmap {
        let margin = extent
        let (columns, rows) = (max(width, 0) + 2 * margin, max(height, 0) + 2 * margin)
        // The shadow is symmetric in both directions, so a quarter is enough.
        let half = (columns + 1) / 2
        let blurred = (0..<max(height, 0)).flatMap { row -> [Double] in
            let inset = cornerInset(row: row, height: height, radius: radius)
            return (0..<half).map { column in
                let x = Double(column - margin) + 0.5
                return coverage(atDistance: inset - x) - coverage(atDistance: Double(width) - inset - x)
            }
        }
        let weights = (-margin...margin).map {
            coverage(atDistance: Double($0) - 0.5) - coverage(atDistance: Double($0) + 0.5)
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
                for source in max(0, row - 2 * margin)..<max(0, min(height, row + 1)) {
                    let weight = weights[source - row + 2 * margin]
                    let line = lines.extracting(source * half..<(source + 1) * half)
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

    /// The distance by which the corners pull in the shape's side in a row.
    private func cornerInset(row: Int, height: Int, radius: Double) -> Double {
        let y = min(Double(row) + 0.5, Double(height) - Double(row) - 0.5)
        guard y < radius else { return 0 }
        return radius - (radius * radius - (radius - y) * (radius - y)).squareRoot()
    }
}
