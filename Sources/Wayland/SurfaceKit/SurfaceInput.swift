// SPDX-License-Identifier: MIT
import Geometry

/// What a surface takes of pointers and fingers. Points are logical pixels of the surface.
public protocol SurfaceInput: AnyObject {
    func handle(_ event: InputEvent, from source: InputSource)
}

/// Which pointer or finger it is; several may be at work at once.
public enum InputSource: Hashable, Sendable {
    /// The pointer of a seat.
    case pointer(seat: UInt32)
    /// The keyboard of a seat.
    case keyboard(seat: UInt32)
    /// A finger on a seat's touch screen.
    case touch(seat: UInt32, id: Int32)

    /// The number of the seat's object.
    var seat: UInt32 {
        switch self {
        case .pointer(let seat), .keyboard(let seat), .touch(let seat, _): seat
        }
    }
}

/// What a pointer or a finger did.
public enum InputEvent: Equatable, Sendable {
    /// A pointer came onto the surface, or moved on it; a finger moved.
    case move(Point)
    /// The main button was pressed, or a finger put down.
    case press(Point)
    case release(Point)
    /// The pointer has left.
    case leave
    /// The press came to nothing: the compositor has taken it, or the device is gone.
    case cancel
    /// A wheel was turned by steps (positive downwards and to the right).
    case wheel(steps: Double)
    /// Fingers on a touchpad scrolled by logical pixels; `isFinal` says that they were lifted.
    case scroll(dx: Double, dy: Double, isFinal: Bool)
    /// A key was pressed while the surface had the focus. While a field has its text focus, one that is held repeats,
    /// and what writes is a ``text(_:)``.
    case key(Key)
    /// Something was written while a field had the surface's text focus (``Surface/setTextInput(_:)``).
    case text(TextEvent)
}

/// A key by its function in a bar, a menu, a sheet or a page.
public enum Key: Equatable, Sendable, CaseIterable {
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown
    case tab
    /// Tab with Shift.
    case backtab
    /// Return, Enter or the space bar; while a field is edited, Return or Enter.
    case activate
    case escape
}
