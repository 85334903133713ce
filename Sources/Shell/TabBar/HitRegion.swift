// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// A touch target and its description for screen readers.
public struct HitRegion: Equatable, Sendable {
    /// The target of a touch.
    public enum Target: Hashable, Sendable {
        case tab(TabID)
        /// The minimized bar, which a touch expands.
        case expandBar
        /// An action of the open menu.
        case action(ActionID)
        /// Everything outside of the open menu's actions, including the button that opened it.
        case closeMenu
        /// The button that starts the program of a page again.
        case retry
    }

    public var target: Target
    /// The bounds, in logical pixels of the surface.
    public var rect: Rect
    /// True if only the circle in `rect` is touched. Round regions are above others.
    public var isRound = false
    /// The accessibility label.
    public var label = ""
    /// The accessibility hint; empty for none.
    public var hint = ""
    /// The accessibility value, made of the window's title and the badge; nil for none.
    public var value: String?
    /// True for the selected tab.
    public var isSelected = false

    /// The tab, if the target is one.
    public var tab: TabID? {
        if case .tab(let tab) = target { tab } else { nil }
    }

    /// True if a touch at a point is in the region, or at most `tolerance` logical pixels beside it.
    public func contains(_ point: Point, tolerance: Double = 0) -> Bool {
        guard isRound else { return rect.inset(by: -tolerance).contains(point) }
        let (x, y) = (point.x - rect.center.x, point.y - rect.center.y)
        let radius = rect.width / 2 + tolerance
        return x * x + y * y <= radius * radius
    }
}
