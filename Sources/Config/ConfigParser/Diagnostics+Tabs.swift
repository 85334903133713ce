import Localization
import ShellModel

extension Diagnostics {
    func pageTab(_ entry: ConfigEntry, among tabs: [Tab]) -> TabID? {
        guard let name = text(entry), let tab = knownTab(name, at: entry, among: tabs) else { return nil }
        guard tab.role == .page else {
            let pages = tabs.filter { $0.role == .page }.map(\.id.rawValue)
            let expected = localized("a tab with the role \"page\"")
            let there = pages.isEmpty ? localized("none is defined") : localized("available: \(pages.listed)")
            return reject(localized("expected \(expected); \(there)"), at: entry)
        }
        return tab.id
    }

    func knownTab(_ name: String, at entry: ConfigEntry, among tabs: [Tab]) -> Tab? {
        if let tab = tabs.first(where: { $0.id.rawValue == name }) { return tab }
        return reject(
            Self.unknownName(localized("unknown tab \(name.quoted)"), name, tabs.map(\.id.rawValue)), at: entry)
    }
}
