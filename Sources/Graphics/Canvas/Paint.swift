public import Geometry

/// A linear colour gradient.
public struct Gradient: Equatable, Sendable {
    public struct Stop: Equatable, Sendable {
        /// 0 at the start, 1 at the end.
        public var offset: Double
        public var color: Color

        public init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    /// In the order of their offsets.
    public var stops: [Stop]
    /// The places of its ends, logical px.
    public var from: Point
    public var to: Point

    public init(stops: [Stop], from: Point, to: Point) {
        self.stops = stops
        self.from = from
        self.to = to
    }

    public init(_ first: Color, _ last: Color, from: Point, to: Point) {
        self.init(stops: [Stop(0, first), Stop(1, last)], from: from, to: to)
    }
}

/// The source of a fill or a stroke.
public enum Paint: Equatable, Sendable {
    case color(Color)
    case gradient(Gradient)
}
