public import Geometry

/// A part of the screen, in words, for screen readers and tests. It has the properties of AccessKit's `Node`, and its children.
public struct AccessibilityNode: Equatable, Sendable {
    /// The identifier, which stays the same as long as the part does. Unique within a program.
    public var id: String
    /// The identifier, if any, by which tests find it, whatever its ``id``.
    public var authorID: String?
    public var role: AccessibilityRole
    public var label: String
    /// The value; of a text field its text.
    public var value: String?
    /// The caret and the selection in the value of the text field that is edited.
    public var textSelection: TextSelection?
    /// The hint, or the reason for its state.
    public var description: String?
    /// Nil if it cannot be selected.
    public var isSelected: Bool?
    /// Nil if it opens nothing.
    public var isExpanded: Bool?
    /// True if the keys reach it: the part of a page with the focus ring or the caret.
    public var isFocused = false
    /// True if presses on it and its content do nothing.
    public var isDisabled = false
    /// True if presses outside it do nothing.
    public var isModal = false
    /// The level of a heading, from 1 on.
    public var level: Int?
    /// The place among its siblings of the same kind, from 1 on, and their number, including siblings outside the tree.
    public var positionInSet: Int?
    public var sizeOfSet: Int?
    public var actions: [AccessibilityAction]
    /// The bounds in logical pixels of the output; while a page describes itself, of the page. Nil if unknown.
    public var bounds: Rect?
    public var children: [AccessibilityNode]

    /// A selection, in Unicode scalars before its ends: where it began, and the caret. Without one both are the caret.
    public struct TextSelection: Equatable, Sendable {
        public var anchor: Int
        public var focus: Int

        public init(anchor: Int, focus: Int) { (self.anchor, self.focus) = (anchor, focus) }
    }

    public init(
        _ role: AccessibilityRole, _ label: String = "", id: String = "", value: String? = nil,
        description: String? = nil, isSelected: Bool? = nil, level: Int? = nil, actions: [AccessibilityAction] = [],
        bounds: Rect? = nil, children: [AccessibilityNode] = []
    ) {
        (self.id, self.role, self.label) = (id, role, label)
        (self.value, self.description, self.isSelected) = (value, description, isSelected)
        (self.level, self.actions, self.bounds, self.children) = (level, actions, bounds, children)
    }

    /// The number of nodes, including this one.
    public var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Returns this node or a descendant, by identifier. Nodes that fail a condition are left out, with their descendants.
    public func node(_ id: String, where isIncluded: (Self) -> Bool = { _ in true }) -> AccessibilityNode? {
        guard isIncluded(self) else { return nil }
        if self.id == id { return self }
        for child in children {
            if let found = child.node(id, where: isIncluded) { return found }
        }
        return nil
    }

    public func map(_ change: (inout AccessibilityNode) -> Void) -> AccessibilityNode {
        var node = self
        change(&node)
        node.children = children.map { $0.map(change) }
        return node
    }

    /// Returns the tree moved on the screen.
    public func offset(x: Double, y: Double) -> AccessibilityNode {
        map { $0.bounds = $0.bounds?.offset(x: x, y: y) }
    }

    /// Returns the tree on the other side of a vertical mirror in the middle of an area of a width.
    public func mirrored(in width: Double) -> AccessibilityNode {
        map { $0.bounds = $0.bounds?.mirrored(in: width) }
    }

    /// Returns the tree cut to a number of nodes, levels and bytes of a text; the last ones are left out.
    public func limited(nodes: Int, depth: Int, textBytes: Int) -> AccessibilityNode {
        var rest = nodes - 1
        return limited(&rest, depth: depth, textBytes: textBytes)
    }

    private func limited(_ rest: inout Int, depth: Int, textBytes: Int) -> AccessibilityNode {
        var node = self
        func truncated(_ text: String) -> String { text.truncated(toBytes: textBytes, end: "…") }
        node.id = truncated(id)
        node.authorID = authorID.map(truncated)
        node.label = truncated(label)
        node.value = value.map(truncated)
        if let selection = textSelection, node.value != value {
            let count = node.value?.unicodeScalars.count ?? 0
            node.textSelection = TextSelection(anchor: min(selection.anchor, count), focus: min(selection.focus, count))
        }
        node.description = description.map(truncated)
        let kept = depth > 1 ? children.prefix(rest) : []
        rest -= kept.count
        node.children = kept.map { $0.limited(&rest, depth: depth - 1, textBytes: textBytes) }
        return node
    }
}

extension Sequence<AccessibilityNode> {
    /// The nodes with their places among them.
    public var numbered: [AccessibilityNode] {
        let nodes = Array(self)
        return nodes.enumerated().map { index, node in
            var node = node
            (node.positionInSet, node.sizeOfSet) = (index + 1, nodes.count)
            return node
        }
    }
}
