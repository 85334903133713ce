import BarGeometry
public import Geometry
import Localization
public import ShellModel

extension BarModel {
    /// The identifier of the bar's node.
    public static let nodeID = "bar"

    /// The bar in words, in its frame on the output, with the reasons why pages are not shown; nil without a look.
    public func accessibilityNode(
        ofBar frame: Rect, screen: Size? = nil, problems: [TabID: String] = [:]
    ) -> AccessibilityNode? {
        guard let look = leadingLook(on: screen), hasTabs else { return nil }
        let layout = layout(look, width: frame.width, height: frame.height)
        let nodes = parts(look, layout).map { part in
            let node = describe(part, problems)
            return (isRightToLeft ? node.mirrored(in: frame.width) : node).offset(x: frame.x, y: frame.y)
        }
        var bar = AccessibilityNode(
            .tabList, localized("Tab bar"), id: Self.nodeID, actions: [.focus], children: nodes.numbered)
        bar.authorID = look.identifier.isEmpty ? nil : look.identifier
        let box = content.isMinimized ? layout.minimizedBar : layout.bar
        bar.bounds = placed(box, in: frame.width).offset(x: frame.x, y: frame.y)
        if look.minimized.policy != .never { bar.isExpanded = !content.isMinimized }
        if content.menu != nil {
            bar.isDisabled = true
            bar.description = localized("behind the open menu")
        }
        return bar
    }

    /// All tabs of the bar in words, without their places on the screen; also when it is minimized.
    public func tabNodes(problems: [TabID: String] = [:]) -> [AccessibilityNode] {
        guard let look else { return [] }
        return tabs.map { tab in
            var node = describe(part(of: tab, look.speech, in: .zero), problems)
            node.bounds = nil
            return node
        }.numbered
    }

    /// The open menu in words on a surface of the output's size; nil if none is open.
    public func accessibilityNode(
        ofMenuOn size: Size, barFrame: Rect, screen: Size? = nil, measure: @escaping TextMeasure = { _ in nil }
    ) -> AccessibilityNode? {
        guard let menu = content.menu, let tab = tabs.first(where: { $0.id == menu }) else { return nil }
        let scene = menuScene(size: size, barFrame: barFrame, screen: screen, at: .max, measure: measure)
        let nodes = scene.parts.map(\.placedNode).filter { !$0.label.isEmpty }
        let items = nodes.filter { $0.role == .menuItem }
        guard !items.isEmpty else { return nil }
        var node = AccessibilityNode(
            .menu, tab.spokenName, id: "menu", bounds: items.compactMap(\.bounds).reduce(.zero) { $0.union($1) },
            children: items.numbered + nodes.filter { $0.role != .menuItem })
        node.isModal = true
        return node
    }

    /// A message in place of a page in words, on a surface of a size, which covers the output.
    public func accessibilityNode(of message: StatusMessage, size: Size) -> AccessibilityNode {
        let buttons = scene(of: message, size: size, at: .max).parts.map(\.placedNode)
        let lines = [message.detail, message.problem ?? ""].filter { !$0.isEmpty }
        return AccessibilityNode(
            .alert, message.heading, id: "message",
            description: lines.isEmpty ? nil : lines.joined(separator: ". "), children: buttons)
    }

    private func describe(_ part: BarPart, _ problems: [TabID: String]) -> AccessibilityNode {
        var node = part.placedNode
        if let problem = part.tab.flatMap({ problems[$0] }) {
            node.description = [problem, node.description].compactMap(\.self).joined(separator: ". ")
        }
        return node
    }
}
