import Localization
import ShellConfig

/// Reads the programs that run on events. All files' programs add up; `tabs.toml`, which clients write, has none.
struct HookReader {
    let diagnostics: Diagnostics

    func hooks(_ layers: [ConfigLayer]) -> [EventHook] {
        let entries = layers.filter { !$0.isTabsFile }.compactMap { $0.entry("on") }
        let elements = entries.flatMap { diagnostics.list($0, of: localized("tables [[on]]")) ?? [] }
        if elements.count > EventHook.maximumCount, let excess = elements.dropFirst(EventHook.maximumCount).first {
            diagnostics.add(
                localized("there are \(elements.count) tables [[on]]; allowed: \(EventHook.maximumCount)"),
                at: excess)
        }
        return elements.compactMap(hook)
    }

    private func hook(_ entry: ConfigEntry) -> EventHook? {
        guard let members = entry.members else {
            return diagnostics.typeMismatch(entry, expected: localized("a table [[on]]"))
        }
        diagnostics.checkKeys(of: members, allowed: KeyNames.on)
        for (key, example) in [("event", "\"selection\""), ("run", "[\"…\"]")] where members[key] == nil {
            diagnostics.add(localized("this [[on]] has no \(key); it needs one like \(key) = \(example)"), at: entry)
        }
        let event: EventHook.Event? = members["event"].flatMap { diagnostics.enumValue($0) }
        let arguments = members["run"].flatMap { diagnostics.program($0) }
        guard let event, let arguments else { return nil }
        return EventHook(event, arguments)
    }
}
