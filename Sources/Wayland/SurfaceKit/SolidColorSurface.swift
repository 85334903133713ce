import Geometry
import WaylandProtocols

/// A surface that fills an output with one colour, above the wallpaper or over everything: a few pixels, scaled.
public final class SolidColorSurface {
    /// The sides of the buffer and of its visible part, pixels. The part does not reach the buffer's edges:
    /// pixman interpolates with transparent pixels beyond an edge, so one pixel becomes a gradient; and it rounds its
    /// steps to 1/65536 pixel, so a long line may end outside the part.
    private static let side = (buffer: 4, part: 2.0)

    public enum Place: Sendable {
        case background
        /// Over everything, without input.
        case shade
        /// Over everything, swallowing all input on the output.
        case cover
    }

    /// Called once, when the compositor has removed the surface, which is then destroyed.
    public var onClosed: () -> Void = {}

    public let output: Output
    private let surface: WlSurface
    private let layer: ZwlrLayerSurfaceV1
    private let viewport: WpViewport
    private let shm: WlShm
    private var buffer: PixelBuffer
    private var shown: (width: UInt32, height: UInt32) = (0, 0)
    private var isDestroyed = false

    /// A surface of a colour of 24 bits, `0xRRGGBB`, and an opacity 0…1, with the layer and the input of a place. Nil
    /// if the compositor lacks wlr-layer-shell or viewporter, or memory runs out.
    public init?(
        _ connection: WaylandConnection, output: Output, namespace: String, color: UInt32, opacity: Double = 1,
        place: Place = .background
    ) {
        let globals = connection.globals
        guard let compositor = globals.compositor, let shm = globals.shm, let shell = globals.layerShell,
            let viewporter = globals[WpViewporter.self],
            let buffer = Self.buffer(color, opacity, shm)
        else { return nil }
        self.shm = shm
        self.output = output
        self.buffer = buffer
        surface = compositor.createSurface()
        layer = shell.getLayerSurface(
            surface: surface, output: output.proxy, layer: place == .background ? .background : .overlay,
            namespace: namespace)
        viewport = viewporter.getViewport(surface: surface)
        let margin = (Double(Self.side.buffer) - Self.side.part) / 2
        viewport.setSource(x: margin, y: margin, width: Self.side.part, height: Self.side.part)
        layer.setAnchor(anchor: [.top, .bottom, .left, .right])
        layer.setExclusiveZone(zone: -1)
        if place == .cover {
            layer.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
        } else {
            compositor.withRegion([]) { surface.setInputRegion(region: $0) }
        }
        layer.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .configure(let serial, let width, let height):
                layer.ackConfigure(serial: serial)
                show(width: width, height: height)
            case .closed:
                destroy()
                onClosed()
            }
        }
        surface.commit()
    }

    deinit { destroy() }

    /// Destroys the surface. No callback is called afterwards.
    public func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        viewport.destroy()
        layer.destroy()
        surface.destroy()
    }

    /// Changes the colour and the opacity at once.
    public func setColor(_ color: UInt32, opacity: Double) {
        guard !isDestroyed, let next = Self.buffer(color, opacity, shm) else { return }
        if shown != (0, 0) {
            surface.attach(buffer: next.proxy, x: 0, y: 0)
            surface.damageBuffer(x: 0, y: 0, width: Int32(next.width), height: Int32(next.height))
            surface.commit()
        }
        // Not before: until the commit it is the surface's.
        buffer = next
    }

    /// Makes a buffer of one colour, whose channels are premultiplied; nil without memory. An opaque one needs no blending.
    private static func buffer(_ color: UInt32, _ opacity: Double, _ shm: WlShm) -> PixelBuffer? {
        func channel(_ shift: UInt32) -> UInt32 { UInt32((Double(color >> shift & 0xFF) * opacity).rounded()) << shift }
        let pixel = UInt32((opacity * 255).rounded()) << 24 | channel(16) | channel(8) | channel(0)
        let buffer = PixelBuffer(width: side.buffer, height: side.buffer, isOpaque: opacity == 1, shm: shm)
        buffer?.write(Array(repeating: pixel, count: side.buffer * side.buffer))
        return buffer
    }

    private func show(width: UInt32, height: UInt32) {
        let size = Size(configured: width, height)
        guard size.width > 0, size.height > 0, (width, height) != shown else { return surface.commit() }
        if shown == (0, 0) { surface.attach(buffer: buffer.proxy, x: 0, y: 0) }
        shown = (width, height)
        viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
        surface.damageBuffer(x: 0, y: 0, width: Int32(buffer.width), height: Int32(buffer.height))
        surface.commit()
    }
}
