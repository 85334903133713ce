// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension BarModel {
    /// The bar's touch targets. They follow the state, not the animation: a bar that is being minimized is a minimized one.
    func hitRegions(_ look: Look, _ layout: BarLayout) -> [HitRegion] {
        if content.isMinimized {
            let label = tabs.first { $0.id == content.selected }.map { $0.spokenName } ?? ""
            let pill = HitRegion(
                target: .expandBar, rect: minimizedBarTarget(look, layout), label: label, isSelected: true)
            guard let disc = layout.minimizedSearch, let index = searchTab else { return [pill] }
            var search = HitRegion(
                target: .tab(tabs[index].id), rect: BarLayout.touchable(disc, minimum: look.row.minimum))
            describe(tabs[index], look.speech, in: &search)
            return [pill, search]
        }
        return tabs.enumerated().map { index, tab in
            var region = HitRegion(
                target: .tab(tab.id),
                rect: tab.isProminent ? buttonTarget(look, layout, index) : layout.touchTarget(index),
                isRound: tab.isProminent)
            describe(tab, look.speech, in: &region)
            return region
        }
    }

    /// The description of a tab for screen readers, without its place; nil for an unknown tab.
    public func description(of tab: TabID) -> HitRegion? {
        guard let look, let tab = tabs.first(where: { $0.id == tab }) else { return nil }
        var region = HitRegion(target: .tab(tab.id), rect: .zero)
        describe(tab, look.speech, in: &region)
        return region
    }

    private func describe(_ tab: Tab, _ speech: SpeechStyle, in region: inout HitRegion) {
        region.isSelected = tab.id == content.selected
        region.label = tab.spokenName
        region.hint = hint(tab, speech, isSelected: region.isSelected)
        region.value = value(of: tab, speech)
    }

    /// The whole disc is a target, also where it extends beyond the bar or into a neighbour.
    func buttonTarget(_ look: Look, _ layout: BarLayout, _ index: Int) -> Rect {
        BarLayout.touchable(layout.button(index), minimum: look.row.minimum)
    }

    func minimizedBarTarget(_ look: Look, _ layout: BarLayout) -> Rect {
        BarLayout.touchable(layout.minimizedBar, minimum: look.row.minimum)
    }

    private func hint(_ tab: Tab, _ speech: SpeechStyle, isSelected: Bool) -> String {
        if isSelected, !speech.selectedHint.isEmpty { return speech.selectedHint.filled(title: tab.title) }
        return tab.accessibilityHint.isEmpty ? speech.hint.filled(title: tab.title) : tab.accessibilityHint
    }

    /// The accessibility value: the title of the tab's window, if the look has it spoken, and the badge.
    private func value(of tab: Tab, _ speech: SpeechStyle) -> String? {
        let title = tab.window?.title == .spoken ? windows[tab.id]?.title ?? "" : ""
        let parts = [title, badgeValue(of: tab, speech) ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The spoken form of a tab's badge. A count is spoken in full, even if the drawn one is limited.
    private func badgeValue(of tab: Tab, _ speech: SpeechStyle) -> String? {
        switch spokenBadges[tab.id] {
        case .count(let count) where count > 0:
            (count == 1 ? speech.badgeSingular : speech.badgePlural).filled(title: tab.title, count: String(count))
        case .text(let text) where !text.isEmpty: text
        case .dot where !speech.badgeDot.isEmpty: speech.badgeDot.filled(title: tab.title)
        default: nil
        }
    }
}

extension Tab {
    var spokenName: String { accessibilityLabel.isEmpty ? title : accessibilityLabel }
}

extension String {
    /// The text with its placeholders replaced.
    fileprivate func filled(title: String, count: String = "") -> String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("{title}") {
                result += title
                rest = rest.dropFirst(7)
            } else if rest.hasPrefix("{count}") {
                result += count
                rest = rest.dropFirst(7)
            } else {
                result.append("{")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
