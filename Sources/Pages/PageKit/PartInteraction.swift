import Geometry

/// The interaction of the user with a page's parts: the press, the keyboard focus, and the scrolling. A page stores one.
public struct PartInteraction: Equatable, Sendable {
    /// The visible part of it in a picture of the page.
    public struct Picture: Hashable, Sendable {
        /// The scroll offset of the content, logical pixels.
        public var offset: Double
        var maximum: Double
        var pressed: String?
        var focused: String?

        /// Returns the parts whose press or focus differs from an earlier picture; nil if the content has moved.
        public func changedParts(since earlier: Picture) -> Set<String>? {
            guard offset == earlier.offset, maximum == earlier.maximum else { return nil }
            let pairs = [(earlier.pressed, pressed), (earlier.focused, focused)].filter { $0 != $1 }
            return Set(pairs.flatMap { [$0, $1].compactMap(\.self) })
        }
    }

    private var gesture = ScrollGestureRecognizer<String>()
    /// The part with the keyboard focus, by its identifier. A press removes it, except from a text field.
    public private(set) var focused: String?
    /// False while the keys go elsewhere: the part keeps the focus, but it is not shown.
    public internal(set) var hasKeys = true
    /// The part that is shown with the focus.
    public var shownFocus: String? { hasKeys ? focused : nil }
    /// The part that follows the pointer.
    private var scrubbed: String?

    /// No press and no focus, at the top of the content.
    public init() {}

    /// The pressed part, by its identifier.
    public var pressed: String? { gesture.pressed }

    /// The position of the content.
    public var scroller: Scroller {
        get { gesture.scroller }
        set { gesture.scroller = newValue }
    }

    /// Returns the scroll offset of the content at a time, logical pixels.
    public func offset(at now: UInt64) -> Double { scroller.offset(at: now) }

    /// Sets the height of the content, before its parts are placed. Content no higher than the page does not scroll.
    public mutating func resize(content height: Double, _ context: PageContext, now: UInt64) {
        guard context.size.height > 0 else { return }
        scroller.resize(content: height, window: context.size.height, now: now)
    }

    /// Gives the focus to a part, or to none.
    public mutating func focus(_ id: String?) { focused = id }

    /// Returns its visible part.
    public func picture(at now: UInt64) -> Picture {
        Picture(offset: offset(at: now), maximum: scroller.maximum, pressed: pressed, focused: shownFocus)
    }

    /// Ends a press, the focus and the scrolling of a page that is hidden now.
    public mutating func stop(now: UInt64) {
        gesture.cancel(now: now)
        (focused, scrubbed) = (nil, nil)
    }

    /// Handles a pointer or a finger. Returns the tapped part, and the reaction to any other event.
    mutating func handle(
        _ event: PagePointerEvent, on list: PartList, _ context: PageContext, now: UInt64
    ) -> (pressed: Part?, reaction: PageReaction) {
        let (focusedBefore, pressedBefore, offset) = (focused, pressed, offset(at: now))
        let isWriting = focused.flatMap { list[$0] }?.isTextField == true
        if case .press = event, !isWriting { focused = nil }
        var (part, reaction) = (Part?.none, PageReaction.none)
        switch gesture.handle(
            event, context: context, now: now, target: list.target, canScrub: { list.scrubbed(at: $0) != nil })
        {
        case .none: break
        case .changed: reaction = .redraw
        case .tapped(let id):
            if isWriting, id != focused { focused = nil }
            (part, reaction) = (list[id], .redraw)
        case .scrubbed(let point):
            let chart = point.flatMap(list.scrubbed) ?? scrubbed.flatMap(list.placed)
            scrubbed = point == nil ? nil : chart?.part.id
            if let chart {
                reaction = chart.part.scrub?(point.map { Point(x: $0.x, y: $0.y + chart.offset) }) ?? .none
            }
        }
        // A tap on nothing.
        if isWriting, case .release = event, pressedBefore == nil, reaction == .none { focused = nil }
        let isSeen = focused != focusedBefore || self.offset(at: now) != offset
        return (part, isSeen && reaction == .none ? .redraw : reaction)
    }
}
