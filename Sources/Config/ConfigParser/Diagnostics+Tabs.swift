// SPDX-License-Identifier: MIT
import Localization
import ShellModel

extension Diagnostics {
    /// The ID of a tab of some kind.
    ///
    /// - Parameter expected: the kind, in words.
    func tab(
        _ entry: ConfigEntry, among tabs: [Tab], expected: String, where isAllowed: (Tab) -> Bool
    ) -> TabID? {
        guard let name = text(entry), let tab = knownTab(name, at: entry, among: tabs) else { return nil }
        guard isAllowed(tab) else {
            let others = tabs.filter(isAllowed).map(\.id.rawValue)
            let there = others.isEmpty ? localized("none is defined") : localized("available: \(others.listed)")
            return reject(localized("expected \(expected); \(there)"), at: entry)
        }
        return tab.id
    }

    /// The ID of a tab with a page.
    func pageTab(_ entry: ConfigEntry, among tabs: [Tab]) -> TabID? {
        tab(entry, among: tabs, expected: localized("a tab of the role \"page\"")) { $0.role == .page }
    }

    func knownTab(_ name: String, at entry: ConfigEntry, among tabs: [Tab]) -> Tab? {
        if let tab = tabs.first(where: { $0.id.rawValue == name }) { return tab }
        return reject(
            Self.unknownName(localized("unknown tab \(name.quoted)"), name, tabs.map(\.id.rawValue)), at: entry)
    }
}
