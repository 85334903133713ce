// SPDX-License-Identifier: MIT

internal import TabModel

/// The rows of one level: first the places that the tab's routes name there, then items.
struct LevelRows: Equatable {
    /// The words that lead one level deeper, as the routes name them.
    let named: [String]
    let itemCount: Int
    /// Whether an item leads to a level too; one that does not is ticked off where it is.
    let itemsLead: Bool

    /// - Parameter tab: the page's own; without one, or without routes, every item leads somewhere.
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
        let isFull = path.count >= ShellState.longestPath
        itemsLead = !isFull && (tab?.knows(path + [Self.item(0)]) ?? true)
    }

    var count: Int { named.count + itemCount }

    /// The word that a row adds to the route; it is the row's name within its level too.
    func word(_ row: Int) -> String {
        row < named.count ? named[row] : Self.item(row - named.count)
    }

    func leads(_ row: Int) -> Bool { row < named.count || itemsLead }

    /// What stands in a row's disc.
    func mark(_ row: Int) -> String {
        row < named.count ? named[row].prefix(1).uppercased() : "\(row - named.count + 1)"
    }

    /// What a person reads for a word of a route.
    static func title(of word: String) -> String {
        let text = String(word.map { $0 == "-" || $0 == "_" ? " " : $0 })
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func item(_ index: Int) -> String { "item-\(index + 1)" }
}
