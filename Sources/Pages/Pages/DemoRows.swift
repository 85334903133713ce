// SPDX-License-Identifier: MIT

internal import ShellModel

/// The rows of a level: first the levels that the tab's routes name, then items.
struct DemoRows: Equatable {
    /// The components that the routes name below this level.
    let named: [String]
    let itemCount: Int
    /// True if items lead to a level as well; otherwise a tap ticks them off.
    let itemsLead: Bool
    /// The indices of the rows that match a search; nil for all rows.
    var found: [Int]?

    /// - Parameter tab: the page's tab; without one, or without routes, every item leads to a level.
    init(of path: [String], in tab: Tab?, items: Int) {
        let routes = (tab?.routes ?? []).map { $0.split(separator: "/").map(String.init) }
        var words: [String] = []
        for route in routes where route.count == path.count + 1 {
            guard let word = route.last, word != "*", !words.contains(word),
                zip(route, path).allSatisfy({ $0 == "*" || $0 == $1 })
            else { continue }
            words.append(word)
        }
        named = words
        itemCount = items
        let isFull = path.count >= ShellState.maximumPathComponents
        itemsLead = !isFull && (tab?.accepts(route: path + [Self.item(0)]) ?? true)
    }

    var count: Int { found?.count ?? total }

    /// The number of rows without a search.
    var total: Int { named.count + itemCount }

    /// Returns the indices of the rows whose titles contain all words.
    func indices(of words: [FoldedText]) -> [Int] {
        (0..<total).filter { index in
            let title = FoldedText(Self.title(of: name(index)))
            return words.allSatisfy { title.contains($0) }
        }
    }

    /// Returns the component that a row appends to the route, which is also its identifier within the level.
    func word(_ row: Int) -> String { name(index(of: row)) }

    func leads(_ row: Int) -> Bool { index(of: row) < named.count || itemsLead }

    /// Returns the text in a row's disc.
    func mark(_ row: Int) -> String {
        let index = index(of: row)
        return index < named.count ? named[index].prefix(1).uppercased() : "\(index - named.count + 1)"
    }

    /// Returns the title for a component of a route.
    static func title(of word: String) -> String {
        let text = String(word.map { $0 == "-" || $0 == "_" ? " " : $0 })
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private func index(of row: Int) -> Int { found.map { $0[row] } ?? row }

    private func name(_ index: Int) -> String {
        index < named.count ? named[index] : Self.item(index - named.count)
    }

    private static func item(_ index: Int) -> String { "item-\(index + 1)" }
}
