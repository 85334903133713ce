public import Canvas
public import Geometry
public import Gestures

/// The content of a tab: it provides its parts for a size and a time, and handles the user's input.
///
/// A page does not know Wayland, the daemon's socket or a clock: size, colours and time come with each call. All times
/// are CLOCK_MONOTONIC in nanoseconds, and a page is drawn for the moment at which the frame will be visible. A hidden
/// page keeps its state and is not called, except for its tasks and the changes of its route.
///
/// All coordinates are distances from the upper leading corner, which is the right one in a language that is written
/// from right to left. There the page is mirrored as a whole, except texts, bitmaps and anything drawn by
/// ``Canvas/withoutMirror(in:_:)``.
///
/// ``parts(in:now:)`` and ``interaction`` are required. A page with no more than these is drawn, scrolled and
/// pressed, operated with keys, read by screen readers, and pressed by name. Capabilities of few pages are
/// separate protocols: ``TextPage``, ``TaskPage``, ``CachedPage``.
public protocol Page: AnyObject {
    /// The press, the focus and the scrolling, which PageKit changes.
    var interaction: PartInteraction { get set }

    /// Returns the page's parts, in drawing order. Asked for with each frame and event, and when a
    /// client requests the accessibility tree.
    func parts(in context: PageContext, now: UInt64) -> [Part]

    /// Draws everything except the background, on a canvas that may be clipped. The default is ``drawParts(on:context:now:)``.
    func draw(on canvas: Canvas, context: PageContext, now: UInt64)

    /// Returns the colour of the ring around the part that has the focus. The default is the text's.
    func focusColor(in context: PageContext) -> Color

    /// Returns true while the page loads its content. Its first frame waits, but not long. The default is false.
    func isLoading(at now: UInt64) -> Bool

    /// Returns the time of the next frame that differs without input. The default is each frame while content scrolls.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame

    /// Handles a pointer or a finger. The default is ``pressParts(_:context:now:)``.
    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction

    /// Handles a key while the page has the keyboard focus; nil for one without a function. On a page from right to
    /// left, ``PageKey/left`` and ``PageKey/right`` are exchanged. The default is ``keyParts(_:context:now:)``.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction?

    /// The page has come to the front.
    func appeared(now: UInt64)

    /// The page has left the front. A press and the focus have ended.
    func disappeared(now: UInt64)

    /// The screen is in use again, idle or black. The page may be hidden. The default does nothing.
    func screenChanged(_ screen: PageScreen, now: UInt64)

    /// The unused shell has returned to its start, and the tab to its root. The page may be hidden.
    /// Discard unsaved text if `discardsText` is true. The default scrolls to the top.
    func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction

    /// The tab has another route, or the program starts. The page may be hidden, and may not have a size yet.
    func routeChanged(context: PageContext, now: UInt64)

    /// The user has selected the tab again. The default scrolls to the top.
    func reselected(context: PageContext, now: UInt64) -> PageReaction
}

/// A page with text fields.
public protocol TextPage: Page {
    /// Returns the edited text field, if any. Asked for after each event, and when the page appears,
    /// disappears or has another context. While a field is edited, the space bar inserts a space, and the keys Left,
    /// Right, Home and End move its caret.
    func textFocus(in context: PageContext, now: UInt64) -> TextFocus?

    /// Handles an edit of that field.
    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction
}

/// A page with work to do other than drawing, visible or not.
public protocol TaskPage: Page {
    /// Returns the time of the next work; nil for never. Asked for after each frame, event and task, and
    /// when the page appears or disappears, but not before it is first prewarmed or appears.
    func nextTask(after now: UInt64) -> UInt64?

    /// Does the due work, in small steps: a frame may be waiting.
    func performTask(context: PageContext, now: UInt64) -> PageReaction

    /// The hidden page has been drawn, so that it can appear at once. The content of its first frame can be
    /// loaded now, by tasks. Not called for the first page in front.
    func prewarmed(now: UInt64)
}

/// A page that knows when its picture, or most of it, stays the same.
public protocol CachedPage: Page {
    /// Returns the key of the page's picture at a time: equal keys mean equal pictures in an equal
    /// context; nil for a picture that may differ at any time. ``PartInteraction/picture(at:)`` belongs to it.
    ///
    /// Asked for when the page is drawn at rest, and when it appears. A page that appears with the key
    /// of its last drawing is shown from its kept buffer, and is not drawn.
    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey?

    /// Returns the area in which the frame of ``Page/nextFrame(after:context:)`` differs; nil for the whole page.
    func animatedArea(in context: PageContext) -> Rect?

    /// Returns the area in which the pictures of two keys differ in an equal context; nil for the whole page.
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
    /// It has not been used for a while.
    case idle
    /// It is black, and nothing is drawn. Sound should stop, and refreshing may.
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

/// An event of a pointer or a finger, which a page treats alike. Points are in logical pixels.
public enum PagePointerEvent: Equatable, Sendable {
    /// The device that scrolls.
    public enum ScrollSource: Sendable {
        /// A scroll wheel; its steps are smoothed.
        case wheel
        /// Fingers on a touchpad; the content follows them, and continues when they lift.
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
    case request(PageRequest)
}
