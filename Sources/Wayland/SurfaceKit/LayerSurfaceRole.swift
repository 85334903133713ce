import Geometry
import WaylandProtocols

final class LayerSurfaceRole: SurfaceRole {
    /// The first version of wlr-layer-shell with `on_demand`.
    private static let onDemandSince: UInt32 = 4

    private let proxy: ZwlrLayerSurfaceV1
    private let edge: Edge
    private let centeredSize: Size?
    /// The last sent height, along a side the width; 0 fills the available space.
    private var height: UInt32
    private var zone: Int32
    private var layer: LayerPlacement.Layer
    /// The layer at creation, until a buffer has been committed: Hyprland 0.57 ignores any other one before.
    private var firstLayer: LayerPlacement.Layer?
    private var keyboard = KeyboardInteractivity.none
    /// True if the surface fills the area outside all exclusive zones.
    private let isFilling: Bool
    private var overlap = EdgeOverlap()
    private var requestedHeight: UInt32
    private var requestedZone: Int32
    private var allowsZoneDuringAnimation = false
    /// The requested height whose configure is pending, and the last other size configured in between.
    private var awaitedHeight: UInt32?
    private var supersededSize: Size?
    private var configured: UInt32?

    init(_ placement: LayerPlacement, surface: WlSurface, output: WlOutput?, shell: ZwlrLayerShellV1) {
        proxy = shell.getLayerSurface(
            surface: surface, output: output, layer: .init(rawValue: placement.layer.rawValue),
            namespace: placement.namespace)
        (layer, firstLayer) = (placement.layer, placement.layer)
        edge = placement.edge
        centeredSize = placement.centeredSize
        isFilling = placement.height == nil && placement.exclusiveZone == 0
        height = placement.height.map(Self.side) ?? 0
        zone = Int32(pixels: placement.exclusiveZone)
        requestedHeight = height
        requestedZone = zone
        super.init()
        proxy.setAnchor(anchor: placement.anchor)
        sendSize()
        proxy.setExclusiveZone(zone: zone)
        _ = setOverlap(placement.overlap)
        proxy.setKeyboardInteractivity(keyboardInteractivity: .none)
        proxy.onEvent = { [weak self] in self?.handle($0) }
    }

    override var awaitsConfigure: Bool { awaitedHeight != nil }

    override var reservedHeight: Double { edge.isSide ? 0 : Double(max(zone, 0)) }

    override func request(height: Double?, exclusiveZone: Double?, duringAnimation: Bool) {
        // A surface anchored to two opposite edges lacks its own height.
        if let height, self.height > 0 { requestedHeight = Self.side(height) }
        if let exclusiveZone {
            requestedZone = Int32(pixels: exclusiveZone)
            allowsZoneDuringAnimation = duringAnimation
        }
    }

    override func sendZone(isAnimating: Bool) -> Bool {
        guard requestedZone != zone, !isAnimating || allowsZoneDuringAnimation else { return false }
        zone = requestedZone
        proxy.setExclusiveZone(zone: zone)
        return true
    }

    override func sendHeight() -> Bool {
        guard requestedHeight != height else { return false }
        height = requestedHeight
        sendSize()
        // A compositor need not repeat a size that it has already configured.
        awaitedHeight = awaitedHeight == nil && configured == height ? nil : height
        return true
    }

    override func setOverlap(_ overlap: EdgeOverlap) -> Bool {
        guard isFilling, overlap != self.overlap else { return false }
        self.overlap = overlap
        func margin(_ edge: Edge) -> Int32 { edge == overlap.edge ? -Int32(pixels: overlap.length.rounded(.up)) : 0 }
        proxy.setMargin(top: margin(.top), right: margin(.right), bottom: margin(.bottom), left: margin(.left))
        return true
    }

    private func sendSize() {
        if let centeredSize {
            proxy.setSize(width: Self.side(centeredSize.width), height: Self.side(centeredSize.height))
        } else if edge.isSide {
            proxy.setSize(width: height, height: 0)
        } else {
            proxy.setSize(width: 0, height: height)
        }
    }

    override func abandonConfigure() {
        awaitedHeight = nil
        guard let size = supersededSize else { return }
        supersededSize = nil
        onConfigure(size, true)
    }

    /// Before version 4 a surface has the keyboard always or never. Above the windows, a surface that always has it takes it from
    /// all others while it is mapped, so `onDemand` is then `none`; below them the user focuses it as a window.
    override func supported(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        guard interactivity == .onDemand, proxy.version < Self.onDemandSince else { return interactivity }
        return layer.rawValue < LayerPlacement.Layer.top.rawValue ? .exclusive : .none
    }

    override func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool {
        let known = supported(interactivity)
        guard known != keyboard else { return false }
        keyboard = known
        proxy.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: known.rawValue))
        return true
    }

    /// Before version 2 the layer cannot change.
    override func setLayer(_ layer: LayerPlacement.Layer) -> Bool {
        guard layer != self.layer, proxy.version >= ZwlrLayerSurfaceV1.setLayerSince else { return false }
        self.layer = layer
        proxy.setLayer(layer: .init(rawValue: layer.rawValue))
        return true
    }

    override func repeatLayer() -> Bool {
        defer { firstLayer = nil }
        guard let firstLayer, firstLayer != layer else { return false }
        proxy.setLayer(layer: .init(rawValue: layer.rawValue))
        return true
    }

    override func destroy() { proxy.destroy() }

    private func handle(_ event: ZwlrLayerSurfaceV1.Event) {
        switch event {
        case .configure(let serial, let width, let height):
            proxy.ackConfigure(serial: serial)
            let depth = edge.isSide ? width : height
            configured = depth
            let size = Size(configured: width, height)
            if let awaitedHeight, awaitedHeight != depth { return supersededSize = size }
            let isRequested = awaitsConfigure
            awaitedHeight = nil
            supersededSize = nil
            onConfigure(size, isRequested)
        case .closed: onClosed()
        }
    }

    /// At least 1: the length 0 is a protocol error unless the surface is anchored to the opposite edge.
    private static func side(_ length: Double) -> UInt32 { UInt32(max(Int32(pixels: length.rounded(.up)), 1)) }
}

extension LayerPlacement {
    /// All edges except the opposite one, or all four; none in the middle.
    fileprivate var anchor: ZwlrLayerSurfaceV1.Anchor {
        if centeredSize != nil { return [] }
        let all: ZwlrLayerSurfaceV1.Anchor = [.left, .right, .top, .bottom]
        guard height != nil else { return all }
        return switch edge {
        case .bottom: all.subtracting(.top)
        case .top: all.subtracting(.bottom)
        case .left: all.subtracting(.right)
        case .right: all.subtracting(.left)
        }
    }
}
