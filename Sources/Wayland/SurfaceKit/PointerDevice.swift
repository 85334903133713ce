// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A seat's pointer: what it does on our surfaces, gathered frame by frame.
final class PointerDevice {
    /// BTN_LEFT of Linux's input event codes.
    private static let mainButton: UInt32 = 0x110
    /// How much of an axis is a wheel's step where the compositor does not count steps.
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
    private unowned let session: WaylandConnection
    private let cursor: Cursor
    private weak var surface: Surface?
    private var position = Point.zero
    private var isPressed = false
    private var scroll = Scroll()

    init(_ proxy: WlPointer, seat: UInt32, session: WaylandConnection) {
        self.proxy = proxy
        self.session = session
        source = .pointer(seat: seat)
        cursor = Cursor(proxy, session: session)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func forget(_ surface: Surface) {
        guard self.surface === surface else { return }
        cancel(on: surface)
        self.surface = nil
    }

    /// Ends a press on a surface that takes no more input.
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
            self.surface = session.surface(of: surface)
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
            // A release without its press is the end of one that was cancelled.
            guard isPressed != (state == .pressed) else { return }
            isPressed.toggle()
            if isPressed { session.notePress(serial: serial, from: source) }
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
