// SPDX-License-Identifier: MIT
import TOMLText
import ShellModel

/// Reads the named states of one file.
struct SceneReader {
    private let problems: Diagnostics
    private let tabs: [Tab]
    private let look: Look
    private static let keys = KeyDescription.scene.map(\.name)

    init(_ problems: Diagnostics, tabs: [Tab], look: Look) {
        self.problems = problems
        self.tabs = tabs
        self.look = look
    }

    /// - Parameter isLast: whether no other file goes over this one. Another may take away what a scene needs; then the
    ///   scene is left out, and nobody is at fault.
    func scenes(_ layer: ConfigLayer, isLast: Bool) -> [ScenePreset] {
        TabParser(problems).items(layer.entry("scenes"), of: "scenes", key: "name").compactMap { _, members, name in
            isLast ? scene(name, members) : problems.attempt { scene(name, members) }
        }
    }

    private func scene(_ name: String, _ members: [String: Entry]) -> ScenePreset {
        problems.checkKeys(of: members, allowed: Self.keys)
        var scene = ScenePreset(name: name)
        scene.tab = tab(members["tab"], "a tab of the role \"page\"") { $0.role == .page }
        scene.appearance = members["appearance"].flatMap { problems.choice($0) }
        scene.sheet = tab(members["sheet"], "a tab of the role \"search\" or \"compose\"") { $0.role.isSheet }
        scene.menu = tab(members["menu"], "a tab with a menu") { !$0.menu.isEmpty }
        scene.badges = byTab(members["badges"], badge)
        scene.paths = byTab(members["paths"], path)
        if let entry = members["minimized"], let isMinimized = problems.flag(entry) {
            if isMinimized, look.minimized.policy == .never {
                problems.add("this bar never folds: its minimize.policy is \"never\"", at: entry)
            }
            scene.isMinimized = isMinimized
        }
        return scene
    }

    private func tab(_ entry: Entry?, _ what: String, where fits: (Tab) -> Bool) -> TabID? {
        guard let entry, let name = problems.text(entry) else { return nil }
        guard let tab = known(name, at: entry) else { return nil }
        guard fits(tab) else {
            let others = tabs.filter(fits).map(\.id.rawValue)
            let there = others.isEmpty ? "there is none" : "there are: \(others.listed)"
            problems.add("expected \(what); \(there)", at: entry)
            return nil
        }
        return tab.id
    }

    private func known(_ name: String, at entry: Entry) -> Tab? {
        if let tab = tabs.first(where: { $0.id.rawValue == name }) { return tab }
        problems.add(ConfigurationBuilder.unknown("tab", name, tabs.map(\.id.rawValue)), at: entry)
        return nil
    }

    private func byTab<Value>(_ entry: Entry?, _ read: (Entry, Tab) -> Value?) -> [TabID: Value] {
        guard let entry else { return [:] }
        guard let members = entry.members else {
            let _: Never? = problems.wrong(entry, "a table with tabs for keys")
            return [:]
        }
        var values: [TabID: Value] = [:]
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let tab = known(name, at: member), let value = read(member, tab) else { continue }
            values[tab.id] = value
        }
        return values
    }

    private func badge(_ entry: Entry, _ tab: Tab) -> Badge? {
        switch entry.value {
        case .integer: problems.integer(entry, in: 1...1_000_000).map { .count($0) }
        case .string: problems.text(entry).map { .text($0) }
        case .flag(true): .dot
        default: problems.wrong(entry, "a count, a text, or true for a dot")
        }
    }

    private func path(_ entry: Entry, _ tab: Tab) -> [String]? {
        guard let text = problems.text(entry) else { return nil }
        guard let words = TabParser.words(of: text) else {
            problems.add(TabParser.badPath(text), at: entry)
            return nil
        }
        guard tab.role != .action else {
            problems.add("\"\(tab.id)\" has no path: its role is \"action\", which has no page", at: entry)
            return nil
        }
        guard tab.accepts(route: words) else {
            problems.add("\"\(tab.id)\" has no route \(text.quoted); it has: \(tab.routes.listed)", at: entry)
            return nil
        }
        return words
    }
}
