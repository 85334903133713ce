public import Canvas
import Geometry
import Motion
public import ShellModel

/// The visible levels of a page as a function of time: one, or two that slide past one another.
///
/// The visible levels and the target form a row by depth, and a cursor moves along it. A
/// navigation that comes during another continues from the cursor's position. Times are CLOCK_MONOTONIC in ns.
public struct NavigationStack: Equatable, Sendable {
    /// A level, and its distance from its final place in widths of the page: below 0 it is under the next one.
    public struct VisibleLevel: Equatable, Sendable {
        public var path: [String]
        public var distance: Double
    }

    private struct Entry: Equatable, Sendable {
        var path: [String]
        var position: Int
    }

    private var entries = [Entry(path: [], position: 0)]
    private var cursor = AnimatedValue(0)
    /// The path of the present level, which is visible after the animation.
    public private(set) var path: [String] = []

    /// The navigation of a page at its root.
    public init() {}

    /// True if the navigation is animated after a time.
    public func isMoving(at time: UInt64) -> Bool { cursor.isMoving(at: time) }

    /// Returns the levels that are visible at a time, the lowest first.
    public func visibleLevels(at time: UInt64) -> [VisibleLevel] {
        let position = cursor.value(at: time)
        let visible = entries.map { VisibleLevel(path: $0.path, distance: Double($0.position) - position) }
            .filter { abs($0.distance) < 1 }
        return visible.isEmpty ? [VisibleLevel(path: path, distance: 0)] : visible
    }

    /// Draws the visible levels, each without the background by its path: one that slides in covers the one under it.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64, level draw: ([String]) -> Void) {
        for level in visibleLevels(at: now) {
            canvas.withSavedState {
                canvas.translate(x: level.distance * context.size.width * (level.distance < 0 ? 0.3 : 1), y: 0)
                if level.distance > 0 { canvas.fill(Rect(context.size), context.background) }
                draw(level.path)
            }
        }
    }

    /// Navigates to a level: one above the present level appears from underneath, any other from the trailing edge.
    public mutating func navigate(to target: [String], at now: UInt64, along transition: Transition, isImmediate: Bool)
    {
        guard target != path else { return }
        let isBack = path.starts(with: target)
        path = target
        guard !isImmediate, transition.duration > 0 else { return finishAnimations() }
        let position = cursor.value(at: now)
        entries.removeAll { abs(Double($0.position) - position) >= 1 }
        if let visible = entries.first(where: { $0.path == target }) {
            return cursor.animate(to: Double(visible.position), from: now, along: transition)
        }
        let next = isBack ? (entries.first?.position ?? 0) - 1 : (entries.last?.position ?? 0) + 1
        let entry = Entry(path: target, position: next)
        entries.insert(entry, at: isBack ? 0 : entries.count)
        cursor.animate(to: Double(entry.position), from: now, along: transition)
    }

    /// Finishes the animation at once.
    public mutating func finishAnimations() {
        entries = [Entry(path: path, position: 0)]
        cursor.jump(to: 0)
    }
}
