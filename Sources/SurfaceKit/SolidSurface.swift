// SPDX-License-Identifier: MIT
import CLinux
import Wayland

/// A whole output in one colour, behind everything but the wallpaper: one pixel that the compositor stretches.
public final class SolidSurface {
    public let output: Output
    private let surface: WlSurface
    private let layer: ZwlrLayerSurfaceV1
    private let viewport: WpViewport
    private var single: WlBuffer?
    private var pixel: PixelBuffer?
    private var shown: (width: UInt32, height: UInt32) = (0, 0)

    /// - Parameter color: 24 bits, `0xRRGGBB`.
    /// - Returns: nil where the compositor has no layers, or cannot stretch.
    public init?(_ session: Session, output: Output, namespace: String, color: UInt32) {
        let globals = session.globals
        guard let compositor = globals.compositor, let shm = globals.shm, let shell = globals.layerShell,
            let viewporter = globals.viewporter
        else { return nil }
        self.output = output
        surface = compositor.createSurface()
        layer = shell.getLayerSurface(
            surface: surface, output: output.proxy, layer: .background, namespace: namespace)
        viewport = viewporter.getViewport(surface: surface)
        if let manager = globals.singlePixel {
            let component = { (shift: UInt32) in ((color >> shift) & 0xFF) * 0x0101_0101 }
            single = manager.createU32RgbaBuffer(r: component(16), g: component(8), b: component(0), a: .max)
        } else if let buffer = PixelBuffer(width: 1, height: 1, shm: shm) {
            buffer.pixels.storeBytes(of: 0xFF00_0000 | color, as: UInt32.self)
            pixel = buffer
        }
        layer.setAnchor(anchor: [.top, .bottom, .left, .right])
        layer.setExclusiveZone(zone: -1)
        let nowhere = compositor.createRegion()
        surface.setInputRegion(region: nowhere)
        nowhere.destroy()
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

    /// Takes it away.
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
        viewport.setDestination(width: Int32(clamping: width), height: Int32(clamping: height))
        surface.attach(buffer: single ?? pixel?.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        surface.commit()
    }
}
