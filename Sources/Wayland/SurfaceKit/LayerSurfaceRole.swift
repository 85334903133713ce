// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A place among the layers.
final class LayerSurfaceRole: SurfaceRole {
    /// The version of wlr-layer-shell that knows keyboards on demand.
    private static let onDemandSince: UInt32 = 4

    var onConfigure: (_ size: Size, _ isAnswer: Bool) -> Void = { _, _ in }
    var onClosed: () -> Void = {}

    private let proxy: ZwlrLayerSurfaceV1
    /// What was said last; a height of 0 fills what is free.
    private var height: UInt32
    private var zone: Int32
    private var layer: LayerPlacement.Layer
    private var keyboard = KeyboardInteractivity.none
    private var wantedHeight: UInt32
    private var wantedZone: Int32
    private var mayMoveZone = false
    /// The height that the compositor has yet to answer with, and what it said instead.
    private var awaited: UInt32?
    private var outdated: Size?
    private var configured: UInt32?

    init(_ placement: LayerPlacement, surface: WlSurface, output: WlOutput?, shell: ZwlrLayerShellV1) {
        proxy = shell.getLayerSurface(
            surface: surface, output: output, layer: placement.layer.wayland, namespace: placement.namespace)
        layer = placement.layer
        height = placement.height.map(Self.side) ?? 0
        zone = Int32(pixels: placement.exclusiveZone)
        wantedHeight = height
        wantedZone = zone
        var anchor: ZwlrLayerSurfaceV1.Anchor = [.left, .right, .bottom]
        if placement.height == nil { anchor.insert(.top) }
        proxy.setAnchor(anchor: anchor)
        proxy.setSize(width: 0, height: height)
        proxy.setExclusiveZone(zone: zone)
        proxy.setKeyboardInteractivity(keyboardInteractivity: .none)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    var awaitsAnswer: Bool { awaited != nil }

    func want(height: Double?, exclusiveZone: Double?, duringMotion: Bool) {
        // What stands on two opposite edges has no height of its own.
        if let height, self.height > 0 { wantedHeight = Self.side(height) }
        if let exclusiveZone {
            wantedZone = Int32(pixels: exclusiveZone)
            mayMoveZone = duringMotion
        }
    }

    func sendZone(isMoving: Bool) -> Bool {
        guard wantedZone != zone, !isMoving || mayMoveZone else { return false }
        zone = wantedZone
        proxy.setExclusiveZone(zone: zone)
        return true
    }

    func sendHeight() -> Bool {
        guard wantedHeight != height else { return false }
        height = wantedHeight
        proxy.setSize(width: 0, height: height)
        // A compositor need not repeat a size that it has given.
        awaited = awaited == nil && configured == height ? nil : height
        return true
    }

    func stopWaiting() {
        awaited = nil
        guard let size = outdated else { return }
        outdated = nil
        onConfigure(size, true)
    }

    /// Before version 4 a surface can have the keyboard always or never, and one that has it always takes it from all
    /// others for as long as it stands: `onDemand` is then `none`.
    func attainable(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        interactivity == .onDemand && proxy.version < Self.onDemandSince ? .none : interactivity
    }

    func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool {
        let known = attainable(interactivity)
        guard known != keyboard else { return false }
        keyboard = known
        proxy.setKeyboardInteractivity(keyboardInteractivity: known.wayland)
        return true
    }

    /// Before version 2 a surface stays where it was put.
    func setLayer(_ layer: LayerPlacement.Layer) -> Bool {
        guard layer != self.layer, proxy.version >= ZwlrLayerSurfaceV1.setLayerSince else { return false }
        self.layer = layer
        proxy.setLayer(layer: layer.wayland)
        return true
    }

    func destroy() {
        proxy.destroy()
    }

    private func handle(_ event: ZwlrLayerSurfaceV1.Event) {
        switch event {
        case .configure(let serial, let width, let height):
            proxy.ackConfigure(serial: serial)
            configured = height
            let size = Size(given: width, height)
            if let awaited, awaited != height { return outdated = size }
            let isAnswer = awaitsAnswer
            awaited = nil
            outdated = nil
            onConfigure(size, isAnswer)
        case .closed: onClosed()
        }
    }

    /// Without a height nothing could stand on one edge: the compositor would end the connection.
    private static func side(_ length: Double) -> UInt32 { UInt32(max(Int32(pixels: length.rounded(.up)), 1)) }
}

extension LayerPlacement.Layer {
    var wayland: ZwlrLayerShellV1.Layer {
        switch self {
        case .background: .background
        case .bottom: .bottom
        case .top: .top
        case .overlay: .overlay
        }
    }
}

extension KeyboardInteractivity {
    fileprivate var wayland: ZwlrLayerSurfaceV1.KeyboardInteractivity {
        switch self {
        case .none: .none
        case .onDemand: .onDemand
        case .exclusive: .exclusive
        }
    }
}
