/// The commands that bring windows back to their places among the tiled windows of the user's workspaces.
///
/// A window returns to its remaining neighbours. A container that lost its last window is recreated
/// around the first one that returns, unless nothing is left beside it.
enum SwayReturn {
    struct Window {
        var id: Int64
        var levels: [SwayTree.Level]
        var home: String
    }

    private static let mark = "_tabshell-place"

    /// Returns the commands for the order, to follow those that bring the windows to their workspaces, and the windows
    /// that take the places of containers that are gone.
    static func places(of windows: [Window], in tree: SwayTree) -> (commands: [String], substitutes: [Int64: Int64]) {
        let returning = Set(windows.map(\.id))
        let views = Set(tree.windows.map(\.id))
        // Windows, and containers with their layouts, by workspace.
        var remaining: [String: Set<Int64>] = [:]
        var layouts: [Int64: SwayTree.Level] = [:]
        for window in tree.windows where !window.isFloating && !returning.contains(window.id) {
            remaining[window.workspace, default: []].formUnion([window.id] + window.levels.map(\.own))
            for (inner, outer) in zip(window.levels, window.levels.dropFirst()) { layouts[outer.own] = inner }
        }
        var substitutes: [Int64: Int64] = [:]
        var commands: [String] = []
        // Windows of the workspace itself come first, and then those within its containers.
        for window in windows.sorted(by: { $0.levels.count < $1.levels.count }) {
            defer { remaining[window.home, default: []].insert(window.id) }
            func present(_ child: SwayTree.Level.Child) -> Int64? {
                let id = substitutes[child.id] ?? child.id
                return remaining[window.home]?.contains(id) == true ? id : nil
            }
            for (index, level) in window.levels.enumerated() {
                guard let own = level.children.firstIndex(where: { $0.id == level.own }) else { break }
                let before = level.children[..<own].reversed().lazy.compactMap(present).first
                let after = level.children[(own + 1)...].lazy.compactMap(present).first
                let neighbour = before.flatMap { views.contains($0) || after == nil ? $0 : nil } ?? after ?? before
                guard let neighbour else { continue }
                commands += place(
                    window.id, beside: neighbour, isAfter: neighbour == before, isWindow: views.contains(neighbour),
                    level,
                    layouts[neighbour])
                guard index > 0 else { break }
                let inner = window.levels[index - 1]
                commands.append("[con_id=\(window.id)] split\(inner.isHorizontal ? "h" : "v")")
                if !inner.layout.hasPrefix("split") {
                    commands.append("[con_id=\(window.id)] layout \(inner.layout == "tabbed" ? "tabbed" : "stacking")")
                }
                substitutes[level.own] = window.id
                break
            }
        }
        return (commands, substitutes)
    }

    private static func place(
        _ window: Int64, beside neighbour: Int64, isAfter: Bool, isWindow: Bool, _ level: SwayTree.Level,
        _ inner: SwayTree.Level?
    ) -> [String] {
        let commands = [
            "[con_id=\(neighbour)] mark --add \"\(mark)\"", "[con_id=\(window)] move container to mark \"\(mark)\"",
            "[con_id=\(neighbour)] unmark \"\(mark)\"",
        ]
        if isWindow {
            return commands + (isAfter ? [] : ["[con_id=\(window)] swap container with con_id \(neighbour)"])
        }
        // It is the last one in the container, and leaves it to the right side; to the left it would have to pass all others.
        guard isAfter || inner?.isHorizontal != level.isHorizontal else { return [] }
        let direction = level.isHorizontal ? (isAfter ? "right" : "left") : (isAfter ? "down" : "up")
        return commands + ["[con_id=\(window)] move \(direction)"]
    }

    /// Returns the commands for the sizes in containers that have the same windows as before, each of which moves an edge.
    static func sizes(of levels: [SwayTree.Level], substitutes: [Int64: Int64], in tree: SwayTree) -> [String] {
        guard !levels.isEmpty else { return [] }
        var commands: [String] = []
        var done: Set<[Int64]> = []
        let present = tree.windows.flatMap(\.levels)
        let containers = Dictionary(tree.windows.map { ($0.id, Set($0.levels.map(\.own))) }) { first, _ in first }
        func isSame(_ child: Int64, _ former: Int64) -> Bool {
            child == former || substitutes[former].flatMap { containers[$0]?.contains(child) } == true
        }
        for level in levels where level.layout.hasPrefix("split") {
            let ids = level.children.map(\.id)
            guard
                let now = present.first(where: {
                    $0.layout == level.layout && $0.children.map(\.id).elementsEqual(ids, by: isSame)
                }),
                done.insert(ids).inserted
            else { continue }
            // The bar still takes its part of the screen.
            let (whole, former) = (now.children.map(\.length).reduce(0, +), level.children.map(\.length).reduce(0, +))
            guard former > 0, whole > 0 else { continue }
            var (end, formerEnd): (Int64, Int64) = (0, 0)
            for (child, wanted) in zip(now.children, level.children).dropLast() {
                (end, formerEnd) = (end + child.length, formerEnd + wanted.length)
                let shift = (formerEnd * whole + former / 2) / former - end
                guard shift != 0 else { continue }
                commands.append(
                    "[con_id=\(child.id)] resize \(shift > 0 ? "grow" : "shrink") \(level.isHorizontal ? "right" : "down") "
                        + "\(abs(shift)) px")
            }
        }
        return commands
    }
}
