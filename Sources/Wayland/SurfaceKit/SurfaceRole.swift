// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A role in the compositor's terms: it answers each configure, and tells the size.
protocol SurfaceRole: AnyObject {
    /// Called with the size that the compositor gave; `isAnswer` says that it is the one that was asked for.
    var onConfigure: (_ size: Size, _ isAnswer: Bool) -> Void { get set }
    var onClosed: () -> Void { get set }
    /// Whether the compositor was asked for another size and has not answered. What it says meanwhile is out of date.
    var awaitsAnswer: Bool { get }

    /// Notes what is wanted, to be sent later; nil is as before.
    func want(height: Double?, exclusiveZone: Double?, duringMotion: Bool)
    /// Sends the zone that is wanted if it was not yet said. One that may not change during a motion waits for its end.
    ///
    /// - Returns: whether it takes a commit to take effect.
    func sendZone(isMoving: Bool) -> Bool
    /// Sends the height that is wanted if it was not yet said, or takes it where nobody is asked.
    ///
    /// - Returns: whether it takes a commit to take effect.
    func sendHeight() -> Bool
    /// The compositor does not answer: whatever size it gave holds.
    func stopWaiting()
    /// What can be had where the compositor knows less.
    func attainable(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity
    /// Says what can be had.
    ///
    /// - Returns: whether it takes a commit to take effect.
    func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool
    /// Says among which layer it stands; only what stands among the layers does.
    ///
    /// - Returns: whether it takes a commit to take effect.
    func setLayer(_ layer: LayerPlacement.Layer) -> Bool
    func destroy()
}

extension Role {
    /// Gives a surface this role.
    ///
    /// - Throws: ``WaylandConnectionError/unsupported(_:)`` when the compositor has no such role.
    func give(to surface: WlSurface, output: WlOutput?, globals: Globals) throws(WaylandConnectionError)
        -> any SurfaceRole
    {
        switch self {
        case .layer(let placement):
            guard let shell = globals.layerShell else { throw .unsupported([ZwlrLayerShellV1.interface.name]) }
            return LayerSurfaceRole(placement, surface: surface, output: output, shell: shell)
        case .window(let title, let appID, let height):
            guard let base = globals.windowBase else { throw .unsupported([XdgWmBase.interface.name]) }
            return ToplevelRole(title: title, appID: appID, height: height, surface: surface, base: base)
        }
    }
}

extension Size {
    /// What a compositor asks for, within what a surface can have.
    init(given width: UInt32, _ height: UInt32) {
        let limit = UInt32(Int32.longestSide)
        self.init(width: Double(min(width, limit)), height: Double(min(height, limit)))
    }
}
