// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry

/// What a tab shows: a picture of its own state and of the time, and an answer to what the user does.
///
/// A page knows no Wayland, no socket and no clock. All times are CLOCK_MONOTONIC in nanoseconds; a picture is drawn for
/// the moment at which it will be seen. A hidden page keeps its state and is asked for nothing.
public protocol Page: AnyObject {
    /// Draws everything but the background. The canvas may be clipped to what changed.
    func draw(on canvas: Canvas, context: PageContext, now: UInt64)

    /// When the picture will next differ from that of `now`, if nobody touches the page.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame

    /// Where the picture differs then; nil for anywhere.
    func animatedArea(in context: PageContext) -> Rect?

    /// How far the page's main content is scrolled; nil for a page that does not scroll. It is asked for while the page
    /// moves or is touched, and may fold the bar.
    func scrollOffset(at now: UInt64, context: PageContext) -> Double?

    /// The user did something with a pointer or a finger.
    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction

    /// Whether the page may be operated with keys, and so may have the keyboard's focus.
    var takesKeys: Bool { get }

    /// The user pressed a key while the page had the keyboard's focus.
    ///
    /// - Returns: nil for a key that means nothing to the page.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction?

    /// Whether there are fields of text on the page, which then takes keys, too. It is asked once, when the page is put
    /// on the screen.
    var takesText: Bool { get }

    /// The field that the user writes in; nil for none. It is asked for after each event, and when the page appears,
    /// disappears or has other surroundings. While there is one, the space bar writes, and left, right, home and end are
    /// for its caret.
    func textFocus(in context: PageContext, now: UInt64) -> TextFocus?

    /// The user wrote in that field.
    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction

    /// When the page next has something to do that is no drawing, shown or not; nil for never. It is asked after each
    /// picture, event and task, and when the page appears or disappears, but not before it has been shown.
    func nextTask(after now: UInt64) -> UInt64?

    /// Does what is due, a little at a time: a frame may be waiting.
    func performTask(context: PageContext, now: UInt64) -> PageReaction

    /// The page is now the one in front.
    func appeared(now: UInt64)

    /// The page is no longer the one in front.
    func disappeared(now: UInt64)

    /// The shell has another route for the tab than before, `context.route`; at the start of the page's program too. The
    /// page may be hidden, and may not have a size yet.
    func routeChanged(context: PageContext, now: UInt64)

    /// The user selected the tab that already was selected.
    func reselected(context: PageContext, now: UInt64) -> PageReaction
}

extension Page {
    /// Draws the page on its background.
    public func drawWhole(on canvas: Canvas, context: PageContext, now: UInt64) {
        let whole = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        canvas.fill(whole, context.background, replacing: true)
        draw(on: canvas, context: context, now: now)
    }

    /// Never: a picture that stands still.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame { .never }
    /// Anywhere.
    public func animatedArea(in context: PageContext) -> Rect? { nil }
    /// Nothing: a page that does not scroll.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { nil }
    /// Nothing: a page that only shows.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction { .none }
    /// It may not.
    public var takesKeys: Bool { false }
    /// Nothing.
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? { nil }
    /// There are none.
    public var takesText: Bool { false }
    /// None.
    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? { nil }
    /// Nothing.
    public func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction { .none }
    /// Never.
    public func nextTask(after now: UInt64) -> UInt64? { nil }
    /// Nothing.
    public func performTask(context: PageContext, now: UInt64) -> PageReaction { .none }
    /// Nothing.
    public func appeared(now: UInt64) {}
    /// Nothing.
    public func disappeared(now: UInt64) {}
    /// Nothing: a page of one level.
    public func routeChanged(context: PageContext, now: UInt64) {}
    /// Nothing.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction { .none }
}

/// When a page wants to be drawn again.
public enum NextFrame: Equatable, Sendable {
    /// Not before something happens.
    case never
    /// With the compositor's next frame.
    case immediately
    /// At a time, CLOCK_MONOTONIC in ns.
    case at(UInt64)
}

/// What a pointer or a finger did; both look the same to a page. Points are logical pixels.
public enum PagePointerEvent: Equatable, Sendable {
    /// What turned the page's content.
    public enum ScrollSource: Sendable {
        /// Steps, which are smoothed.
        case wheel
        /// Fingers on a touchpad, which are followed, and thrown from.
        case finger
    }

    case press(Point)
    /// Also of a pointer that presses nothing.
    case move(Point)
    case release(Point)
    /// The pointer went away.
    case leave
    /// The press came to nothing: the compositor took it, or the page was hidden.
    case cancel
    /// `dy` is positive towards the content's end; `isFinal` says that the fingers were lifted.
    case scroll(dy: Double, source: ScrollSource, isFinal: Bool)
}

/// A key by what it means.
public enum PageKey: Equatable, Sendable, CaseIterable {
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown
    /// Tab.
    case next
    /// Tab with Shift.
    case previous
    /// Return, Enter or the space bar: do what has the focus. While a field is written in, it is Return or Enter.
    case activate
    case escape
}

/// What should follow from an event.
public enum PageReaction: Equatable, Sendable {
    case none
    /// The picture changed.
    case redraw
    /// The picture changed, and the shell is asked for something.
    case request(PageRequest)
}
