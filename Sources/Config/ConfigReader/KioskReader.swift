// SPDX-License-Identifier: MIT
import Gestures
import Localization
import ShellModel

/// Reads the rules for a screen that nobody watches. A table of an upper file replaces single values of a lower one.
struct KioskReader {
    private let diagnostics: Diagnostics
    private let tabs: [Tab]
    private(set) var rules = KioskRules()

    init(_ diagnostics: Diagnostics, tabs: [Tab]) {
        self.diagnostics = diagnostics
        self.tabs = tabs
    }

    mutating func apply(_ layer: ConfigLayer) {
        if let members = members(of: "idle", in: layer, allowed: KeyNames.idle) { readIdle(members) }
    }

    private func members(of table: String, in layer: ConfigLayer, allowed: [String]) -> [String: ConfigEntry]? {
        guard let entry = layer.entry(table) else { return nil }
        guard let members = entry.members else {
            return diagnostics.typeMismatch(entry, expected: localized("a table with the keys: \(allowed.listed)"))
        }
        diagnostics.checkKeys(of: members, allowed: allowed)
        return members
    }

    private mutating func readIdle(_ members: [String: ConfigEntry]) {
        let times: [(String, WritableKeyPath<IdleRules, Double?>)] = [
            ("return_after", \.returnAfter), ("dim_after", \.dimAfter), ("blank_after", \.blankAfter),
        ]
        for (key, path) in times {
            guard let time = members[key].flatMap({ diagnostics.timeout($0, in: IdleRules.times) }) else { continue }
            rules.idle[keyPath: path] = time
        }
        if let tab = members["return_to"].flatMap({ diagnostics.pageTab($0, among: tabs) }) {
            rules.idle.returnTo = tab
        }
        if let clears = members["clears_text"].flatMap({ diagnostics.boolean($0) }) { rules.idle.clearsText = clears }
        if let resets = members["resets"].flatMap({ diagnostics.boolean($0) }) { rules.idle.resets = resets }
        if let hiding = members["hide_pointer"].flatMap({ pointer($0) }) { rules.idle.pointer = hiding }
    }

    /// A time, or a word.
    private func pointer(_ entry: ConfigEntry) -> PointerHiding? {
        guard case .string = entry.value else {
            return diagnostics.number(entry, in: IdleRules.pointerTimes, unit: "s").map { .after($0) }
        }
        return diagnostics.enumValue(entry, among: PointerHiding.words.map(\.word)).flatMap { word in
            PointerHiding.words.first { $0.word == word }?.rule
        }
    }
}

extension PointerHiding {
    /// The rules that are words in the configuration.
    fileprivate static let words: [(word: String, rule: PointerHiding)] = [
        ("never", .never), ("always", .always), ("touch", .touch),
    ]
}
