import Geometry
import WaylandProtocols

/// A surface's role object, which acknowledges each configure and reports the size. A method that returns a Bool
/// returns true if a commit is needed.
class SurfaceRole {
    /// Called with each configured size; `isRequested` is true for the size that was requested.
    final var onConfigure: (_ size: Size, _ isRequested: Bool) -> Void = { _, _ in }
    final var onClosed: () -> Void = {}
    /// True while a requested size is not yet configured. Other sizes configured meanwhile are superseded.
    var awaitsConfigure: Bool { false }
    /// The height that the surface keeps free of windows at the upper or the lower edge, logical pixels.
    var reservedHeight: Double { 0 }
    /// True if the surface must have its configured size even while it is hidden.
    var keepsSizeWhileHidden: Bool { false }

    /// Makes a surface that fills the area outside all exclusive zones overlap with an edge's zone.
    func setOverlap(_ overlap: EdgeOverlap) -> Bool { false }

    /// Stores a requested geometry to send later; nil leaves a value unchanged.
    func request(height: Double?, exclusiveZone: Double?, duringAnimation: Bool) {}

    /// Sends the requested exclusive zone if it changed, unless it must wait for the end of an animation.
    func sendZone(isAnimating: Bool) -> Bool { false }

    /// Sends the requested height if it changed, or applies it where no configure is needed.
    func sendHeight() -> Bool { false }

    /// Accepts the last configured size in place of the requested one, which the compositor did not configure in time.
    func abandonConfigure() {}

    /// The effective interactivity, given the protocol's version. A window has the keyboard while the user focuses it.
    func supported(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity { .onDemand }

    func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool { false }

    func setLayer(_ layer: LayerPlacement.Layer) -> Bool { false }

    /// Repeats what the compositor may have ignored before the first buffer, which has been committed.
    func repeatLayer() -> Bool { false }

    func beginMove(seat: WlSeat, serial: UInt32) {}

    func destroy() {}
}

extension Role {
    /// Creates the role object of a surface, unless the compositor lacks the role.
    func makeRole(for surface: WlSurface, output: WlOutput?, globals: Globals) throws(WaylandConnectionError)
        -> SurfaceRole
    {
        switch self {
        case .layer(let placement):
            guard let shell = globals.layerShell else { throw .unsupported([ZwlrLayerShellV1.interface.name]) }
            return LayerSurfaceRole(placement, surface: surface, output: output, shell: shell)
        case .window(let title, let appID, let height):
            guard let base = globals[XdgWmBase.self] else { throw .unsupported([XdgWmBase.interface.name]) }
            return ToplevelRole(
                title: title, appID: appID, height: height, surface: surface, base: base,
                decorations: globals[ZxdgDecorationManagerV1.self])
        }
    }
}

extension Size {
    /// A configured size, clamped to a surface's range.
    init(configured width: UInt32, _ height: UInt32) {
        let limit = UInt32(Int32.maximumSide)
        self.init(width: Double(min(width, limit)), height: Double(min(height, limit)))
    }
}
