public import Canvas
public import Geometry

// The functions of a page, derived from its parts.

extension Page {
    /// Returns the parts at their places.
    public func list(in context: PageContext, now: UInt64) -> PartList {
        // A page sets the height of its content while it makes its parts.
        let parts = parts(in: context, now: now)
        return PartList(parts, offset: interaction.offset(at: now), in: context.size)
    }

    /// Draws the page on its background.
    public func drawFull(on canvas: Canvas, context: PageContext, now: UInt64) {
        canvas.fill(Rect(context.size), context.background, replacing: true)
        draw(on: canvas, context: context, now: now)
    }

    /// Draws the parts.
    public func drawParts(on canvas: Canvas, context: PageContext, now: UInt64) {
        list(in: context, now: now).draw(on: canvas, interaction, ring: focusColor(in: context))
    }

    /// Returns the page in words, with bounds on the page.
    public func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] {
        list(in: context, now: now).nodes(focused: interaction.shownFocus)
    }

    /// Returns the scroll offset of the page's content, from 0 to its end.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { interaction.scroller.position(at: now) }

    /// Presses parts and scrolls the content.
    public func pressParts(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let list = list(in: context, now: now)
        var interaction = interaction
        let (part, reaction) = interaction.handle(event, on: list, context, now: now)
        self.interaction = interaction
        guard let press = part?.press else { return reaction }
        let pressed = press()
        return pressed == .none ? reaction : pressed
    }

    /// Moves the focus with Tab, presses the focused part with Return, removes the focus with Escape, and scrolls with
    /// the keys up and down. Nil for a key without a function on the page.
    public func keyParts(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        switch key {
        case .tab, .backtab: return moveFocus(isForward: key == .tab, context: context, now: now)
        case .activate:
            let list = list(in: context, now: now)
            guard let part = interaction.focused.flatMap({ list[$0] }), part.isPressable else { return nil }
            return part.press?()
        case .escape:
            guard interaction.focused != nil else { return nil }
            interaction.focus(nil)
            return .redraw
        case .up, .down, .home, .end, .pageUp, .pageDown:
            _ = list(in: context, now: now)
            let before = interaction.offset(at: now)
            interaction.scroller.scroll(by: key, context, now: now)
            let moves = interaction.scroller.isMoving(at: now) || interaction.offset(at: now) != before
            return moves ? .redraw : PageReaction.none
        case .left, .right, .menu: return nil
        }
    }

    /// Gives the focus to the next part or the previous one, and scrolls to it; nil without one.
    public func moveFocus(isForward: Bool, context: PageContext, now: UInt64) -> PageReaction? {
        let list = list(in: context, now: now)
        guard let id = list.focus(after: interaction.focused, isForward: isForward) else { return nil }
        interaction.focus(id)
        reveal(id, context: context, now: now)
        return .redraw
    }

    /// Scrolls until a part is visible.
    public func reveal(_ id: String, context: PageContext, now: UInt64) {
        let list = list(in: context, now: now)
        guard let part = list.placed(id), !part.isFixed, let area = part.part.frames.first else { return }
        interaction.scroller.reveal(area, context, below: part.clip.y, now: now)
    }

    // The defaults suit a page that only says what it shows.

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        drawParts(on: canvas, context: context, now: now)
    }
    public func focusColor(in context: PageContext) -> Color { context.textColor }
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        interaction.scroller.isMoving(at: now) ? .immediately : .never
    }
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        pressParts(event, context: context, now: now)
    }
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        keyParts(key, context: context, now: now)
    }
    public func isLoading(at now: UInt64) -> Bool { false }
    public func appeared(now: UInt64) {}
    public func disappeared(now: UInt64) {}
    public func routeChanged(context: PageContext, now: UInt64) {}
    public func screenChanged(_ screen: PageScreen, now: UInt64) {}
    public func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction {
        interaction.scroller.scrollToTop(now: now, animated: false)
        return .redraw
    }
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard interaction.offset(at: now) > 0 else { return .none }
        interaction.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }
}
