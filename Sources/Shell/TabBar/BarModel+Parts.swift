import BarGeometry
import Geometry
import Localization
import ShellModel

extension BarModel {
    /// The parts of the bar that are pressed. They follow the state, not the animation.
    func parts(_ look: Look, _ layout: BarLayout) -> [BarPart] {
        func touchable(_ rect: Rect) -> Rect { BarLayout.touchable(rect, minimum: look.row.minimum) }
        guard content.isMinimized else {
            return tabs.enumerated().map { index, tab in
                // The whole disc is pressed, also where it extends beyond the bar or into a neighbour.
                let rect = tab.isProminent ? touchable(layout.button(index)) : layout.touchTarget(index)
                return part(of: tab, look.speech, in: rect)
            }
        }
        let label = tabs.first { $0.id == content.selected }?.spokenName ?? ""
        let pill = BarPart(
            .expandBar, in: touchable(layout.minimizedBar), .button, label, description: localized("expands the bar"))
        guard let disc = layout.minimizedSearch, let index = searchTab else { return [pill] }
        return [pill, part(of: tabs[index], look.speech, in: touchable(disc))]
    }

    func part(of tab: Tab, _ speech: SpeechStyle, in rect: Rect) -> BarPart {
        let isSelected = tab.id == content.selected
        var part = BarPart(
            .tab(tab.id), in: rect, isRound: tab.isProminent, tab.role == .page ? .tab : .button,
            tab.spokenName, value: value(of: tab, speech), description: hint(tab, speech, isSelected: isSelected))
        switch tab.role {
        case .page: part.node.isSelected = isSelected
        case .search, .compose: part.node.isExpanded = content.sheet == tab.id
        case .action: if menus[tab.id]?.isEmpty == false { part.node.isExpanded = content.menu == tab.id }
        }
        if tab.role != .action, menus[tab.id]?.isEmpty == false { part.node.actions.append(.showContextMenu) }
        return part
    }

    /// Returns the target with an identifier, whether it is on the screen or not.
    public func target(_ id: String) -> BarPart.Target? {
        let tabs: [BarPart.Target] = tabs.map { .tab($0.id) }
        let actions: [BarPart.Target] = (actions.map(\.id) + TabMenuAction.allCases.map(\.id)).map { .action($0) }
        let keys: [BarPart.Target] = PinPad.Key.all.map { .pad($0) }
        let others: [BarPart.Target] = [
            .expandBar, .closeMenu, .retry, .openConfiguration, .closeNotice, .openMessage, .closeMessage,
        ]
        return (tabs + actions + others + keys).first { $0.id == id }
    }

    private func hint(_ tab: Tab, _ speech: SpeechStyle, isSelected: Bool) -> String? {
        if isSelected, !speech.selectedHint.isEmpty { return speech.selectedHint.filled(title: tab.title) }
        let hint = tab.accessibilityHint.isEmpty ? speech.hint.filled(title: tab.title) : tab.accessibilityHint
        return hint.isEmpty ? nil : hint
    }

    /// The accessibility value: the title of the tab's window, if the look has it spoken, the badge, and the lock.
    private func value(of tab: Tab, _ speech: SpeechStyle) -> String? {
        let title = tab.window?.title == .spoken ? windows[tab.id]?.title ?? "" : ""
        let lock = content.guarded.contains(tab.id) ? localized("locked") : ""
        let parts = [title, badgeValue(of: tab, speech) ?? "", lock].filter { !$0.isEmpty }
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
        while let first = rest.first {
            let value = rest.hasPrefix("{title}") ? title : rest.hasPrefix("{count}") ? count : nil
            result += value ?? String(first)
            rest = rest.dropFirst(value == nil ? 1 : 7)
        }
        return result
    }
}
