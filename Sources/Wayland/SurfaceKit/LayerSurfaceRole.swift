// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// The role of a wlr-layer-shell surface.
final class LayerSurfaceRole: SurfaceRole {
    /// The first version of wlr-layer-shell with `on_demand`.
    private static let onDemandSince: UInt32 = 4

    var onConfigure: (_ size: Size, _ isRequested: Bool) -> Void = { _, _ in }
    var onClosed: () -> Void = {}

    private let proxy: ZwlrLayerSurfaceV1
    /// The height sent last; 0 fills the available height.
    private var height: UInt32
    private var zone: Int32
    private var layer: LayerPlacement.Layer
    private var keyboard = KeyboardInteractivity.none
    /// True if the surface fills the area outside all exclusive zones.
    private let isFilling: Bool
    private var overlap: Int32 = 0
    private var requestedHeight: UInt32
    private var requestedZone: Int32
    private var allowsZoneDuringAnimation = false
    /// The requested height whose configure is pending, and the last other size configured meanwhile.
    private var awaitedHeight: UInt32?
    private var supersededSize: Size?
    private var configured: UInt32?

    init(_ placement: LayerPlacement, surface: WlSurface, output: WlOutput?, shell: ZwlrLayerShellV1) {
        proxy = shell.getLayerSurface(
            surface: surface, output: output, layer: .init(rawValue: placement.layer.rawValue),
            namespace: placement.namespace)
        layer = placement.layer
        isFilling = placement.height == nil && placement.exclusiveZone == 0
        height = placement.height.map(Self.side) ?? 0
        zone = Int32(pixels: placement.exclusiveZone)
        requestedHeight = height
        requestedZone = zone
        var anchor: ZwlrLayerSurfaceV1.Anchor = [.left, .right]
        if placement.height == nil || placement.edge == .bottom { anchor.insert(.bottom) }
        if placement.height == nil || placement.edge == .top { anchor.insert(.top) }
        proxy.setAnchor(anchor: anchor)
        proxy.setSize(width: 0, height: height)
        proxy.setExclusiveZone(zone: zone)
        _ = setOverlap(Int32(pixels: placement.overlap.rounded(.up)))
        proxy.setKeyboardInteractivity(keyboardInteractivity: .none)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    var awaitsConfigure: Bool { awaitedHeight != nil }

    var keepsSizeWhileHidden: Bool { false }

    func request(height: Double?, exclusiveZone: Double?, duringAnimation: Bool) {
        // A surface anchored to two opposite edges has no height of its own.
        if let height, self.height > 0 { requestedHeight = Self.side(height) }
        if let exclusiveZone {
            requestedZone = Int32(pixels: exclusiveZone)
            allowsZoneDuringAnimation = duringAnimation
        }
    }

    func sendZone(isAnimating: Bool) -> Bool {
        guard requestedZone != zone, !isAnimating || allowsZoneDuringAnimation else { return false }
        zone = requestedZone
        proxy.setExclusiveZone(zone: zone)
        return true
    }

    func sendHeight() -> Bool {
        guard requestedHeight != height else { return false }
        height = requestedHeight
        proxy.setSize(width: 0, height: height)
        // A compositor need not repeat a size that it has already configured.
        awaitedHeight = awaitedHeight == nil && configured == height ? nil : height
        return true
    }

    func setOverlap(_ overlap: Int32) -> Bool {
        guard isFilling, overlap != self.overlap else { return false }
        self.overlap = overlap
        proxy.setMargin(top: 0, right: 0, bottom: -overlap, left: 0)
        return true
    }

    func abandonConfigure() {
        awaitedHeight = nil
        guard let size = supersededSize else { return }
        supersededSize = nil
        onConfigure(size, true)
    }

    /// Before version 4 a surface has the keyboard always or never. Above the windows, one that always has it takes it from
    /// all others while it is mapped, so `onDemand` is then `none`; below them the user focuses it as a window.
    func supported(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        guard interactivity == .onDemand, proxy.version < Self.onDemandSince else { return interactivity }
        return layer.rawValue < LayerPlacement.Layer.top.rawValue ? .exclusive : .none
    }

    func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool {
        let known = supported(interactivity)
        guard known != keyboard else { return false }
        keyboard = known
        proxy.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: known.rawValue))
        return true
    }

    /// Before version 2 the layer cannot change.
    func setLayer(_ layer: LayerPlacement.Layer) -> Bool {
        guard layer != self.layer, proxy.version >= ZwlrLayerSurfaceV1.setLayerSince else { return false }
        self.layer = layer
        proxy.setLayer(layer: .init(rawValue: layer.rawValue))
        return true
    }

    /// Does nothing: its place is given by its anchor.
    func beginMove(seat: WlSeat, serial: UInt32) {}

    func destroy() {
        proxy.destroy()
    }

    private func handle(_ event: ZwlrLayerSurfaceV1.Event) {
        switch event {
        case .configure(let serial, let width, let height):
            proxy.ackConfigure(serial: serial)
            configured = height
            let size = Size(configured: width, height)
            if let awaitedHeight, awaitedHeight != height { return supersededSize = size }
            let isRequested = awaitsConfigure
            awaitedHeight = nil
            supersededSize = nil
            onConfigure(size, isRequested)
        case .closed: onClosed()
        }
    }

    /// At least 1: a surface anchored to one edge only may not have the height 0, which is a protocol error.
    private static func side(_ length: Double) -> UInt32 { UInt32(max(Int32(pixels: length.rounded(.up)), 1)) }
}
