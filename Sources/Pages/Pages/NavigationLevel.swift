// SPDX-License-Identifier: MIT

internal import PageKit

/// The state of a level, which it keeps while it is hidden.
struct NavigationLevel: Equatable {
    var gesture = ScrollGestureRecognizer<DemoListPage.Target>()
    /// The target that the keys have been moved to.
    var focused: DemoListPage.Target?
    /// The number of times that each row was opened, by its route component.
    var opened: [String: Int] = [:]

    var scroller: Scroller {
        get { gesture.scroller }
        set { gesture.scroller = newValue }
    }
}

/// The levels of a page by their paths. Only the most recent ones are kept, so that the memory of a page is bounded; the
/// levels above the present one are always among them.
struct NavigationStore {
    static let limit = 512

    private var levels: [[String]: NavigationLevel] = [:]
    /// The paths, the least recently used first.
    private var order: [[String]] = []

    subscript(path: [String]) -> NavigationLevel {
        get { levels[path] ?? NavigationLevel() }
        set { levels[path] = newValue }
    }

    /// Records a visit of a level and those above it.
    mutating func visit(_ path: [String]) {
        let present = (0...path.count).map { Array(path.prefix($0)) }
        order.removeAll { present.contains($0) }
        order += present
        while order.count > max(Self.limit, present.count) { levels[order.removeFirst()] = nil }
    }

    /// Stops the scrolling of all levels.
    mutating func stop(at now: UInt64) {
        for path in levels.keys { levels[path]?.gesture.cancel(now: now) }
    }
}
