// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A role in the compositor's terms: it answers each configure, and tells the size.
final class RoleObject {
    var onConfigure: (Size) -> Void = { _ in }
    var onClosed: () -> Void = {}

    private enum Kind {
        case layer(ZwlrLayerSurfaceV1)
        case window(XdgSurface, XdgToplevel)
    }

    private let kind: Kind
    /// What a window is when the compositor leaves the size to us.
    private var proposed = Size(width: 428, height: 800)

    init(_ role: Role, surface: WlSurface, output: WlOutput?, globals: Globals) throws(SessionError) {
        switch role {
        case .layer(let placement):
            guard let shell = globals.layerShell else { throw .unsupported([ZwlrLayerShellV1.interface.name]) }
            let layer = shell.getLayerSurface(
                surface: surface, output: output, layer: placement.layer.wayland, namespace: placement.namespace)
            kind = .layer(layer)
            var anchor: ZwlrLayerSurfaceV1.Anchor = [.left, .right, .bottom]
            if placement.height == nil { anchor.insert(.top) }
            layer.setAnchor(anchor: anchor)
            layer.setSize(width: 0, height: UInt32(max(placement.height ?? 0, 0)))
            layer.setExclusiveZone(zone: Int32(placement.exclusiveZone))
            layer.setKeyboardInteractivity(keyboardInteractivity: .none)
            layer.onEvent = { [unowned self, unowned layer] event in
                switch event {
                case .configure(let serial, let width, let height):
                    layer.ackConfigure(serial: serial)
                    onConfigure(Size(width: Self.length(width), height: Self.length(height)))
                case .closed: onClosed()
                }
            }
        case .window(let title, let appID, let height):
            guard let base = globals.windowBase else { throw .unsupported([XdgWmBase.interface.name]) }
            let shell = base.getXdgSurface(surface: surface)
            let window = shell.getToplevel()
            kind = .window(shell, window)
            window.setTitle(title: title)
            window.setAppId(appId: appID)
            if let height { proposed.height = height }
            var size = proposed
            window.onEvent = { [unowned self] event in
                switch event {
                case .configure(let width, let height, _):
                    size.width = width > 0 ? Self.length(UInt32(width)) : proposed.width
                    size.height = height > 0 ? Self.length(UInt32(height)) : proposed.height
                case .close: onClosed()
                }
            }
            shell.onEvent = { [unowned self, unowned shell] event in
                guard case .configure(let serial) = event else { return }
                shell.ackConfigure(serial: serial)
                onConfigure(size)
            }
        }
    }

    /// A side that the compositor asks for, within what a surface can have.
    private static func length(_ side: UInt32) -> Double { Double(min(side, 32_767)) }

    func destroy() {
        switch kind {
        case .layer(let layer): layer.destroy()
        case .window(let shell, let window):
            window.destroy()
            shell.destroy()
        }
    }
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
