// SPDX-License-Identifier: MIT

internal import Motion
internal import PageKit
package import ShellModel

/// Which levels of a page are seen, as a function of time: one, or two that slide past one another.
///
/// The levels that are seen and the one that is asked for lie in a row, the deeper ones farther along, and a cursor moves on it.
/// Wherever the cursor is when another level is asked for, it goes on from there. Times are CLOCK_MONOTONIC, ns.
package struct NavigationStack: Equatable, Sendable {
    /// A level that is seen, and how far it is from its place: below 0 it lies under the next one, above 0 it has not
    /// come in yet; 1 is a page's width.
    package struct VisibleLevel: Equatable, Sendable {
        package var path: [String]
        package var distance: Double

        package init(path: [String], distance: Double) {
            self.path = path
            self.distance = distance
        }
    }

    private struct Entry: Equatable, Sendable {
        var path: [String]
        var position: Int
    }

    private var entries = [Entry(path: [], position: 0)]
    private var cursor = AnimatedValue(0)
    /// The level that is seen once nothing moves.
    package private(set) var path: [String] = []

    /// A page at its root.
    package init() {}

    /// Whether it still moves after a time.
    package func isMoving(at time: UInt64) -> Bool { cursor.isMoving(at: time) }

    /// What is seen at a time, what lies under others first.
    package func visibleLevels(at time: UInt64) -> [VisibleLevel] {
        let place = cursor.value(at: time)
        let seen = entries.map { VisibleLevel(path: $0.path, distance: Double($0.position) - place) }
            .filter { abs($0.distance) < 1 }
        return seen.isEmpty ? [VisibleLevel(path: path, distance: 0)] : seen
    }

    /// Goes to a level; one above the present one comes from underneath, any other one from the trailing edge.
    package mutating func navigate(to target: [String], at now: UInt64, along transition: Transition, isAtOnce: Bool) {
        guard target != path else { return }
        let isBack = path.starts(with: target)
        path = target
        guard !isAtOnce, transition.duration > 0 else { return finishMoving() }
        let place = cursor.value(at: now)
        entries.removeAll { abs(Double($0.position) - place) >= 1 }
        if let seen = entries.first(where: { $0.path == target }) {
            return cursor.animate(to: Double(seen.position), from: now, along: transition)
        }
        let first = entries.first?.position ?? 0
        let last = entries.last?.position ?? 0
        let entry = Entry(path: target, position: isBack ? first - 1 : last + 1)
        entries.insert(entry, at: isBack ? 0 : entries.count)
        cursor.animate(to: Double(entry.position), from: now, along: transition)
    }

    /// Puts the level in its place.
    package mutating func finishMoving() {
        entries = [Entry(path: path, position: 0)]
        cursor.jump(to: 0)
    }
}
