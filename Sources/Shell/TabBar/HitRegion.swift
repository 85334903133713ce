// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// A place that can be touched, and what a screen reader says of it.
public struct HitRegion: Equatable, Sendable {
    /// What a touch is meant for.
    public enum Target: Hashable, Sendable {
        case tab(TabID)
        /// The folded bar, which unfolds.
        case restoreBar
        /// An action of the open menu.
        case action(ActionID)
        /// What lies beside the open menu's actions, and the button that opened it.
        case closeMenu
    }

    public var target: Target
    /// Where it is, in logical pixels of the surface.
    public var rect: Rect
    /// Whether only the circle within `rect` is touched. Such a place lies above others.
    public var isRound: Bool
    /// What it is.
    public var label: String
    /// What can be done with it; empty when there is nothing to say.
    public var hint: String
    /// What its window's title and its badge say; nil where there is nothing to say.
    public var value: String?
    /// Whether it is the tab in front.
    public var isSelected: Bool

    public init(
        target: Target, rect: Rect, isRound: Bool = false, label: String = "", hint: String = "",
        value: String? = nil, isSelected: Bool = false
    ) {
        self.target = target
        self.rect = rect
        self.isRound = isRound
        self.label = label
        self.hint = hint
        self.value = value
        self.isSelected = isSelected
    }

    /// The tab that is meant, if one is.
    public var tab: TabID? {
        if case .tab(let tab) = target { tab } else { nil }
    }

    /// Whether a touch at a point is meant for it.
    public func contains(_ point: Point) -> Bool {
        guard isRound else { return rect.contains(point) }
        let (x, y) = (point.x - rect.center.x, point.y - rect.center.y)
        let radius = rect.width / 2
        return x * x + y * y <= radius * radius
    }
}
