// SPDX-License-Identifier: MIT
public import Geometry

/// A part of the screen, in words: a screen reader says them, and a test finds the part by them. Its properties are
/// those of AccessKit's `Node`; its children are in it.
public struct AccessibilityNode: Equatable, Sendable {
    /// The identifier, which stays the same as long as the part does. Of a program's nodes each has its own.
    public var id: String
    /// The identifier that tests find it by, whatever its ``id``; nil if there is none.
    public var authorID: String?
    public var role: AccessibilityRole
    /// The name.
    public var label: String
    public var value: String?
    /// The hint, or the reason for the state that it is in.
    public var description: String?
    /// Nil if it cannot be selected.
    public var isSelected: Bool?
    /// Nil if it opens nothing.
    public var isExpanded: Bool?
    /// True if neither it nor anything within can be pressed.
    public var isDisabled = false
    /// True if nothing outside of it can be pressed.
    public var isModal = false
    /// The level of a heading, from 1 on.
    public var level: Int?
    /// The place among its siblings of the same kind, from 1 on, and their number, also of those that are not in the tree.
    public var positionInSet: Int?
    public var sizeOfSet: Int?
    public var actions: [AccessibilityAction]
    /// The bounds in logical pixels of the output; while a page describes itself, in those of the page. Nil if unknown.
    public var bounds: Rect?
    public var children: [AccessibilityNode]

    public init(
        _ role: AccessibilityRole, _ label: String = "", id: String = "", value: String? = nil,
        description: String? = nil, isSelected: Bool? = nil, level: Int? = nil, actions: [AccessibilityAction] = [],
        bounds: Rect? = nil, children: [AccessibilityNode] = []
    ) {
        (self.id, self.role, self.label) = (id, role, label)
        (self.value, self.description, self.isSelected) = (value, description, isSelected)
        (self.level, self.actions, self.bounds, self.children) = (level, actions, bounds, children)
    }
}

extension AccessibilityNode {
    /// The number of nodes, with this one.
    public var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Returns the node, or the one within it, that has an identifier.
    public func node(_ id: String) -> AccessibilityNode? {
        if self.id == id { return self }
        for child in children {
            if let found = child.node(id) { return found }
        }
        return nil
    }

    /// Returns the tree with each node changed.
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

    /// Returns the tree with at most a number of nodes and levels, and with texts of limited length; what comes last is left out.
    public func limited(nodes: Int, depth: Int, textBytes: Int) -> AccessibilityNode {
        var rest = nodes - 1
        return limited(&rest, depth: depth, textBytes: textBytes)
    }

    private func limited(_ rest: inout Int, depth: Int, textBytes: Int) -> AccessibilityNode {
        var node = self
        node.id = id.truncated(toBytes: textBytes, end: "…")
        node.authorID = authorID?.truncated(toBytes: textBytes, end: "…")
        node.label = label.truncated(toBytes: textBytes, end: "…")
        node.value = value?.truncated(toBytes: textBytes, end: "…")
        node.description = description?.truncated(toBytes: textBytes, end: "…")
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
