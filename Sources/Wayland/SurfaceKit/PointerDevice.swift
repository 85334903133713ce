// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A seat's pointer on our surfaces. Events are grouped by `wl_pointer.frame`.
final class PointerDevice {
    /// `BTN_LEFT` in Linux's input event codes.
    private static let mainButton: UInt32 = 0x110
    /// The axis value of one wheel step, for compositors that do not send discrete steps.
    private static let axisStep = 10.0

    private struct Scroll {
        var dx = 0.0
        var dy = 0.0
        var steps = 0.0
        var isWheel = true
        var isFinal = false
        var isEmpty = true
    }

    private let proxy: WlPointer
    private let source: InputSource
    private unowned let connection: WaylandConnection
    private let cursor: Cursor
    private weak var surface: Surface?
    private var position = Point.zero
    private var isPressed = false
    private var scroll = Scroll()

    init(_ proxy: WlPointer, seat: UInt32, connection: WaylandConnection) {
        self.proxy = proxy
        self.connection = connection
        source = .pointer(seat: seat)
        cursor = Cursor(proxy, connection: connection)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func remove(_ surface: Surface) {
        guard self.surface === surface else { return }
        cancel(on: surface)
        self.surface = nil
    }

    /// Cancels a press on a surface that becomes hidden.
    func cancel(on surface: Surface) {
        guard isPressed, self.surface === surface else { return }
        isPressed = false
        deliver(.cancel)
    }

    func destroy() {
        if isPressed { deliver(.cancel) }
        cursor.destroy()
        proxy.destroy()
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            self.surface = connection.surface(of: surface)
            cursor.show(serial: serial)
            move(x, y)
        case .leave:
            if let surface { cancel(on: surface) }
            isPressed = false
            deliver(.leave)
            surface = nil
        case .motion(_, let x, let y):
            move(x, y)
        case .button(let serial, _, Self.mainButton, let state):
            // A release without a press belongs to a press that was cancelled.
            guard isPressed != (state == .pressed) else { return }
            isPressed.toggle()
            if isPressed { connection.recordPressSerial(serial: serial, from: source) }
            deliver(isPressed ? .press(position) : .release(position))
        case .button: break
        case .axis(_, let axis, let value):
            if axis == .verticalScroll { scroll.dy += value } else { scroll.dx += value }
            scroll.isEmpty = false
            if proxy.version < WlPointer.Event.frameSince { flushScroll() }
        case .axisSource(let source):
            scroll.isWheel = source != .finger && source != .continuous
        case .axisDiscrete(_, let steps):
            scroll.steps += Double(steps)
        case .axisStop:
            scroll.isFinal = true
            scroll.isEmpty = false
        case .frame:
            flushScroll()
        }
    }

    private func move(_ x: Double, _ y: Double) {
        position = Point(x: x, y: y)
        deliver(.move(position))
    }

    private func flushScroll() {
        defer { scroll = Scroll() }
        guard !scroll.isEmpty else { return }
        if scroll.isWheel {
            let steps = scroll.steps != 0 ? scroll.steps : (scroll.dy + scroll.dx) / Self.axisStep
            if steps != 0 { deliver(.wheel(steps: steps)) }
        } else {
            deliver(.scroll(dx: scroll.dx, dy: scroll.dy, isFinal: scroll.isFinal))
        }
    }

    private func deliver(_ event: InputEvent) {
        surface?.input?.handle(event, from: source)
    }
}
