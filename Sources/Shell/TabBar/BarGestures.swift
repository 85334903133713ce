import Geometry
import Gestures

/// A step of a gesture on a bar, a menu or a message.
public enum BarGesture: Equatable, Sendable {
    /// Touch explores, while speech is on.
    case explore(ExplorationPhase)
    case longPress(DragPhase)
    /// A hiding bar is revealed or hidden.
    case slide(DragPhase)
    /// The row of tabs is scrolled, or the selection dragged along it: with a finger, or with a touchpad.
    case row(DragPhase, scrolls: Bool)
    case tap(TapPhase)
}

/// The surroundings of gestures on a bar, a menu or a message.
public struct BarField {
    /// The state of a bar that hides.
    public enum Hiding: Sendable {
        case never
        /// It is in its place, and can be hidden.
        case possible
        case out
        /// A finger moves it.
        case sliding
    }

    /// The distance from a tab at which a finger still presses it, logical px: a finger rolls as it is lifted.
    static let touchTolerance = 44.0

    private let scene: Scene
    /// True while touch explores.
    public var isExplored = false
    /// True if a long press on a target does something.
    public var canHold: (BarPart.Target) -> Bool = { _ in false }
    public var hiding = Hiding.never
    /// The bar's edge of the screen, and the size of its surface.
    public var edge = Edge.bottom
    public var size = Size.zero
    /// True if the row of tabs moves. A finger that stops it presses nothing.
    public var isRowMoving = false
    /// True if the row can be scrolled, or the selection dragged along it.
    public var canMoveRow: () -> Bool = { false }
    /// True if a drag can start from a point; elsewhere a finger can only press.
    public var canMoveRowFrom: (Point) -> Bool = { _ in false }

    public init(_ scene: Scene) { self.scene = scene }

    /// False while the bar is hidden or moves: nothing on it can be operated.
    public var isInPlace: Bool { hiding != .out && hiding != .sliding }

    public func part(at point: Point) -> BarPart? { isInPlace ? scene.part(at: point) : nil }
    public func target(at point: Point) -> BarPart.Target? { part(at: point)?.target }
    public func has(_ target: BarPart.Target) -> Bool {
        isInPlace && scene.parts.contains { $0.target == target }
    }

    /// True if a press on a target is still on it once it has moved to a point.
    func holds(_ target: BarPart.Target, at point: Point, from source: InputSource) -> Bool {
        if self.target(at: point) == target { return true }
        guard isInPlace, case .touch = source, case .tab = target else { return false }
        return scene.parts.contains { $0.target == target && $0.contains(point, tolerance: Self.touchTolerance) }
    }
}

extension GestureArena where Field == BarField, Action == BarGesture {
    /// The time after which a press is long, ns; iOS's value.
    static var longPressDelay: UInt64 { 500_000_000 }
    /// The distance after which a press becomes a drag, and no longer a long press, logical px.
    private static var threshold: Double { 8 }

    /// The gestures of a bar; on a menu and a message, those that their fields allow.
    public init() {
        self.init([
            TouchExploration(),
            DragRecognizer(
                start: {
                    !$1.scrolls && $0.target(at: $2).map($0.canHold) == true ? .held(Self.longPressDelay) : .never
                },
                move: { $3.distance(to: $2) > Self.threshold ? .failed : .possible },
                action: { phase, _ in .longPress(phase) }),
            DragRecognizer(
                start: { field, contact, _ in
                    switch (field.hiding, contact.source) {
                    case (.never, _): .never
                    case (_, _) where contact.scrolls: field.isInPlace ? .never : .ignored
                    case (.possible, _): .moving
                    case (.out, .touch): .now
                    case (.out, _), (.sliding, _): .ignored
                    }
                },
                move: { field, _, start, point in
                    let distances = [start, point].map { field.edge.distance(of: $0, in: field.size) }
                    return distances[0] - distances[1] > Self.threshold ? .claimed : .possible
                },
                action: { phase, _ in .slide(phase) }),
            DragRecognizer(
                start: {
                    $0.isRowMoving && !$1.scrolls ? .now : $1.scrolls || $0.canMoveRowFrom($2) ? .moving : .never
                },
                move: { field, contact, start, point in
                    let length = abs(field.edge.along(point) - field.edge.along(start))
                    guard contact.scrolls || length > Self.threshold else { return .possible }
                    return field.canMoveRow() ? .claimed : .failed
                },
                action: { .row($0, scrolls: $1.scrolls) }),
            TapRecognizer(),
        ])
    }
}
