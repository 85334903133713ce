import Geometry
import PageKit

extension AccessibilityNode {
    /// The node with all within it, each before its children.
    public var all: [AccessibilityNode] { [self] + children.flatMap(\.all) }

    /// The tree without bounds, which depend on fonts, as text.
    public var outline: String {
        map { $0.bounds = nil }.lines.joined(separator: "\n") + "\n"
    }
}

extension Page {
    public func tree(_ context: PageContext, at now: UInt64 = 0) -> AccessibilityNode {
        AccessibilityNode(.tabPanel, children: accessibility(in: context, now: now))
    }

    /// The labels of the visible nodes that can be pressed and do not take a press at their centre. Each press is cancelled.
    public func deafNodes(_ context: PageContext, at now: UInt64) -> [String] {
        let page = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        return tree(context, at: now).all.compactMap { node in
            guard node.actions.contains(.click), !node.isDisabled, let center = node.bounds?.center,
                page.contains(center)
            else { return nil }
            let reaction = pointer(.press(center), context: context, now: now)
            _ = pointer(.cancel, context: context, now: now)
            return reaction == .none ? node.label : nil
        }
    }

    /// The parts that Tab reaches and the tree does not show with the focus.
    public func hiddenFocus(_ context: PageContext, at now: UInt64 = 0) -> Set<String> {
        Set(
            (0..<60).compactMap { _ in
                _ = key(.tab, context: context, now: now)
                let focused = tree(context, at: now).all.filter(\.isFocused).map(\.id)
                return focused == [interaction.focused].compactMap(\.self) ? nil : interaction.focused ?? ""
            })
    }

    /// The identifiers that several nodes have.
    public func repeatedIDs(_ context: PageContext, at now: UInt64 = 0) -> [String] {
        var seen: Set<String> = []
        return tree(context, at: now).all.map(\.id).filter { !$0.isEmpty && !seen.insert($0).inserted }
    }
}
