import EventLoop
import WaylandProtocols

/// The image of a cursor: premultiplied ARGB in native-endian words, row by row.
public struct CursorImage: Equatable, Sendable {
    public var width: Int
    public var height: Int
    public var pixels: [UInt32]
    /// The hotspot, pixels from the top left.
    public var hotspotX: Int
    public var hotspotY: Int

    public init(width: Int, height: Int, pixels: [UInt32], hotspotX: Int, hotspotY: Int) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.hotspotX = hotspotX
        self.hotspotY = hotspotY
    }
}

/// The cursor over our surfaces, set by name if the compositor has cursor-shape, else as an image.
final class Cursor {
    private struct Image {
        var surface: WlSurface
        var buffer: PixelBuffer
        var hotspotX: Int32
        var hotspotY: Int32
    }

    private let pointer: WlPointer
    private unowned let connection: WaylandConnection
    private var device: WpCursorShapeDeviceV1?
    private var images: [CursorShape: Image] = [:]
    /// The serial of the pointer's latest entry.
    private var serial: UInt32?
    private var visibility: PointerVisibility
    private var shape = CursorShape.default
    private var isHidden = false
    private var hidingTimer: EventLoop.Timer?

    init(_ pointer: WlPointer, connection: WaylandConnection) {
        self.pointer = pointer
        self.connection = connection
        device = connection.globals[WpCursorShapeManagerV1.self]?.getPointer(pointer: pointer)
        visibility = PointerVisibility(connection.pointerHiding)
    }

    func hidingChanged() {
        visibility.rule = connection.pointerHiding
        if visibility.rule.delay != nil { visibility.moved(at: MonotonicClock.now) }
        updateHiding()
    }

    func moved() {
        guard visibility.rule != PointerHidingRule() else { return }
        visibility.moved(at: MonotonicClock.now)
        updateHiding()
    }

    func fingerTouched() {
        visibility.touched()
        updateHiding()
    }

    /// Hides or shows the cursor according to the rule. A timer runs only until the cursor is hidden.
    private func updateHiding() {
        let hides = visibility.isHidden(at: MonotonicClock.now)
        if !hides, serial != nil, let deadline = visibility.deadline {
            if hidingTimer == nil { hidingTimer = connection.loop.timer { [weak self] in self?.updateHiding() } }
            // A later deadline is checked when the earlier one comes.
            if hidingTimer?.deadline == nil { hidingTimer?.arm(at: deadline) }
        } else {
            hidingTimer?.disarm()
        }
        guard hides != isHidden else { return }
        isHidden = hides
        show(shape)
    }

    /// Sets the cursor for a pointer that has just entered.
    func show(_ shape: CursorShape, serial: UInt32) {
        self.serial = serial
        if visibility.rule.delay != nil { visibility.moved(at: MonotonicClock.now) }
        show(shape)
        updateHiding()
    }

    func left() {
        serial = nil
        hidingTimer?.disarm()
    }

    /// Sets the cursor for a pointer that is still inside.
    func show(_ shape: CursorShape) {
        self.shape = shape
        guard let serial else { return }
        if isHidden { return pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0) }
        if let device { return device.setShape(serial: serial, shape: shape == .pointer ? .pointer : .default) }
        guard let image = image(shape) else { return }
        pointer.setCursor(serial: serial, surface: image.surface, hotspotX: image.hotspotX, hotspotY: image.hotspotY)
    }

    func destroy() {
        device?.destroy()
        for image in images.values { image.surface.destroy() }
    }

    private func image(_ shape: CursorShape) -> Image? {
        if let known = images[shape] { return known }
        guard let compositor = connection.globals.compositor, let shm = connection.globals.shm,
            let image = connection.cursorImage(shape), image.pixels.count == image.width * image.height,
            let buffer = PixelBuffer(width: image.width, height: image.height, shm: shm)
        else { return nil }
        buffer.write(image.pixels)
        let surface = compositor.createSurface()
        surface.attach(buffer: buffer.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: Int32(image.width), height: Int32(image.height))
        surface.commit()
        let made = Image(
            surface: surface, buffer: buffer, hotspotX: Int32(image.hotspotX), hotspotY: Int32(image.hotspotY))
        images[shape] = made
        return made
    }
}

/// The shape of the cursor over a surface, by its name in CSS and in cursor-shape.
public enum CursorShape: Hashable, Sendable, CaseIterable {
    /// The arrow.
    case `default`
    /// The hand over pressable parts.
    case pointer
}
