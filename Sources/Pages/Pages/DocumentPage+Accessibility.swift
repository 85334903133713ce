// SPDX-License-Identifier: MIT

internal import DocumentText
internal import Geometry
import Localization
public import PageKit

extension DocumentPage {
    /// Returns the title, the problem, the visible blocks with their links, and the buttons.
    public func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        let layout = layout(context)
        let flow = prepare(layout, context, now: now)
        let offset = scrollOffset(at: now, context: context) ?? 0
        var nodes: [AccessibilityNode] = []
        if layout.titleBaseline != nil, let title = title(context) {
            nodes.append(AccessibilityNode(.heading, title, id: "title", description: source?.name, level: 1))
        }
        if let problem = source?.content?.problem {
            nodes.append(AccessibilityNode(.alert, problem.title, id: "problem", description: problem.detail))
        }
        let top = top(of: flow, layout, context)
        for index in flow.blocks(from: offset - top, to: offset - top + context.size.height) {
            guard var node = node(of: flow.blocks[index], id: "block/\(index)") else { continue }
            node.bounds = frame(of: index, in: flow, layout, top: top).offset(y: -offset)
            node.children = links.all.filter { $0.block == index }.map { link in
                AccessibilityNode(
                    .link, link.text, id: "block/\(index)/link/\(link.index)", actions: [.click],
                    bounds: linkFrames(link, layout, flow, context).first?.offset(y: -offset))
            }
            nodes.append(node)
        }
        if let notice { nodes.append(AccessibilityNode(.status, notice, id: "notice")) }
        let frames = buttonFrames(layout, flow, context)
        for (index, (button, frame)) in zip(shownButtons, frames).enumerated() {
            let label = button.label
            nodes.append(
                AccessibilityNode(
                    .button, label.title, id: "button/\(index)", isSelected: label.isChoice ? label.isChosen : nil,
                    actions: [.click], bounds: frame.offset(y: -offset)))
        }
        return nodes
    }

    /// Returns a block in words; nil for a line.
    private func node(of block: Block, id: String) -> AccessibilityNode? {
        var node = AccessibilityNode(.paragraph, block.text, id: id)
        switch block.kind {
        case .heading(let level): (node.role, node.level) = (.heading, level)
        case .paragraph: break
        case .item(let marker):
            node.role = .listItem
            switch marker {
            case .bullet: break
            case .number(let number): node.value = "\(number)."
            case .task(let isChecked): node.value = isChecked ? localized("done") : localized("to do")
            }
        case .code: node.role = .code
        case .line: node.role = .label
        case .rule: return nil
        }
        return node
    }
}
