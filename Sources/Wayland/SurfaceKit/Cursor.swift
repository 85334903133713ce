// SPDX-License-Identifier: MIT
import Wayland

/// A cursor's pixels: premultiplied ARGB in native-endian words, row by row.
public struct CursorImage: Equatable, Sendable {
    public var width: Int
    public var height: Int
    public var pixels: [UInt32]
    /// The point that points, in pixels.
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

/// The pointing hand over our surfaces: by name where the compositor knows names (cursor-shape), else as an image.
final class Cursor {
    private let pointer: WlPointer
    private unowned let session: WaylandConnection
    private var device: WpCursorShapeDeviceV1?
    private var surface: WlSurface?
    private var buffer: PixelBuffer?

    init(_ pointer: WlPointer, session: WaylandConnection) {
        self.pointer = pointer
        self.session = session
        device = session.globals.cursorShape?.getPointer(pointer: pointer)
    }

    /// Shows it for the pointer that has just entered.
    func show(serial: UInt32) {
        if let device { return device.setShape(serial: serial, shape: .pointer) }
        guard let image = session.cursorImage, image.pixels.count == image.width * image.height else { return }
        if surface == nil { prepare(image) }
        pointer.setCursor(
            serial: serial, surface: surface, hotspotX: Int32(image.hotspotX), hotspotY: Int32(image.hotspotY))
    }

    func destroy() {
        device?.destroy()
        surface?.destroy()
    }

    private func prepare(_ image: CursorImage) {
        guard let compositor = session.globals.compositor, let shm = session.globals.shm,
            let buffer = PixelBuffer(width: image.width, height: image.height, shm: shm)
        else { return }
        UnsafeMutableRawBufferPointer(start: buffer.pixels, count: image.pixels.count * 4)
            .copyBytes(from: image.pixels.withUnsafeBytes(Array.init))
        let surface = compositor.createSurface()
        surface.attach(buffer: buffer.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: Int32(image.width), height: Int32(image.height))
        surface.commit()
        self.surface = surface
        self.buffer = buffer
    }
}
