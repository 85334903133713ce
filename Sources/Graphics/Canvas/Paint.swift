// SPDX-License-Identifier: MIT

public import Geometry

/// A linear or radial colour gradient.
public struct Gradient: Equatable, Sendable {
    /// A colour stop.
    public struct Stop: Equatable, Sendable {
        /// 0 at the start, 1 at the end.
        public var offset: Double
        /// The colour at the offset.
        public var color: Color

        /// A colour at an offset.
        public init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    /// The geometry, in logical pixels.
    public enum Shape: Equatable, Sendable {
        case linear(from: Point, to: Point)
        case radial(center: Point, radius: Double)
    }

    /// The colour stops, in the order of their offsets.
    public var stops: [Stop]
    /// The geometry.
    public var shape: Shape

    /// A linear gradient.
    public init(stops: [Stop], from: Point, to: Point) {
        self.stops = stops
        shape = .linear(from: from, to: to)
    }

    /// A linear gradient of two colours.
    public init(_ first: Color, _ last: Color, from: Point, to: Point) {
        self.init(stops: [Stop(0, first), Stop(1, last)], from: from, to: to)
    }

    /// A radial gradient, from the centre outwards.
    public init(stops: [Stop], center: Point, radius: Double) {
        self.stops = stops
        shape = .radial(center: center, radius: radius)
    }
}

/// The source of a fill or a stroke.
public enum Paint: Equatable, Sendable {
    case color(Color)
    case gradient(Gradient)
}

/// The shape of a stroke's ends.
public enum LineCap: Sendable {
    case butt
    case round
}
