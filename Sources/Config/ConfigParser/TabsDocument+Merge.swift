import Localization
import TOML

/// A part of `tabs.toml` that both sides of a merge have changed differently.
enum TabsConflict: Error, Equatable, CustomStringConvertible {
    case tab(String)
    case key(String)

    var description: String {
        switch self {
        case .tab(let id):
            localized(
                "the tab \"\(id)\" was changed in the running shell and in the file: \"tabctl reload\" uses the file")
        case .key(let name):
            localized(
                "the key \"\(name)\" was changed in the running shell and in the file: \"tabctl reload\" uses the file")
        }
    }
}

extension TabsDocument {
    private static let orderKey = "order"
    private static let tabsKey = "tabs"

    /// Returns the document with all changes of this one and another since a third: by tabs, in the order of tabs, and
    /// by other keys.
    ///
    /// - Throws: ``TabsConflict`` if both have changed the same.
    func merged(with theirs: TabsDocument, over base: TabsDocument) throws(TabsConflict) -> TabsDocument {
        var result = theirs
        let keys = Set(values.keys).union(base.values.keys).subtracting([Self.orderKey, Self.tabsKey])
        for key in keys.sorted() { result.values[key] = try mergedValue(key, theirs, base) }
        if let mine = tables, let other = theirs.tables, let old = base.tables {
            let ids = theirs.tabs.compactMap(Self.id) + tabs.compactMap(Self.id).filter { other[$0] == nil }
            var merged: [TOMLNode] = []
            for id in ids {
                let tab = try Self.merged(mine[id], other[id], old[id], .tab(id)) { TOMLValue.lines(["tab": $0]) }
                if let tab { merged.append(tab) }
            }
            result.setTabs(merged)
        } else {
            result.values[Self.tabsKey] = try mergedValue(Self.tabsKey, theirs, base)
        }
        result.order = try Self.mergedOrder(order, theirs.order, base.order)
        // A tab added by one side is on the bar, unless that side has left it out.
        let known = Set(base.tabs.compactMap(Self.id))
        for side in [theirs, self] {
            for id in side.tabs.compactMap(Self.id) where !known.contains(id) && side.order?.contains(id) != false {
                if result.order?.contains(id) == false { result.order?.append(id) }
            }
        }
        return result
    }

    /// The tables of tabs by their IDs; nil if IDs are missing or not unique.
    private var tables: [String: TOMLNode]? {
        guard values[Self.tabsKey] != nil else { return [:] }
        let pairs = tabs.compactMap { node in Self.id(of: node).map { ($0, node) } }
        let tables = Dictionary(pairs) { first, _ in first }
        return tabs.isEmpty || tables.count != tabs.count ? nil : tables
    }

    private func mergedValue(
        _ key: String, _ theirs: TabsDocument, _ base: TabsDocument
    ) throws(TabsConflict) -> TOMLValue? {
        try Self.merged(values[key], theirs.values[key], base.values[key], .key(key)) {
            TOMLValue.lines([key: TOMLNode($0)])
        }
    }

    /// Returns the value from the side that changed it. `lines` makes comparable text: the positions in the files differ.
    private static func merged<Value>(
        _ mine: Value?, _ theirs: Value?, _ base: Value?, _ conflict: TabsConflict, by lines: (Value) -> [String]
    ) throws(TabsConflict) -> Value? {
        let (own, other, old) = (mine.map(lines), theirs.map(lines), base.map(lines))
        if own == old || own == other { return theirs }
        guard other == old else { throw conflict }
        return mine
    }

    /// Returns an order with the tabs that either side added, without the ones that either removed, and with the moves of one.
    private static func mergedOrder(
        _ mine: [String]?, _ theirs: [String]?, _ base: [String]?
    ) throws(TabsConflict) -> [String]? {
        if mine == base || mine == theirs { return theirs }
        if theirs == base { return mine }
        guard let mine, let theirs, let base else { throw .key(orderKey) }
        let known = Set(base)
        let kept = known.intersection(mine).intersection(theirs)
        func moves(_ order: [String]) -> Bool { order.filter(kept.contains) != base.filter(kept.contains) }
        let isMine = moves(mine)
        if isMine, moves(theirs), mine.filter(kept.contains) != theirs.filter(kept.contains) { throw .key(orderKey) }
        let (moved, other) = isMine ? (mine, theirs) : (theirs, mine)
        var result = moved.filter { !known.contains($0) || other.contains($0) }
        for (index, id) in other.enumerated() where !known.contains(id) && !result.contains(id) {
            let place = index == 0 ? 0 : result.firstIndex(of: other[index - 1]).map { $0 + 1 }
            result.insert(id, at: place ?? result.count)
        }
        return result
    }
}
