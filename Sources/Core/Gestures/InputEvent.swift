import Geometry

/// The pointer, keyboard or finger that an event comes from; several may be active at once.
public enum InputSource: Hashable, Sendable {
    case pointer(seat: UInt32)
    case keyboard(seat: UInt32)
    /// A finger on a seat's touch screen; `id` is the touch point's.
    case touch(seat: UInt32, id: Int32)

    /// The id of the `wl_seat`.
    public var seat: UInt32 {
        switch self {
        case .pointer(let seat), .keyboard(let seat), .touch(let seat, _): seat
        }
    }
}

/// An event of a pointer, a finger, a key or a text field.
public enum InputEvent: Equatable, Sendable {
    case move(Point)
    /// The left button was pressed, or a finger touched.
    case press(Point)
    /// The right button was pressed.
    case secondaryPress(Point)
    case release(Point)
    case leave
    /// The press was cancelled: by the compositor, or because the device is gone.
    case cancel
    /// The wheel was turned by steps, positive downwards and to the right, in fractions if its resolution is
    /// high; `clicks` is the number of whole steps completed.
    case wheel(steps: Double, clicks: Int)
    /// A touchpad scrolled by logical pixels; `isFinal` is true once the fingers are lifted.
    case scroll(dx: Double, dy: Double, isFinal: Bool)
    /// A drag from another program (wl_data_device) entered the surface or moved on it. It cannot be dropped.
    /// Comes with the pointer of the seat as the source, and only after preparing the connection for it.
    case dataDragged(Point)
    /// The drag left the surface.
    case dataDragEnded
    /// A key was pressed while the surface had the focus. Held movement keys repeat. While a field has the text focus, typed
    /// text is a ``text(_:)`` instead.
    case key(Key)
    /// A key that types a text was pressed while no field had the text focus, on a surface that takes characters.
    case character(String)
    /// Text input while a field had the surface's text focus.
    case text(TextEdit)
    /// A command for the clipboard while a field had the surface's text focus.
    case clipboard(ClipboardCommand)
}

/// A key by its function in a bar, a menu, a sheet or a page.
public enum Key: Equatable, Sendable, CaseIterable {
    case left, right, up, down, home, end, pageUp, pageDown, tab
    /// Shift+Tab.
    case backtab
    /// Return, Enter or the space bar; while a field is edited, Return or Enter.
    case activate
    case escape
    /// The key that opens a context menu.
    case menu
}
