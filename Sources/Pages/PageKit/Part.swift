public import Canvas
public import Geometry

/// A part of a page: its place, its meaning in words, its drawing, and the effect of a press.
///
/// Drawing, presses, the cursor, the keyboard focus and the accessibility tree all come from the parts that a page
/// returns, in their order: a part is drawn over the earlier ones, and its children over the part.
public struct Part {
    /// The drawn state of a part.
    public struct State: Equatable, Sendable {
        public var isPressed = false
        public var isFocused = false
    }

    /// The part in words. PageKit adds the bounds, the children, and the action `click` of a pressable part.
    public var node: AccessibilityNode
    /// The areas in the page's content; several for a link over several lines, none without a place.
    public var frames: [Rect]
    /// The radius of the corners of the focus ring.
    public var radius = 8.0
    /// True if the part and its children stay in place while the content scrolls.
    public var isFixed = false
    /// The area of the page, not of the content, beyond which it is neither drawn nor pressed; nil for all.
    public var clip: Rect?
    /// False to leave the part out of the accessibility tree.
    public var isDescribed = true
    /// False for a pressable part that the keys skip.
    public var takesFocus = true
    /// The minimum width and height for a finger to hit it.
    public var touchSize = 44.0
    /// True if it blocks presses on anything behind it.
    public var isOpaque = false
    public var children: [Part] = []
    /// Draws the part, but not its children, in the content's coordinates; up to 48 pixels beyond its frames, as a shadow.
    public var draw: ((Canvas, State) -> Void)?
    /// Presses the part: by a finger, a key, a click, or its name.
    public var press: (() -> PageReaction)?
    /// Follows a pointer or a finger that moves to the side; nil when it has left. The part needs an identifier.
    public var scrub: ((Point?) -> PageReaction)?

    /// A part of the accessibility tree, in the page's content. A pressable one needs an identifier.
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

    /// A part that the accessibility tree leaves out: a decoration, or another way to press a named part.
    public init(
        id: String = "", in frame: Rect? = nil, radius: Double = 8, draw: ((Canvas, State) -> Void)? = nil,
        press: (() -> PageReaction)? = nil
    ) {
        self.init(.group, id: id, in: frame, radius: radius, draw: draw, press: press)
        isDescribed = false
    }

    /// A part in words only, with bounds on the page, for a page that draws and handles its input itself.
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
    var isPressable: Bool { !node.isDisabled && (press != nil || node.actions.contains(.click)) }
}

extension Sequence<Part> {
    /// The parts with their places among them.
    public var numbered: [Part] {
        zip(self, map(\.node).numbered).map { part, node in part.with { $0.node = node } }
    }
}
