public import Canvas
public import Geometry

/// The parts of a page at their places on it, for one moment.
public struct PartList {
    /// A part with the properties inherited from its parents.
    struct Placed {
        var part: Part
        var isFixed = false
        /// The scroll offset of its content, logical pixels.
        var offset: Double
        /// The area of the page beyond which it is neither drawn nor pressed.
        var clip: Rect

        /// The areas on the page, clipped or not.
        var frames: [Rect] { part.frames.map { $0.offset(y: -offset) } }

        func child(_ part: Part) -> Placed {
            let isFixed = isFixed || part.isFixed
            return Placed(
                part: part, isFixed: isFixed, offset: isFixed ? 0 : offset,
                clip: part.clip.map { clip.intersection($0) ?? .zero } ?? clip)
        }

        func contains(_ point: Point, touchSize: Double = 0) -> Bool {
            clip.contains(point)
                && frames.contains { frame in
                    let (width, height) = (max(frame.width, touchSize), max(frame.height, touchSize))
                    return Rect(center: frame.center, width: width, height: height).contains(point)
                }
        }
    }

    /// The distance beyond its frames that a part may draw, logical pixels.
    private static let overflow = 48.0

    private let page: Rect
    private var roots: [Placed] = []
    /// All parts in drawing order.
    private(set) var all: [Placed] = []

    /// Places parts, in drawing order, on a page whose content is scrolled by an offset.
    public init(_ parts: [Part], offset: Double = 0, in size: Size) {
        page = Rect(size)
        let whole = Placed(part: Part(), offset: offset, clip: page)
        func add(_ part: Placed) {
            all.append(part)
            for child in part.part.children { add(part.child(child)) }
        }
        roots = parts.map(whole.child)
        for root in roots { add(root) }
    }

    /// Returns the part with an identifier.
    public subscript(id: String) -> Part? { placed(id)?.part }

    func placed(_ id: String) -> Placed? { all.first { $0.part.id == id } }

    /// Returns the part that a press at a point hits: of several, the last one. A part smaller than a fingertip is
    /// also hit beside it, where nothing else is.
    public func target(at point: Point) -> String? {
        for placed in all.reversed() where placed.contains(point) {
            if placed.part.isPressable { return placed.part.id }
            if placed.part.isOpaque { return nil }
        }
        return all.last { $0.part.isPressable && $0.contains(point, touchSize: $0.part.touchSize) }?.part.id
    }

    func scrubbed(at point: Point) -> Placed? { all.last { $0.part.scrub != nil && $0.contains(point) } }

    /// Returns the part that gets the focus after another, round and round. Without one, the first that is not above
    /// the visible content, or the last one backwards.
    func focus(after current: String?, isForward: Bool) -> String? {
        let parts = all.filter { $0.part.takesFocus && $0.part.isPressable }
        guard !parts.isEmpty else { return nil }
        let step = isForward ? 1 : parts.count - 1
        let index = parts.firstIndex { $0.part.id == current }.map { ($0 + step) % parts.count }
        let visible = parts.firstIndex { $0.frames.isEmpty || $0.frames.contains { $0.maxY > 0 } } ?? 0
        return parts[index ?? (isForward ? visible : parts.count - 1)].part.id
    }

    /// Draws the parts in their states, and a ring of a colour around the one that has the focus.
    public func draw(on canvas: Canvas, _ interaction: PartInteraction, ring: Color) {
        let bounds = canvas.clipBounds
        func draw(_ placed: Placed, _ body: () -> Void) {
            func drawScrolled() {
                canvas.translate(x: 0, y: -(placed.offset * canvas.scale).rounded() / canvas.scale)
                body()
            }
            if placed.clip == page {
                canvas.withSavedState(drawScrolled)
            } else {
                canvas.withClip(to: [placed.clip], drawScrolled)
            }
        }
        for placed in all {
            guard let body = placed.part.draw else { continue }
            let frames = placed.frames
            guard bounds.intersection(placed.clip) != nil,
                frames.isEmpty || frames.contains(where: { bounds.intersection($0.inset(by: -Self.overflow)) != nil })
            else { continue }
            let id = placed.part.id
            let state = Part.State(
                isPressed: !id.isEmpty && interaction.pressed == id,
                isFocused: !id.isEmpty && interaction.shownFocus == id)
            draw(placed) { body(canvas, state) }
        }
        // A text field shows its caret.
        guard let focused = interaction.shownFocus.flatMap(placed), !focused.part.isTextField else { return }
        draw(focused) {
            for frame in focused.part.frames {
                let area = frame.inset(by: -3)
                let radius = min(focused.part.radius + 3, area.height / 2)
                canvas.stroke(.roundedRect(area, radius: radius), with: .color(ring), width: 2.5)
            }
        }
    }

    /// Returns the accessibility tree, with bounds on the page. Lists have only their visible items, and the one with the focus.
    public func nodes(focused: String? = nil) -> [AccessibilityNode] { roots.compactMap { node($0, focused) } }

    private func node(_ placed: Placed, _ focused: String?) -> AccessibilityNode? {
        let part = placed.part
        guard part.isDescribed else { return nil }
        var node = part.node
        node.bounds = placed.frames.first
        node.isFocused = !node.id.isEmpty && node.id == focused
        if part.press != nil, !node.actions.contains(.click) { node.actions.insert(.click, at: 0) }
        node.children = part.children.map(placed.child).filter { child in
            part.node.role != .list || child.frames.allSatisfy { child.clip.contains($0.center) }
                || child.part.contains(focused)
        }.compactMap { self.node($0, focused) }
        return node
    }
}

extension Part {
    /// True if it, or a part within it, has an identifier.
    fileprivate func contains(_ id: String?) -> Bool { self.id == id || children.contains { $0.contains(id) } }

    /// True for a part that keeps the focus until another is pressed, as an on-screen keyboard comes and goes with it.
    var isTextField: Bool { node.isTextField }
}

extension AccessibilityNode {
    var isTextField: Bool { role == .textInput || role == .searchInput }
}
