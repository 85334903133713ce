// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import Gestures
public import ShellModel

/// The content of a tab: it draws its state for a size and a time, and handles the user's input.
///
/// A page does not know Wayland, the daemon's socket or a clock: size, colors and time come with each call. All times are
/// CLOCK_MONOTONIC in nanoseconds, and a page is drawn for the moment at which the frame will be seen. A hidden page keeps
/// its state and is not called, but for its tasks and the changes of its route.
///
/// All coordinates are distances from the upper leading corner, which is the right one in a language that is written from right to
/// left. There the page is mirrored as a whole; only texts and bitmaps are not, nor what is drawn by
/// ``Canvas/withoutMirror(in:_:)``.
///
/// Only ``draw(on:context:now:)`` is required.
public protocol Page: AnyObject {
    /// Draws everything but the background. The canvas may be clipped to the area that has changed.
    func draw(on canvas: Canvas, context: PageContext, now: UInt64)

    /// Returns the time of the next frame that differs from the one of `now` without any input.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame

    /// Returns the area in which that frame differs; nil for the whole page.
    func animatedArea(in context: PageContext) -> Rect?

    /// Returns the key of the picture that the page is at a time: as long as it is equal, so is the picture in an equal
    /// context. The default is nil: the picture may differ at any time.
    ///
    /// Asked for when the page is drawn at rest, and when it appears. A page that has a key, and appears with the key with
    /// which it was drawn last, is shown from the buffer that it has kept while it was hidden, and is not drawn.
    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey?

    /// Returns the scroll offset of the page's main content in logical pixels; nil for a page that does not scroll.
    ///
    /// Asked for while the page is animated or touched; scrolling may minimize the bar.
    func scrollOffset(at now: UInt64, context: PageContext) -> Double?

    /// Handles a pointer or a finger.
    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction

    /// True if the page can be operated with keys, and so can have the keyboard focus.
    var acceptsKeys: Bool { get }

    /// Handles a key while the page has the keyboard focus. On a page from right to left, ``PageKey/left`` and
    /// ``PageKey/right`` are exchanged: left is towards the leading edge.
    ///
    /// - Returns: nil for a key that has no function on the page.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction?

    /// True if there are text fields on the page; such a page accepts keys as well. Read once, when the page is put on the
    /// screen.
    var acceptsText: Bool { get }

    /// Returns the text field that is edited; nil for none.
    ///
    /// Asked for after each event, and when the page appears, disappears or has another context. While a field is edited,
    /// the space bar inserts a space, and the keys left, right, home and end are for its caret.
    func textFocus(in context: PageContext, now: UInt64) -> TextFocus?

    /// Handles an edit of that field.
    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction

    /// Returns what the page shows, in words, for screen readers and tests. Bounds are in the page's logical pixels.
    ///
    /// Asked for when a client wants to know, and after changes while one watches. A node with the action `click` is pressed as by
    /// a pointer at its center; one that is not visible is scrolled to.
    func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode]

    /// Returns the time at which the page has work to do other than drawing, visible or not; nil for never.
    ///
    /// Asked for after each frame, event and task, and when the page appears or disappears, but not before it is first
    /// prewarmed or appears.
    func nextTask(after now: UInt64) -> UInt64?

    /// Does the work that is due, in small steps: a frame may be waiting.
    func performTask(context: PageContext, now: UInt64) -> PageReaction

    /// The page has been drawn while it is hidden, so that it can appear at once. What its first frame shows can be loaded
    /// now, by tasks; not called for the page that comes first.
    func prewarmed(now: UInt64)

    /// The page has come to the front.
    func appeared(now: UInt64)

    /// The page has left the front.
    func disappeared(now: UInt64)

    /// The tab has another route, `context.route`; also called when the program starts. The page may be hidden, and may not
    /// have a size yet.
    func routeChanged(context: PageContext, now: UInt64)

    /// The user has selected the tab that was selected already.
    func reselected(context: PageContext, now: UInt64) -> PageReaction
}

extension Page {
    /// Draws the page on its background.
    public func drawFull(on canvas: Canvas, context: PageContext, now: UInt64) {
        let bounds = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        canvas.fill(bounds, context.background, replacing: true)
        draw(on: canvas, context: context, now: now)
    }

    // The defaults are those of a page without animations, keys, text fields, tasks and levels.

    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame { .never }
    public func animatedArea(in context: PageContext) -> Rect? { nil }
    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? { nil }
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { nil }
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction { .none }
    public var acceptsKeys: Bool { false }
    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? { nil }
    public var acceptsText: Bool { false }
    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? { nil }
    public func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction { .none }
    public func accessibility(in context: PageContext, now: UInt64) -> [AccessibilityNode] { [] }
    public func nextTask(after now: UInt64) -> UInt64? { nil }
    public func performTask(context: PageContext, now: UInt64) -> PageReaction { .none }
    public func prewarmed(now: UInt64) {}
    public func appeared(now: UInt64) {}
    public func disappeared(now: UInt64) {}
    public func routeChanged(context: PageContext, now: UInt64) {}
    public func reselected(context: PageContext, now: UInt64) -> PageReaction { .none }
}

/// The time of a page's next frame.
public enum NextFrame: Equatable, Sendable {
    /// Not before the next event.
    case never
    /// With the compositor's next frame.
    case immediately
    /// At a time, CLOCK_MONOTONIC in ns.
    case at(UInt64)
}

/// An event of a pointer or a finger, which are alike to a page. Points are in logical pixels.
public enum PagePointerEvent: Equatable, Sendable {
    /// The device that scrolls.
    public enum ScrollSource: Sendable {
        /// A scroll wheel; its steps are smoothed.
        case wheel
        /// Fingers on a touchpad; the content follows them, and goes on when they are lifted.
        case finger
    }

    case press(Point)
    /// A movement, also of a pointer whose button is not pressed.
    case move(Point)
    case release(Point)
    /// The pointer has left the page.
    case leave
    /// The press has no effect: the compositor has taken it over, or the page was hidden.
    case cancel
    /// A scroll; `dy` is positive towards the end of the content, `isFinal` is true when the fingers are lifted.
    case scroll(dy: Double, source: ScrollSource, isFinal: Bool)
}

/// A key by its function.
public typealias PageKey = Gestures.Key

/// The consequence of an event.
public enum PageReaction: Equatable, Sendable {
    /// The page looks the same.
    case none
    /// The page is to be drawn.
    case redraw
    /// The page is to be drawn, and requests something of the shell.
    case request(PageRequest)
}
