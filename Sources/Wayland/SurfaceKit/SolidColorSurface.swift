// SPDX-License-Identifier: MIT
import Wayland

/// A background surface that fills an output with one colour, above the wallpaper only: one pixel or a few, scaled by
/// the compositor.
public final class SolidColorSurface {
    public let output: Output
    private let surface: WlSurface
    private let layer: ZwlrLayerSurfaceV1
    private let viewport: WpViewport
    private let shm: WlShm
    private let color: UInt32
    private var single: WlBuffer?
    private var pixels: PixelBuffer?
    private var shown: (width: UInt32, height: UInt32) = (0, 0)

    /// - Parameter color: 24 bits, `0xRRGGBB`.
    /// - Returns: nil if the compositor lacks wlr-layer-shell or viewporter.
    public init?(_ connection: WaylandConnection, output: Output, namespace: String, color: UInt32) {
        let globals = connection.globals
        guard let compositor = globals.compositor, let shm = globals.shm, let shell = globals.layerShell,
            let viewporter = globals.viewporter
        else { return nil }
        self.output = output
        self.shm = shm
        self.color = color
        surface = compositor.createSurface()
        layer = shell.getLayerSurface(
            surface: surface, output: output.proxy, layer: .background, namespace: namespace)
        viewport = viewporter.getViewport(surface: surface)
        if let manager = globals.singlePixelBufferManager {
            let component = { (shift: UInt32) in ((color >> shift) & 0xFF) * 0x0101_0101 }
            single = manager.createU32RgbaBuffer(r: component(16), g: component(8), b: component(0), a: .max)
        }
        layer.setAnchor(anchor: [.top, .bottom, .left, .right])
        layer.setExclusiveZone(zone: -1)
        compositor.withRegion([], .outer) { surface.setInputRegion(region: $0) }
        layer.onEvent = { [unowned self] event in
            switch event {
            case .configure(let serial, let width, let height):
                layer.ackConfigure(serial: serial)
                show(width: width, height: height)
            case .closed: destroy()
            }
        }
        surface.commit()
    }

    /// Destroys the surface.
    public func destroy() {
        viewport.destroy()
        layer.destroy()
        surface.destroy()
        single?.destroy()
    }

    private func show(width: UInt32, height: UInt32) {
        guard width > 0, height > 0 else { return }
        guard (width, height) != shown else { return surface.commit() }
        shown = (width, height)
        let previous = pixels
        if single == nil { pixels = makePixels(width: width, height: height) }
        viewport.setDestination(width: Int32(clamping: width), height: Int32(clamping: height))
        surface.attach(buffer: single ?? pixels?.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: 512, height: 512)
        surface.commit()
        // The previous buffer is released only after another is attached.
        withExtendedLifetime(previous) {}
    }

    private func makePixels(width: UInt32, height: UInt32) -> PixelBuffer? {
        let (columns, rows) = (Self.pixels(for: width), Self.pixels(for: height))
        guard let buffer = PixelBuffer(width: columns, height: rows, shm: shm) else { return nil }
        buffer.write(Array(repeating: 0xFF00_0000 | color, count: columns * rows))
        return buffer
    }

    /// The number of pixels that must be stretched to cover a length. pixman samples in steps of 1/65536 pixel;
    /// rounding a step up makes the end of a long line fall outside the image: a single pixel stretched to 1080 ends at
    /// 1074.
    package static func pixels(for length: UInt32) -> Int {
        let fits = (1...512).first { count in
            let step = Double(count) * 65536 / Double(max(length, 1))
            return step.rounded() <= step
        }
        return fits ?? 1
    }
}
