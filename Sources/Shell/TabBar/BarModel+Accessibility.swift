// SPDX-License-Identifier: MIT
public import Geometry
import Localization
public import ShellModel

extension BarModel {
    /// The bar in words, from the regions that are pressed; nil before the daemon has sent the look.
    ///
    /// - Parameters:
    ///   - frame: the bar's surface on the output.
    ///   - screen: the size of the screen; nil if it is unknown.
    ///   - problems: the reasons why pages are not shown.
    public func accessibilityNode(
        ofBar frame: Rect, screen: Size? = nil, problems: [TabID: String] = [:]
    ) -> AccessibilityNode? {
        guard let look = leadingLook(on: screen), hasTabs else { return nil }
        let layout = layout(look, width: frame.width, height: frame.height)
        let nodes = hitRegions(look, layout).map { region in
            var node = pressable(region)
            node.bounds = placed(region.rect, in: frame.width)
            if case .tab(let id) = region.target, let tab = tabs.first(where: { $0.id == id }) {
                describe(tab, problem: problems[id], in: &node)
            } else if case .expandBar = region.target {
                node.description = localized("expands the bar")
            }
            return node.offset(x: frame.x, y: frame.y)
        }
        var bar = AccessibilityNode(.tabList, localized("Tab bar"), id: "bar", children: nodes.numbered)
        let box = content.isMinimized ? layout.minimizedBar : layout.bar
        bar.bounds = placed(box, in: frame.width).offset(x: frame.x, y: frame.y)
        if look.minimized.policy != .never { bar.isExpanded = !content.isMinimized }
        if content.menu != nil {
            bar.isDisabled = true
            bar.description = localized("behind the open menu")
        }
        return bar
    }

    /// All tabs of the bar in words, without their places on the screen: also those of a minimized bar.
    public func tabNodes(problems: [TabID: String] = [:]) -> [AccessibilityNode] {
        let nodes = tabs.compactMap { tab in
            description(of: tab.id).map { region in
                var node = pressable(region)
                node.bounds = nil
                describe(tab, problem: problems[tab.id], in: &node)
                return node
            }
        }
        return nodes.numbered
    }

    /// The open menu in words; nil if none is open.
    ///
    /// - Parameters:
    ///   - size: that of the menu's surface, which covers the output.
    ///   - barFrame: the bar's surface on the output.
    ///   - screen: the size of the screen; nil if it is unknown.
    ///   - measure: returns the widths of texts.
    public func accessibilityNode(
        ofMenuOn size: Size, barFrame: Rect, screen: Size? = nil, measure: @escaping TextMeasure = { _ in nil }
    ) -> AccessibilityNode? {
        guard let menu = content.menu, let tab = tabs.first(where: { $0.id == menu }) else { return nil }
        let scene = menuScene(size: size, barFrame: barFrame, screen: screen, at: .max, measure: measure)
        let nodes = scene.hitRegions.filter { !$0.label.isEmpty }.map { pressable($0) }
        let items = nodes.filter { $0.role == .menuItem }
        guard !items.isEmpty else { return nil }
        var node = AccessibilityNode(
            .menu, tab.spokenName, id: "menu", bounds: items.compactMap(\.bounds).reduce(.zero) { $0.union($1) },
            children: items.numbered + nodes.filter { $0.role != .menuItem })
        node.isModal = true
        return node
    }

    /// A message in place of a page in words.
    ///
    /// - Parameter size: that of its surface, which covers the output.
    public func accessibilityNode(of message: StatusMessage, size: Size) -> AccessibilityNode {
        let buttons = scene(of: message, size: size, at: .max).hitRegions.map { pressable($0) }
        return AccessibilityNode(
            .alert, message.heading, id: "message", description: message.detail.isEmpty ? nil : message.detail,
            children: buttons)
    }

    private func pressable(_ region: HitRegion) -> AccessibilityNode {
        var node = AccessibilityNode(
            .button, region.label, id: region.target.accessibilityID, value: region.value,
            description: region.hint.isEmpty ? nil : region.hint, actions: [.click], bounds: region.rect)
        switch region.target {
        case .action: node.role = .menuItem
        case .closeMenu: node.description = localized("closes the menu")
        case .tab, .expandBar, .retry: break
        }
        return node
    }

    private func describe(_ tab: Tab, problem: String?, in node: inout AccessibilityNode) {
        switch tab.role {
        case .page: (node.role, node.isSelected) = (.tab, tab.id == content.selected)
        case .search, .compose: node.isExpanded = content.sheet == tab.id
        case .action: if !tab.menu.isEmpty { node.isExpanded = content.menu == tab.id }
        }
        if tab.role != .action, !tab.menu.isEmpty { node.actions.append(.showContextMenu) }
        if let problem { node.description = [problem, node.description].compactMap(\.self).joined(separator: ". ") }
    }
}
