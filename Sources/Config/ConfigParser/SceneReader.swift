// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import TOML

/// Reads the scenes of one file.
struct SceneReader {
    let diagnostics: Diagnostics
    let tabs: [Tab]
    let look: Look

    /// - Parameter isTopmost: true if no other file overrides this one. Another file may remove a tab that a scene needs,
    ///   which is not an error: such a scene is left out.
    func scenes(_ layer: ConfigLayer, isTopmost: Bool) -> [ScenePreset] {
        TabParser(diagnostics: diagnostics).tables(layer.entry("scenes"), named: "scenes", identifiedBy: "name")
            .compactMap {
                table in
                isTopmost ? scene(table) : diagnostics.attempt { scene(table) }
            }
    }

    private func scene(_ table: ConfigTable) -> ScenePreset {
        let members = table.members
        diagnostics.checkKeys(of: members, allowed: KeyNames.scene)
        var scene = ScenePreset(name: table.identifier)
        scene.tab = members["tab"].flatMap { diagnostics.pageTab($0, among: tabs) }
        scene.appearance = members["appearance"].flatMap { diagnostics.enumValue($0) }
        scene.sheet = tab(members["sheet"], expected: localized("a tab of the role \"search\" or \"compose\"")) {
            $0.role.isSheet
        }
        scene.menu = tab(members["menu"], expected: localized("a tab with a menu")) { !$0.menu.isEmpty }
        scene.badges = valuesByTab(members["badges"], badge)
        scene.paths = valuesByTab(members["paths"], path)
        if let entry = members["minimized"], let isMinimized = diagnostics.boolean(entry) {
            if isMinimized, look.minimized.policy == .never {
                diagnostics.add(localized("this bar is never minimized: its minimize.policy is \"never\""), at: entry)
            }
            scene.isMinimized = isMinimized
        }
        return scene
    }

    private func tab(_ entry: ConfigEntry?, expected: String, where isAllowed: (Tab) -> Bool) -> TabID? {
        entry.flatMap { diagnostics.tab($0, among: tabs, expected: expected, where: isAllowed) }
    }

    private func valuesByTab<Value>(_ entry: ConfigEntry?, _ read: (ConfigEntry, Tab) -> Value?) -> [TabID: Value] {
        guard let entry else { return [:] }
        guard let members = entry.members else {
            return diagnostics.typeMismatch(entry, expected: localized("a table with tabs for keys")) ?? [:]
        }
        var values: [TabID: Value] = [:]
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let tab = diagnostics.knownTab(name, at: member, among: tabs), let value = read(member, tab) else {
                continue
            }
            values[tab.id] = value
        }
        return values
    }

    private func badge(_ entry: ConfigEntry, _ tab: Tab) -> Badge? {
        switch entry.value {
        case .integer: diagnostics.integer(entry, in: 1...1_000_000).map { .count($0) }
        case .string: diagnostics.text(entry).map { .text($0) }
        case .boolean(true): .dot
        default: diagnostics.typeMismatch(entry, expected: localized("a count, a text, or true for a dot"))
        }
    }

    private func path(_ entry: ConfigEntry, _ tab: Tab) -> [String]? {
        guard let text = diagnostics.text(entry) else { return nil }
        guard let components = TabParser.components(of: text) else {
            return diagnostics.reject(TabParser.invalidPath(text), at: entry)
        }
        guard tab.role != .action else {
            return diagnostics.reject(
                localized("\"\(tab.id)\" has no path: its role is \"action\", which has no page"), at: entry)
        }
        guard tab.accepts(route: components) else {
            return diagnostics.reject(
                localized("\"\(tab.id)\" has no route \(text.quoted); it has: \(tab.routes.listed)"), at: entry)
        }
        return components
    }
}
