// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry

/// A part of what a page shows: its place, its meaning in words, how it is drawn, and the effect of a press.
///
/// Drawing, presses, the cursor, the focus of the keys and the accessibility tree all follow from the parts that a page
/// returns, in their order: a part is drawn over those before it, and its children over the part.
public struct Part {
    /// The state that a part is drawn in.
    public struct State: Equatable, Sendable {
        public var isPressed = false
        public var isFocused = false
    }

    /// The part in words. PageKit adds the bounds, the children, and the action `click` of a part that can be pressed.
    public var node: AccessibilityNode
    /// The area in the page's content, in logical pixels; several for a link that is broken into lines, and none for a
    /// part without a place of its own.
    public var frames: [Rect]
    /// The radius of the corners of the focus ring.
    public var radius = 8.0
    /// True if the part and its children stay where they are while the content scrolls.
    public var isFixed = false
    /// The area of the page, not of the content, beyond which the part and its children are neither drawn nor pressed; nil
    /// for the whole page.
    public var clip: Rect?
    /// False for a part that the accessibility tree leaves out.
    public var isDescribed = true
    /// False for a part that the keys leave out although it can be pressed.
    public var takesFocus = true
    /// The least width and height that a finger needs to hit it.
    public var touchSize = 44.0
    /// True if nothing behind it can be pressed.
    public var isOpaque = false
    public var children: [Part] = []
    /// Draws the part, but not its children, in the content's coordinates; up to 48 pixels beyond its frames, as a shadow.
    public var draw: ((Canvas, State) -> Void)?
    /// Presses the part: by a finger, a key, a click, or its name.
    public var press: (() -> PageReaction)?
    /// Follows a pointer over the part, or a finger that moves to the side on it, as over a chart; nil when it has left. Such a
    /// part needs an identifier.
    public var scrub: ((Point?) -> PageReaction)?

    /// A part of the accessibility tree.
    ///
    /// - Parameters:
    ///   - id: the identifier, which no other part of the page has; a part that can be pressed needs one.
    ///   - frame: the area in the page's content.
    public init(
        _ role: AccessibilityRole, _ label: String = "", id: String = "", value: String? = nil,
        description: String? = nil, isSelected: Bool? = nil, level: Int? = nil, in frame: Rect? = nil,
        radius: Double = 8, children: [Part] = [], draw: ((Canvas, State) -> Void)? = nil,
        press: (() -> PageReaction)? = nil
    ) {
        node = AccessibilityNode(
            role, label, id: id, value: value, description: description, isSelected: isSelected, level: level)
        frames = [frame].compactMap(\.self)
        (self.radius, self.children, self.draw, self.press) = (radius, children, draw, press)
    }

    /// A part that the accessibility tree leaves out: a decoration, or another way to press what is named elsewhere.
    public init(
        id: String = "", in frame: Rect? = nil, radius: Double = 8, draw: ((Canvas, State) -> Void)? = nil,
        press: (() -> PageReaction)? = nil
    ) {
        self.init(.group, id: id, in: frame, radius: radius, draw: draw, press: press)
        isDescribed = false
    }

    /// A part that is only words: a page that draws and handles its input itself describes itself by these.
    ///
    /// - Parameter node: the words, with bounds on the page.
    public init(_ node: AccessibilityNode) {
        self.node = node
        self.node.children = []
        frames = [node.bounds].compactMap(\.self)
        isFixed = true
        children = node.children.map { Part($0) }
    }

    /// Returns the part with a change.
    public func with(_ change: (inout Part) -> Void) -> Part {
        var part = self
        change(&part)
        return part
    }

    var id: String { node.id }
    /// True if the part is pressed where it is.
    var isPressable: Bool { !node.isDisabled && (press != nil || node.actions.contains(.click)) }
}

extension Sequence<Part> {
    /// The parts with their places among them.
    public var numbered: [Part] {
        zip(self, map(\.node).numbered).map { part, node in part.with { $0.node = node } }
    }
}
