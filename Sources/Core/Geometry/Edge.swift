/// An edge of the screen, for a bar.
public enum Edge: String, CaseIterable, Sendable {
    case bottom, top, left, right

    /// True for the left and the right edge, along which lengths are heights.
    public var isSide: Bool { self == .left || self == .right }

    /// The edge on the other side of a vertical mirror.
    public var mirrored: Edge {
        switch self {
        case .bottom, .top: self
        case .left: .right
        case .right: .left
        }
    }

    /// Places a rectangle described at the lower edge (`y` from the inner side, `depth` in all) at this edge.
    public func placed(_ rect: Rect, depth: Double) -> Rect {
        switch self {
        case .bottom: rect
        case .top: Rect(x: rect.x, y: depth - rect.maxY, width: rect.width, height: rect.height)
        case .left: Rect(x: depth - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
        case .right: Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
        }
    }

    /// Returns the strip of a depth along this edge of an area.
    public func strip(of depth: Double, in size: Size) -> Rect {
        switch self {
        case .bottom: Rect(x: 0, y: size.height - depth, width: size.width, height: depth)
        case .top: Rect(x: 0, y: 0, width: size.width, height: depth)
        case .left: Rect(x: 0, y: 0, width: depth, height: size.height)
        case .right: Rect(x: size.width - depth, y: 0, width: depth, height: size.height)
        }
    }

    /// Returns the length of an area across this edge.
    public func depth(of size: Size) -> Double { isSide ? size.width : size.height }

    public func distance(of point: Point, in size: Size) -> Double {
        switch self {
        case .bottom: size.height - point.y
        case .top: point.y
        case .left: point.x
        case .right: size.width - point.x
        }
    }

    public func along(_ point: Point) -> Double { isSide ? point.y : point.x }

    /// Returns a vector of a length that points out of the screen across this edge.
    public func outward(_ length: Double) -> Point {
        switch self {
        case .bottom: Point(x: 0, y: length)
        case .top: Point(x: 0, y: -length)
        case .left: Point(x: -length, y: 0)
        case .right: Point(x: length, y: 0)
        }
    }
}
