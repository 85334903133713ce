// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import Gestures

/// The content of a tab: it says what it shows for a size and a time, and handles the user's input.
///
/// A page does not know Wayland, the daemon's socket or a clock: size, colours and time come with each call. All times are
/// CLOCK_MONOTONIC in nanoseconds, and a page is drawn for the moment at which the frame will be seen. A hidden page keeps
/// its state and is not called, but for its tasks and the changes of its route.
///
/// All coordinates are distances from the upper leading corner, which is the right one in a language that is written from right to
/// left. There the page is mirrored as a whole; only texts and bitmaps are not, nor what is drawn by
/// ``Canvas/withoutMirror(in:_:)``.
///
/// ``parts(in:now:)`` and ``interaction`` are required. A page that says no more than these is drawn, scrolled and pressed,
/// operated with keys, read by screen readers, and pressed by name. Capabilities that few pages have are protocols of their
/// own: ``TextPage``, ``TaskPage``, ``CachedPage``.
public protocol Page: AnyObject {
    /// The press, the focus and the scrolling, which PageKit changes.
    var interaction: PartInteraction { get set }

    /// Returns what the page shows, in the order in which it is drawn.
    ///
    /// Asked for with each frame and event, and when a client wants to know what is on the screen.
    func parts(in context: PageContext, now: UInt64) -> [Part]

    /// Draws everything but the background. The canvas may be clipped to the area that has changed. The default draws the parts
    /// by ``drawParts(on:context:now:)``.
    func draw(on canvas: Canvas, context: PageContext, now: UInt64)

    /// Returns the colour of the ring around the part that has the focus. The default is that of text.
    func focusColor(in context: PageContext) -> Color

    /// Returns true while the page has yet to load what it shows. Its first frame waits for that, but not long. The default is
    /// false.
    func isLoading(at now: UInt64) -> Bool

    /// Returns the time of the next frame that differs from the one of `now` without any input. The default is each frame while
    /// the content scrolls.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame

    /// Handles a pointer or a finger. The default is ``pressParts(_:context:now:)``.
    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction

    /// Handles a key while the page has the keyboard focus. On a page from right to left, ``PageKey/left`` and
    /// ``PageKey/right`` are exchanged: left is towards the leading edge. The default is ``keyParts(_:context:now:)``.
    ///
    /// - Returns: nil for a key without a function on the page.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction?

    /// The page has come to the front.
    func appeared(now: UInt64)

    /// The page has left the front. A press and the focus have ended.
    func disappeared(now: UInt64)

    /// The screen is used again, or no longer, or is black. The page may be hidden. The default does nothing.
    func screenChanged(_ screen: PageScreen, now: UInt64)

    /// The shell has returned to its start because nobody uses it, and the tab to its root. The page may be hidden. The default
    /// scrolls to the top.
    ///
    /// - Parameter discardsText: true if what was written and not saved has to go.
    func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction

    /// The tab has another route, `context.route`; also called when the program starts. The page may be hidden, and may not
    /// have a size yet.
    func routeChanged(context: PageContext, now: UInt64)

    /// The user has selected the tab that was selected already. The default scrolls to the top.
    func reselected(context: PageContext, now: UInt64) -> PageReaction
}

/// A page with text fields.
public protocol TextPage: Page {
    /// Returns the text field that is edited; nil for none.
    ///
    /// Asked for after each event, and when the page appears, disappears or has another context. While a field is edited,
    /// the space bar inserts a space, and the keys left, right, home and end are for its caret.
    func textFocus(in context: PageContext, now: UInt64) -> TextFocus?

    /// Handles an edit of that field.
    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction
}

/// A page with work to do other than drawing, visible or not.
public protocol TaskPage: Page {
    /// Returns the time at which there is work to do; nil for never.
    ///
    /// Asked for after each frame, event and task, and when the page appears or disappears, but not before it is first
    /// prewarmed or appears.
    func nextTask(after now: UInt64) -> UInt64?

    /// Does the work that is due, in small steps: a frame may be waiting.
    func performTask(context: PageContext, now: UInt64) -> PageReaction

    /// The page has been drawn while it is hidden, so that it can appear at once. The content of its first frame can be
    /// loaded now, by tasks. Not called for the page that comes first.
    func prewarmed(now: UInt64)
}

/// A page that knows when its picture, or most of it, stays the same.
public protocol CachedPage: Page {
    /// Returns the key of the picture that the page is at a time: as long as it is equal, so is the picture in an equal
    /// context; nil for a picture that may differ at any time. ``PartInteraction/picture(at:)`` belongs to it.
    ///
    /// Asked for when the page is drawn at rest, and when it appears. A page that has a key, and appears with the key with
    /// which it was drawn last, is shown from the buffer that it has kept while it was hidden, and is not drawn.
    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey?

    /// Returns the area in which the frame of ``Page/nextFrame(after:context:)`` differs; nil, the default, for the whole
    /// page.
    func animatedArea(in context: PageContext) -> Rect?

    /// Returns the area in which the picture of a key differs from that of an earlier one in an equal context; nil, the default,
    /// for the whole page.
    func changedArea(from earlier: CacheKey, to key: CacheKey, in context: PageContext) -> Rect?
}

extension TaskPage {
    public func prewarmed(now: UInt64) {}
}

extension CachedPage {
    public func animatedArea(in context: PageContext) -> Rect? { nil }
    public func changedArea(from earlier: CacheKey, to key: CacheKey, in context: PageContext) -> Rect? { nil }
}

/// The use of the screen.
public enum PageScreen: Equatable, Sendable {
    case used
    /// Nobody has used it for a while.
    case idle
    /// It is black, and nothing is drawn. Sound should end, and refreshing may.
    case blank
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
    /// The press is without effect: the compositor has taken it over, or the page was hidden.
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
    /// Draw the page.
    case redraw
    /// Draw the page, and send a request to the shell.
    case request(PageRequest)
}
