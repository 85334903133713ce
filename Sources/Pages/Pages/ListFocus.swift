// SPDX-License-Identifier: MIT

internal import PageKit

/// The order in which the keys move through the actions and the rows of a list.
enum ListFocus {
    static func targets(_ layout: ListLayout, hasActions: Bool) -> [DemoListPage.Target] {
        let actions = hasActions ? (0..<ListLayout.actionCount).map(DemoListPage.Target.action) : []
        return actions + (0..<layout.rowCount).map(DemoListPage.Target.row)
    }

    /// Returns the target to which a key moves; nil for a key that moves to none.
    ///
    /// - Parameter page: the number of rows that Page Up and Page Down pass.
    static func moved(
        from target: DemoListPage.Target?, by key: PageKey, in targets: [DemoListPage.Target], page: Int
    ) -> DemoListPage.Target? {
        guard let last = targets.indices.last else { return nil }
        let index = target.flatMap { targets.firstIndex(of: $0) }
        let next: Int
        switch key {
        case .down, .tab: next = index.map { $0 + 1 } ?? 0
        case .up, .backtab: next = index.map { $0 - 1 } ?? last
        case .pageDown: next = (index ?? 0) + page
        case .pageUp: next = (index ?? 0) - page
        case .home: next = 0
        case .end: next = last
        case .left, .right, .activate, .escape, .menu: return nil
        }
        return targets[min(max(next, 0), last)]
    }
}
