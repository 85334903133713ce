// SPDX-License-Identifier: MIT
import Wayland

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

/// The "pointer" cursor (a hand) over our surfaces, set by name if the compositor has cursor-shape, else as an image.
final class Cursor {
    private let pointer: WlPointer
    private unowned let connection: WaylandConnection
    private var device: WpCursorShapeDeviceV1?
    private var surface: WlSurface?
    private var buffer: PixelBuffer?

    init(_ pointer: WlPointer, connection: WaylandConnection) {
        self.pointer = pointer
        self.connection = connection
        device = connection.globals.cursorShapeManager?.getPointer(pointer: pointer)
    }

    /// Sets the cursor for a pointer that has just entered.
    func show(serial: UInt32) {
        if let device { return device.setShape(serial: serial, shape: .pointer) }
        guard let image = connection.cursorImage, image.pixels.count == image.width * image.height else { return }
        if surface == nil { prepare(image) }
        pointer.setCursor(
            serial: serial, surface: surface, hotspotX: Int32(image.hotspotX), hotspotY: Int32(image.hotspotY))
    }

    func destroy() {
        device?.destroy()
        surface?.destroy()
    }

    private func prepare(_ image: CursorImage) {
        guard let compositor = connection.globals.compositor, let shm = connection.globals.shm,
            let buffer = PixelBuffer(width: image.width, height: image.height, shm: shm)
        else { return }
        buffer.write(image.pixels)
        let surface = compositor.createSurface()
        surface.attach(buffer: buffer.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: Int32(image.width), height: Int32(image.height))
        surface.commit()
        self.surface = surface
        self.buffer = buffer
    }
}
