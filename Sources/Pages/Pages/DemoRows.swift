// SPDX-License-Identifier: MIT

internal import ShellModel

/// The rows of one level: first the places that the tab's routes name there, then items.
struct DemoRows: Equatable {
    /// The words that lead one level deeper, as the routes name them.
    let named: [String]
    let itemCount: Int
    /// Whether an item leads to a level too; one that does not is ticked off where it is.
    let itemsLead: Bool
    /// The rows that are left of a search, by their places among all; nil for all of them.
    var found: [Int]?

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
        let isFull = path.count >= ShellState.maximumPathComponents
        itemsLead = !isFull && (tab?.accepts(route: path + [Self.item(0)]) ?? true)
    }

    var count: Int { found?.count ?? total }

    /// How many there are without a search.
    var total: Int { named.count + itemCount }

    /// The places of those whose titles hold all words.
    func places(of words: [FoldedText]) -> [Int] {
        (0..<total).filter { place in
            let title = FoldedText(Self.title(of: name(place)))
            return words.allSatisfy { title.contains($0) }
        }
    }

    /// The word that a row adds to the route; it is the row's name within its level too.
    func word(_ row: Int) -> String { name(place(row)) }

    func leads(_ row: Int) -> Bool { place(row) < named.count || itemsLead }

    /// What stands in a row's disc.
    func mark(_ row: Int) -> String {
        let place = place(row)
        return place < named.count ? named[place].prefix(1).uppercased() : "\(place - named.count + 1)"
    }

    /// What a person reads for a word of a route.
    static func title(of word: String) -> String {
        let text = String(word.map { $0 == "-" || $0 == "_" ? " " : $0 })
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private func place(_ row: Int) -> Int { found.map { $0[row] } ?? row }

    private func name(_ place: Int) -> String {
        place < named.count ? named[place] : Self.item(place - named.count)
    }

    private static func item(_ index: Int) -> String { "item-\(index + 1)" }
}
