public import Geometry

public enum PathElement: Equatable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, control1: Point, control2: Point)
    case close
}
