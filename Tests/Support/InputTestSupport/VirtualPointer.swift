import TestSupport
import WaylandProtocols
import WaylandClient

/// A virtual pointer controlled by a test.
public final class VirtualPointer {
    private let seat: TestSeat
    private let pointer: ZwlrVirtualPointerV1
    private let sway: HeadlessSway
    private var time: UInt32 = 0

    /// Creates a pointer on a headless compositor.
    public init(_ sway: HeadlessSway) throws {
        self.sway = sway
        seat = try TestSeat(sway)
        pointer = try seat.bind(ZwlrVirtualPointerManagerV1.self, version: .max).createVirtualPointer(seat: nil)
        try seat.display.roundtrip()
    }

    /// Moves to a position in the layout, logical pixels.
    public func move(_ x: Double, _ y: Double) throws {
        let places = try sway.outputs.map(\.place)
        let width = places.map { $0.x + $0.width }.max() ?? 1
        let height = places.map { $0.y + $0.height }.max() ?? 1
        // In 1/256, the precision of Wayland's coordinates.
        pointer.motionAbsolute(
            time: tick(), x: UInt32(x * 256), y: UInt32(y * 256), xExtent: UInt32(width) * 256,
            yExtent: UInt32(height) * 256)
        try finish()
    }

    /// Presses the left button.
    public func press() throws { try button(.pressed) }

    /// Releases the left button.
    public func release() throws { try button(.released) }

    /// Clicks at a position in the layout, logical pixels.
    public func click(_ x: Double, _ y: Double) throws {
        try move(x, y)
        try press()
        try release()
    }

    /// Turns the wheel by steps, positive downwards.
    public func wheel(_ steps: Int) throws {
        pointer.axisSource(axisSource: .wheel)
        pointer.axisDiscrete(time: tick(), axis: .verticalScroll, value: Double(steps) * 15, discrete: Int32(steps))
        try finish()
    }

    /// Moves a finger on a touchpad by logical pixels, positive to scroll down.
    public func finger(_ distance: Double) throws {
        pointer.axisSource(axisSource: .finger)
        pointer.axis(time: tick(), axis: .verticalScroll, value: distance)
        try finish()
    }

    public func lift() throws {
        pointer.axisSource(axisSource: .finger)
        pointer.axisStop(time: tick(), axis: .verticalScroll)
        try finish()
    }

    private func button(_ state: WlPointer.ButtonState) throws {
        pointer.button(time: tick(), button: 0x110, state: state)
        try finish()
    }

    private func finish() throws {
        pointer.frame()
        try seat.display.roundtrip()
    }

    /// The time of events, ms, from which clients compute velocities.
    private func tick() -> UInt32 {
        time = max(time &+ 1, UInt32(truncatingIfNeeded: Monotonic.now / 1_000_000))
        return time
    }
}
