import WaylandProtocols

/// A small opaque surface of a ``StackingProbe``, above all windows in a corner of an output.
final class ProbeSurface {
    var onConfigure: () -> Void = {}
    var onClosed: () -> Void = {}
    var onFrame: () -> Void = {}
    /// True once it has a buffer.
    private(set) var isShown = false

    private let surface: WlSurface
    private let layer: ZwlrLayerSurfaceV1
    private let side: Int32
    private var callback: WlCallback?

    init(_ compositor: WlCompositor, _ shell: ZwlrLayerShellV1, output: Output, side: Int) {
        self.side = Int32(side)
        surface = compositor.createSurface()
        layer = shell.getLayerSurface(
            surface: surface, output: output.proxy, layer: .overlay, namespace: "tabshell-probe")
        layer.setAnchor(anchor: [.bottom, .left])
        layer.setSize(width: UInt32(side), height: UInt32(side))
        layer.setExclusiveZone(zone: -1)
        compositor.withRegion([]) { surface.setInputRegion(region: $0) }
        compositor.withRegion([PixelRect(x: 0, y: 0, width: self.side, height: self.side)]) {
            surface.setOpaqueRegion(region: $0)
        }
        layer.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .configure(let serial, _, _):
                layer.ackConfigure(serial: serial)
                onConfigure()
            case .closed: onClosed()
            }
        }
        surface.commit()
    }

    func attach(_ buffer: PixelBuffer) {
        isShown = true
        surface.attach(buffer: buffer.proxy, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: side, height: side)
        surface.commit()
    }

    func reenter() {
        layer.setLayer(layer: .top)
        surface.commit()
        layer.setLayer(layer: .overlay)
        surface.commit()
    }

    func requestFrame(_ buffer: PixelBuffer) {
        callback?.destroy()
        let callback = surface.frame()
        callback.onEvent = { [weak self] _ in
            guard let self else { return }
            self.callback = nil
            onFrame()
        }
        self.callback = callback
        attach(buffer)
    }

    func destroy() {
        callback?.destroy()
        layer.destroy()
        surface.destroy()
    }
}
