import Geometry
import Gestures
import WaylandProtocols

/// A seat's pointer on our surfaces. Events are grouped by `wl_pointer.frame`.
final class PointerDevice {
    /// `BTN_LEFT` in Linux's input event codes.
    private static let mainButton: UInt32 = 0x110
    private static let secondaryButton: UInt32 = 0x111
    private static let middleButton: UInt32 = 0x112
    /// The axis value of one wheel step, for compositors that do not send discrete steps.
    private static let axisStep = 10.0
    /// The unit of `axis_value120`.
    private static let unitsPerStep = 120.0
    /// The largest plausible number of steps in one event.
    private static let maximumSteps = 100.0

    private struct Scroll {
        var dx = 0.0
        var dy = 0.0
        var steps = 0.0
        var hasSteps = false
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
    /// True from a touch to the next movement. labwc moves the pointer to the finger, and sends its entry afterwards.
    private var isResting = false
    private var heldButtons: Set<UInt32> = []
    private var scroll = Scroll()
    /// The turn of the wheel since the last whole step, as a fraction of a step.
    private var partialStep = 0.0

    init(_ proxy: WlPointer, seat: UInt32, connection: WaylandConnection) {
        self.proxy = proxy
        self.connection = connection
        source = .pointer(seat: seat)
        cursor = Cursor(proxy, connection: connection)
        proxy.onEvent = { [weak self] in self?.receive($0) }
    }

    var holdsInput: Bool { !heldButtons.isEmpty }

    func hidingChanged() { cursor.hidingChanged() }

    func fingerTouched() {
        isResting = true
        cursor.fingerTouched()
    }

    func remove(_ surface: Surface) {
        guard self.surface === surface else { return }
        cancel(on: surface)
        self.surface = nil
    }

    func cursorChanged(on surface: Surface) {
        if self.surface === surface { cursor.show(surface.cursor) }
    }

    func cancel(on surface: Surface) {
        guard isPressed, self.surface === surface else { return }
        isPressed = false
        deliver(.cancel)
    }

    func destroy() {
        if isPressed { deliver(.cancel) }
        deliver(.leave)
        cursor.destroy()
        proxy.destroy()
    }

    private func receive(_ event: WlPointer.Event) {
        if case .button(_, _, let button, let state) = event {
            if state == .pressed { heldButtons.insert(button) } else { heldButtons.remove(button) }
        }
        handle(event)
        switch event {
        case .motion:
            cursor.moved()
            connection.onInput(false)
        case .button, .axis: connection.onInput(false)
        case .leave: heldButtons = []
        default: break
        }
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            self.surface = connection.surface(of: surface)
            cursor.show(self.surface?.cursor ?? .default, serial: serial)
            move(x, y)
        case .leave:
            if let surface { cancel(on: surface) }
            isPressed = false
            deliver(.leave)
            surface = nil
            cursor.left()
            partialStep = 0
        case .motion(_, let x, let y):
            // Compositors also send the pointer's present position.
            if position != Point(x: x, y: y) { isResting = false }
            move(x, y)
        case .button(let serial, _, Self.mainButton, let state):
            // A release without a press belongs to a cancelled press.
            guard isPressed != (state == .pressed) else { return }
            isPressed.toggle()
            if isPressed { connection.recordPressSerial(serial: serial, from: source) }
            deliver(isPressed ? .press(position) : .release(position))
        case .button(let serial, _, Self.secondaryButton, .pressed):
            connection.recordSerial(serial, from: source)
            deliver(.secondaryPress(position))
        case .button(let serial, _, Self.middleButton, .pressed):
            guard surface?.textInput != nil else { break }
            connection.recordSerial(serial, from: source)
            surface?.input?.handle(.clipboard(.pastePrimary), from: source)
        case .button: break
        case .axis(_, let axis, let value):
            if axis == .verticalScroll { scroll.dy += value } else { scroll.dx += value }
            scroll.isEmpty = false
            if proxy.version < WlPointer.Event.frameSince { flushScroll() }
        case .axisSource(let source):
            scroll.isWheel = source != .finger && source != .continuous
        case .axisDiscrete(_, let steps):
            scroll.steps += Double(steps)
            scroll.hasSteps = true
        case .axisValue120(_, let units):
            scroll.steps += Double(units) / Self.unitsPerStep
            scroll.hasSteps = true
        case .axisStop:
            scroll.isFinal = true
            scroll.isEmpty = false
            partialStep = 0
        case .frame:
            flushScroll()
        }
    }

    private func move(_ x: Double, _ y: Double) {
        position = Point(x: x, y: y)
        if !isResting { deliver(.move(position)) }
    }

    private func flushScroll() {
        defer { scroll = Scroll() }
        guard !scroll.isEmpty else { return }
        if scroll.isWheel {
            let turn = scroll.hasSteps ? scroll.steps : (scroll.dy + scroll.dx) / Self.axisStep
            let steps = min(max(turn, -Self.maximumSteps), Self.maximumSteps)
            let clicks = clicks(after: steps, isExact: scroll.hasSteps)
            if steps != 0 { deliver(.wheel(steps: steps, clicks: clicks)) }
        } else {
            deliver(.scroll(dx: scroll.dx, dy: scroll.dy, isFinal: scroll.isFinal))
        }
    }

    /// The whole steps of a turn. A turn back begins a new step; if a step's length is assumed, a remainder is dropped.
    private func clicks(after steps: Double, isExact: Bool) -> Int {
        if steps * partialStep < 0 { partialStep = 0 }
        partialStep += steps
        let whole = partialStep.rounded(.towardZero)
        if whole != 0 { partialStep = isExact ? partialStep - whole : 0 }
        return Int(whole)
    }

    private func deliver(_ event: InputEvent) {
        surface?.input?.handle(event, from: source)
    }
}
