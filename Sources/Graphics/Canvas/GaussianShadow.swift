// SPDX-License-Identifier: MIT

private import Glibc

/// The blur of a shadow: the exact Gaussian of a straight edge, a rectangle or a rounded rectangle.
public struct GaussianShadow: Equatable, Sendable {
    /// Standard deviation of the blur, in whatever pixels the caller counts in.
    public var sigma: Double

    /// A shadow with a standard deviation; one of 0 is a hard edge.
    public init(sigma: Double) {
        self.sigma = max(sigma, 0)
    }

    /// How far beyond the shape the shadow can be seen: 2.8 σ, rounded up. Less than 0.3 % of it lies farther out.
    public var extent: Int { Int((2.8 * sigma).rounded(.up)) }

    /// How much of the shadow (0…1) falls at a distance outside of a straight edge; negative distances are inside.
    public func coverage(atDistance distance: Double) -> Double {
        guard sigma > 0 else { return distance < 0 ? 1 : 0 }
        return erfc(distance / (sigma * 2.0.squareRoot())) / 2
    }

    /// The coverage of the `count` pixels just outside a straight edge, the farthest first; each is taken at the
    /// pixel's middle.
    public func edgeProfile(count: Int) -> [Double] {
        (0..<max(count, 0)).map { coverage(atDistance: Double(count - $0) - 0.5) }
    }

    /// The shadow of a rounded rectangle as an A8 bitmap that is `extent` larger at every side.
    ///
    /// Across, the blur of each row of the shape is known in closed form; downwards, rows are weighted by the Gaussian's
    /// integral over them. Without round corners both are exact.
    public func mask(width: Int, height: Int, radius: Double) -> Bitmap {
        let margin = extent
        let (columns, rows) = (max(width, 0) + 2 * margin, max(height, 0) + 2 * margin)
        // It is the same on both sides and upside down, so a quarter is enough.
        let half = (columns + 1) / 2
        let blurred = (0..<max(height, 0)).map { row -> [Double] in
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
        bitmap.withPixels { pixels in
            guard !pixels.isEmpty else { return }
            var sums = [Double](repeating: 0, count: half)
            for row in 0..<(rows + 1) / 2 {
                for column in 0..<half { sums[column] = 0 }
                for source in max(0, row - 2 * margin)..<max(0, min(height, row + 1)) {
                    let weight = weights[source - row + 2 * margin]
                    blurred[source].withUnsafeBufferPointer { line in
                        for column in 0..<half { sums[column] += weight * line[column] }
                    }
                }
                for column in 0..<half {
                    let value = UInt8(min(max(sums[column], 0), 1) * 255 + 0.5)
                    for line in [row, rows - 1 - row] {
                        pixels[line * bitmap.stride + column] = value
                        pixels[line * bitmap.stride + columns - 1 - column] = value
                    }
                }
            }
        }
        return bitmap
    }

    /// How far the shape's side is pulled in by its corners in a row.
    private func cornerInset(row: Int, height: Int, radius: Double) -> Double {
        let y = min(Double(row) + 0.5, Double(height) - Double(row) - 0.5)
        guard y < radius else { return 0 }
        return radius - (radius * radius - (radius - y) * (radius - y)).squareRoot()
    }
}
