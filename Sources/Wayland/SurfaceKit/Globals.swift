// SPDX-License-Identifier: MIT
import Localization
import Wayland
import WaylandClient

/// The compositor's singletons; nil for those that it does not offer.
final class Globals {
    private(set) var compositor: WlCompositor?
    private(set) var shm: WlShm?
    private(set) var layerShell: ZwlrLayerShellV1?
    private(set) var xdgWmBase: XdgWmBase?
    private(set) var viewporter: WpViewporter?
    private(set) var fractionalScale: WpFractionalScaleManagerV1?
    private(set) var presentation: WpPresentation?
    private(set) var cursorShapeManager: WpCursorShapeManagerV1?
    private(set) var activation: XdgActivationV1?
    private(set) var decorations: ZxdgDecorationManagerV1?
    private(set) var outputManager: ZxdgOutputManagerV1?
    private(set) var alphaModifier: WpAlphaModifierV1?
    private(set) var commitTiming: WpCommitTimingManagerV1?
    private(set) var fifo: WpFifoManagerV1?
    let blur = BackgroundEffectManager()
    /// The manager of foreign toplevels. It is bound on demand, since each change of a window's title wakes its
    /// clients.
    private(set) var toplevelManager: (global: UInt32, version: UInt32)?
    /// The text input manager. It is bound only for surfaces with text fields.
    private(set) var textInputManager: (global: UInt32, version: UInt32)?
    /// The managers of clipboard and primary selection. They are bound with the text input manager.
    private(set) var dataDeviceManager: (global: UInt32, version: UInt32)?
    private(set) var primarySelectionManager: (global: UInt32, version: UInt32)?
    /// The clock of presentation times (clock_gettime(2)); nil until it is announced.
    private(set) var presentationClock: Int32?
    private var deferred: [WlRegistry.Event] = []

    /// The required globals that the compositor lacks.
    var missing: [String] {
        [
            compositor.map { $0.version >= WlSurface.damageBufferSince } == true
                ? nil : localized("wl_compositor version \(WlSurface.damageBufferSince)"),
            shm == nil ? "wl_shm" : nil,
        ].compactMap(\.self)
    }

    /// Binds a singleton. Globals that may come more than once are deferred to the connection.
    func register(_ event: WlRegistry.Event, in registry: WlRegistry) {
        guard case .global(let name, let interface, let version) = event else { return deferred.append(event) }
        func bind<Object: Proxy>(_ type: Object.Type) -> Object { registry.bind(type, name: name, version: version) }
        switch interface {
        case WlCompositor.interface.name: compositor = bind(WlCompositor.self)
        case WlShm.interface.name: shm = bind(WlShm.self)
        case ZwlrLayerShellV1.interface.name: layerShell = bind(ZwlrLayerShellV1.self)
        case WpViewporter.interface.name: viewporter = bind(WpViewporter.self)
        case WpFractionalScaleManagerV1.interface.name: fractionalScale = bind(WpFractionalScaleManagerV1.self)
        case WpCursorShapeManagerV1.interface.name: cursorShapeManager = bind(WpCursorShapeManagerV1.self)
        case XdgActivationV1.interface.name: activation = bind(XdgActivationV1.self)
        case ZxdgDecorationManagerV1.interface.name: decorations = bind(ZxdgDecorationManagerV1.self)
        case ZxdgOutputManagerV1.interface.name: outputManager = bind(ZxdgOutputManagerV1.self)
        case WpAlphaModifierV1.interface.name: alphaModifier = bind(WpAlphaModifierV1.self)
        case WpCommitTimingManagerV1.interface.name: commitTiming = bind(WpCommitTimingManagerV1.self)
        case WpFifoManagerV1.interface.name: fifo = bind(WpFifoManagerV1.self)
        case ZwlrForeignToplevelManagerV1.interface.name: toplevelManager = (name, version)
        case ZwpTextInputManagerV3.interface.name: textInputManager = (name, version)
        case WlDataDeviceManager.interface.name: dataDeviceManager = (name, version)
        case ZwpPrimarySelectionDeviceManagerV1.interface.name: primarySelectionManager = (name, version)
        case XdgWmBase.interface.name:
            let base = bind(XdgWmBase.self)
            base.onEvent = { [weak base] event in
                if case .ping(let serial) = event { base?.pong(serial: serial) }
            }
            xdgWmBase = base
        case WpPresentation.interface.name:
            let presentation = bind(WpPresentation.self)
            presentation.onEvent = { [weak self] event in
                guard let self else { return }
                if case .clockId(let clock) = event { presentationClock = Int32(bitPattern: clock) }
            }
            self.presentation = presentation
        default: if !blur.register(event, in: registry) { deferred.append(event) }
        }
    }

    /// Returns the deferred announcements, once.
    func replayDeferred() -> [WlRegistry.Event] {
        defer { deferred = [] }
        return deferred
    }
}
