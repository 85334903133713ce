// SPDX-License-Identifier: MIT

internal import PageKit

/// What one level of a page holds, and keeps while it is not seen.
struct NavigationLevel: Equatable {
    var gesture = ScrollGestureRecognizer<DemoListPage.Target>()
    /// How often its rows were opened, by their words; those that never were are not in it.
    var opened: [String: Int] = [:]

    var scroller: Scroller {
        get { gesture.scroller }
        set { gesture.scroller = newValue }
    }
}

/// The levels of a page by their paths. It keeps the newest ones only, so that a page which is led on and on does not
/// grow; the levels above the present one are always among them.
struct NavigationStore {
    static let limit = 512

    private var levels: [[String]: NavigationLevel] = [:]
    /// The paths from the one that was longest untouched on.
    private var order: [[String]] = []

    subscript(path: [String]) -> NavigationLevel {
        get { levels[path] ?? NavigationLevel() }
        set { levels[path] = newValue }
    }

    /// Says that a level and those above it are now the present ones.
    mutating func visit(_ path: [String]) {
        let present = (0...path.count).map { Array(path.prefix($0)) }
        order.removeAll { present.contains($0) }
        order += present
        while order.count > max(Self.limit, present.count) { levels[order.removeFirst()] = nil }
    }

    /// Stops whatever rolls.
    mutating func stop(at now: UInt64) {
        for path in levels.keys { levels[path]?.gesture.cancel(now: now) }
    }
}
