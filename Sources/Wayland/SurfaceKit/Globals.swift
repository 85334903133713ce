// SPDX-License-Identifier: MIT
import Wayland

/// The compositor's singletons. What is nil is not offered, and whoever wants it does without.
final class Globals {
    private(set) var compositor: WlCompositor?
    private(set) var shm: WlShm?
    private(set) var layerShell: ZwlrLayerShellV1?
    private(set) var windowBase: XdgWmBase?
    private(set) var viewporter: WpViewporter?
    private(set) var fractionalScale: WpFractionalScaleManagerV1?
    private(set) var presentation: WpPresentation?
    private(set) var cursorShape: WpCursorShapeManagerV1?
    private(set) var activation: XdgActivationV1?
    private(set) var singlePixel: WpSinglePixelBufferManagerV1?
    let blur = BackgroundEffectManager()
    /// What tells of all windows. It is bound only by whoever wants to know: it wakes its client with each change of a title.
    private(set) var windowManager: (global: UInt32, version: UInt32)?
    /// What lets input methods write. It is bound only for surfaces with fields.
    private(set) var textInputManager: (global: UInt32, version: UInt32)?
    /// The clock of presentation times (clock_gettime(2)); nil until the compositor has said.
    private(set) var presentationClock: Int32?
    private var early: [WlRegistry.Event] = []

    /// Without these nothing can be shown at all.
    var missing: [String] {
        [
            compositor.map { $0.version >= WlSurface.damageBufferSince } == true
                ? nil : "wl_compositor version \(WlSurface.damageBufferSince)",
            shm == nil ? "wl_shm" : nil,
        ].compactMap(\.self)
    }

    /// Binds a singleton; what there can be many of waits for its owner.
    func note(_ event: WlRegistry.Event, in registry: WlRegistry) {
        guard case .global(let name, let interface, let version) = event else { return early.append(event) }
        func bind<Object: Proxy>(_ type: Object.Type) -> Object { registry.bind(type, name: name, version: version) }
        switch interface {
        case WlCompositor.interface.name: compositor = bind(WlCompositor.self)
        case WlShm.interface.name: shm = bind(WlShm.self)
        case ZwlrLayerShellV1.interface.name: layerShell = bind(ZwlrLayerShellV1.self)
        case WpViewporter.interface.name: viewporter = bind(WpViewporter.self)
        case WpFractionalScaleManagerV1.interface.name: fractionalScale = bind(WpFractionalScaleManagerV1.self)
        case WpCursorShapeManagerV1.interface.name: cursorShape = bind(WpCursorShapeManagerV1.self)
        case WpSinglePixelBufferManagerV1.interface.name: singlePixel = bind(WpSinglePixelBufferManagerV1.self)
        case XdgActivationV1.interface.name: activation = bind(XdgActivationV1.self)
        case ZwlrForeignToplevelManagerV1.interface.name: windowManager = (name, version)
        case ZwpTextInputManagerV3.interface.name: textInputManager = (name, version)
        case XdgWmBase.interface.name:
            let base = bind(XdgWmBase.self)
            base.onEvent = { [unowned base] event in
                if case .ping(let serial) = event { base.pong(serial: serial) }
            }
            windowBase = base
        case WpPresentation.interface.name:
            let presentation = bind(WpPresentation.self)
            presentation.onEvent = { [unowned self] event in
                if case .clockId(let clock) = event { presentationClock = Int32(bitPattern: clock) }
            }
            self.presentation = presentation
        default: if !blur.note(event, in: registry) { early.append(event) }
        }
    }

    /// The announcements that nobody has looked at yet.
    func takeEarly() -> [WlRegistry.Event] {
        defer { early = [] }
        return early
    }
}
