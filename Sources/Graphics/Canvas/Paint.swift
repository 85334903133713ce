// SPDX-License-Identifier: MIT

public import Geometry

/// A blend of colours along a line or outwards from a centre.
public struct Gradient: Equatable, Sendable {
    /// A colour at a place along the blend, 0…1.
    public struct Stop: Equatable, Sendable {
        /// 0 at the start, 1 at the end.
        public var offset: Double
        /// The colour there.
        public var color: Color

        /// A colour at a place.
        public init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    /// Where the blend runs, in logical pixels.
    public enum Shape: Equatable, Sendable {
        case linear(from: Point, to: Point)
        case radial(center: Point, radius: Double)
    }

    /// The colours, in the order of their places.
    public var stops: [Stop]
    /// Where it runs.
    public var shape: Shape

    /// A blend along a straight line.
    public init(stops: [Stop], from: Point, to: Point) {
        self.stops = stops
        shape = .linear(from: from, to: to)
    }

    /// A blend from one colour to another along a straight line.
    public init(_ first: Color, _ last: Color, from: Point, to: Point) {
        self.init(stops: [Stop(0, first), Stop(1, last)], from: from, to: to)
    }

    /// A blend from a centre outwards.
    public init(stops: [Stop], center: Point, radius: Double) {
        self.stops = stops
        shape = .radial(center: center, radius: radius)
    }
}

/// What an outline is filled or stroked with.
public enum Paint: Equatable, Sendable {
    case color(Color)
    case gradient(Gradient)
}

/// How a stroke ends.
public enum LineCap: Sendable {
    case butt
    case round
}
