import Geometry
import Gestures
import ShellModel

extension FocusMove {
    enum Place: Equatable {
        case bar
        /// The row of a bar in front of an open sheet, which Tab moves to.
        case barOverSheet
        /// The menu, whose first action is the nearest to the bar or, beside a rail, the uppermost.
        case menu
    }

    init?(_ event: InputEvent, in place: Place, at edge: Edge, isRightToLeft: Bool = false) {
        let isUpright = edge.isSide != (place == .menu && !edge.isSide)
        let (forward, back): (Key, Key) = isUpright ? (.down, .up) : isRightToLeft ? (.left, .right) : (.right, .left)
        let isTurned = place == .menu && edge == .bottom
        switch event {
        case .key(edge.inwards) where place == .bar: self = .page
        case .key(forward): self = isTurned ? .previous : .next
        case .key(back): self = isTurned ? .next : .previous
        case .key(.tab): self = place == .barOverSheet ? .leave : .next
        case .key(.backtab): self = .previous
        case .key(.home): self = .first
        case .key(.end): self = .last
        case .key(.activate): self = .activate
        case .key(.escape): self = .leave
        case .character: self = .find
        default: return nil
        }
    }
}

extension Edge {
    /// The arrow key that points from this edge to the pages.
    fileprivate var inwards: Key {
        switch self {
        case .bottom: .up
        case .top: .down
        case .left: .right
        case .right: .left
        }
    }
}
