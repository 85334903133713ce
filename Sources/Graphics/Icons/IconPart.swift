// SPDX-License-Identifier: MIT

/// Something that an icon is drawn of, in a box of 24 × 24 whose origin is the top left corner: a shape, of which the
/// inside is painted, or a line along it, or both. Lines have round ends and corners.
public struct IconPart: Equatable, Sendable {
    /// What it looks like.
    public enum Shape: Equatable, Sendable {
        /// Path data as in SVG.
        case path(String)
        /// A circle by its centre.
        case circle(x: Double, y: Double, radius: Double)
        /// A rectangle by its top left corner; the radius is that of its corners.
        case rect(x: Double, y: Double, width: Double, height: Double, radius: Double)
    }

    /// What it looks like.
    public var shape: Shape
    /// Whether its inside is painted.
    public var isFilled: Bool
    /// The width of the line along it; nil for none.
    public var lineWidth: Double?

    /// This part with its inside painted too, and so the same size.
    var solid: IconPart {
        IconPart(shape: shape, isFilled: true, lineWidth: lineWidth)
    }

    /// A line along path data.
    static func line(_ data: String, width: Double = 2) -> IconPart {
        IconPart(shape: .path(data), isFilled: false, lineWidth: width)
    }

    /// The inside of path data, without a line.
    static func area(_ data: String) -> IconPart {
        IconPart(shape: .path(data), isFilled: true, lineWidth: nil)
    }

    /// A line along a circle.
    static func circle(x: Double, y: Double, radius: Double) -> IconPart {
        IconPart(shape: .circle(x: x, y: y, radius: radius), isFilled: false, lineWidth: 2)
    }

    /// The inside of a circle, without a line.
    static func disc(x: Double, y: Double, radius: Double) -> IconPart {
        IconPart(shape: .circle(x: x, y: y, radius: radius), isFilled: true, lineWidth: nil)
    }

    /// A line along a rectangle with round corners.
    static func rect(x: Double, y: Double, width: Double, height: Double, radius: Double) -> IconPart {
        IconPart(
            shape: .rect(x: x, y: y, width: width, height: height, radius: radius), isFilled: false, lineWidth: 2)
    }
}
