import TOML

/// The content of a file `tabs.toml`, to change and write again.
struct TabsDocument: Equatable {
    var values: [String: TOMLValue]

    private static let heading = """
        # Written by `tabctl save`, and read after the configuration, into which these lines may be moved.

        """

    /// - Parameter root: the values at the top level.
    init(_ root: [String: TOMLNode]) { values = root.mapValues(\.value) }

    /// Other text than TOML counts as an empty file.
    init(parsing text: String) { self.init((try? TOMLDocument(parsing: text).root) ?? [:]) }

    /// The tabs on the bar; nil: the configuration's.
    var order: [String]? {
        get {
            guard case .array(let nodes)? = values["order"] else { return nil }
            return nodes.compactMap { if case .string(let text) = $0.value { text } else { nil } }
        }
        set { values["order"] = newValue.map { .array($0.map { TOMLNode(.string($0)) }) } }
    }

    var look: String? {
        get { if case .string(let name)? = values["look"] { name } else { nil } }
        set { values["look"] = newValue.map { .string($0) } }
    }

    mutating func setTab(_ id: String, _ table: [(key: String, value: TOMLValue)]) {
        var members = ["id": TOMLNode(.string(id))]
        for (key, value) in table { members[key] = TOMLNode(value) }
        setTabs(tabs.filter { Self.id(of: $0) != id } + [TOMLNode(.table(members))])
    }

    /// Sets a key of a tab, and keeps the other keys of its table.
    mutating func setKey(_ key: String, of id: String, _ value: TOMLValue) {
        var tabs = tabs
        let index = tabs.firstIndex { Self.id(of: $0) == id } ?? tabs.count
        var members = ["id": TOMLNode(.string(id))]
        if index < tabs.count, case .table(let own) = tabs[index].value { members = own }
        members[key] = TOMLNode(value)
        tabs.replaceSubrange(index..<min(index + 1, tabs.count), with: [TOMLNode(.table(members))])
        setTabs(tabs)
    }

    /// The keys of a tab's table; empty if it lacks a table.
    func members(of id: String) -> [String: TOMLValue] {
        guard let tab = tabs.first(where: { Self.id(of: $0) == id }), case .table(let members) = tab.value else {
            return [:]
        }
        return members.filter { $0.key != "id" }.mapValues(\.value)
    }

    mutating func removeTab(_ id: String) { setTabs(tabs.filter { Self.id(of: $0) != id }) }

    /// The content as TOML: the values, then the tables of the tabs. Comments are not kept.
    var text: String {
        guard !values.isEmpty else { return "" }
        let lines = TOMLValue.lines(values.filter { $0.key != "tabs" || tabs.isEmpty }.mapValues { TOMLNode($0) })
        let tables = tabs.map { node -> [String] in
            guard case .table(let members) = node.value else { return [] }
            return ["", "[[tabs]]"] + TOMLValue.lines(members)
        }
        return Self.heading + (lines + tables.joined()).map { "\($0)\n" }.joined()
    }

    /// The tables of tabs; empty if the value is anything else.
    var tabs: [TOMLNode] {
        guard case .array(let nodes)? = values["tabs"] else { return [] }
        return nodes.allSatisfy { if case .table = $0.value { true } else { false } } ? nodes : []
    }

    mutating func setTabs(_ tabs: [TOMLNode]) { values["tabs"] = tabs.isEmpty ? nil : .array(tabs) }

    static func id(of tab: TOMLNode) -> String? {
        guard case .table(let members) = tab.value, case .string(let id)? = members["id"]?.value else { return nil }
        return id
    }
}
