import WaylandProtocols
import WaylandClient

/// The compositor's singletons; nil for missing ones.
final class Globals {
    /// The singletons that are bound at once.
    private static let singletons: [Proxy.Type] = [
        WlCompositor.self, WlShm.self, ZwlrLayerShellV1.self, XdgWmBase.self, WpViewporter.self,
        WpFractionalScaleManagerV1.self, WpPresentation.self, WpCursorShapeManagerV1.self, XdgActivationV1.self,
        ZxdgDecorationManagerV1.self, ZxdgOutputManagerV1.self, WpAlphaModifierV1.self, WpCommitTimingManagerV1.self,
        WpFifoManagerV1.self,
    ]
    /// Bound on demand: titles wake the first one's clients; only fields, drags, unattended screens and pictures need others.
    private static let optional: [Proxy.Type] = [
        ZwlrForeignToplevelManagerV1.self, ZwpTextInputManagerV3.self, WlDataDeviceManager.self,
        ZwpPrimarySelectionDeviceManagerV1.self, ExtIdleNotifierV1.self, ZwlrOutputPowerManagerV1.self,
        ZwlrScreencopyManagerV1.self,
    ]

    let blur = BackgroundEffectManager()
    /// The clock of presentation times (clock_gettime(2)); nil until it is announced.
    private(set) var presentationClock: Int32?
    private let registry: WlRegistry
    private var bound: [String: Proxy] = [:]
    private var offers: [String: (global: UInt32, version: UInt32)] = [:]
    private var deferred: [WlRegistry.Event] = []

    init(_ registry: WlRegistry) {
        self.registry = registry
    }

    subscript<Object: Proxy>(_ type: Object.Type) -> Object? { bound[type.interface.name] as? Object }

    var compositor: WlCompositor? { self[WlCompositor.self] }
    var shm: WlShm? { self[WlShm.self] }
    var layerShell: ZwlrLayerShellV1? { self[ZwlrLayerShellV1.self] }

    /// The required globals that the compositor lacks.
    var missing: [String] {
        [
            compositor.map { $0.version >= WlSurface.damageBufferSince } == true
                ? nil : "wl_compositor version \(WlSurface.damageBufferSince)",
            shm == nil ? "wl_shm" : nil,
        ].compactMap(\.self)
    }

    /// Binds a singleton on demand.
    func bind<Object: Proxy>(_ type: Object.Type) -> Object? {
        offers[type.interface.name].map { registry.bind(type, name: $0.global, version: $0.version) }
    }

    /// Binds a singleton. Globals that may come more than once are deferred to the connection.
    func register(_ event: WlRegistry.Event) {
        guard case .global(let name, let interface, let version) = event else { return deferred.append(event) }
        if Self.optional.contains(where: { $0.interface.name == interface }) {
            offers[interface] = (name, version)
        } else if let type = Self.singletons.first(where: { $0.interface.name == interface }) {
            let object = registry.bind(type, name: name, version: version)
            bound[interface] = object
            follow(object)
        } else if !blur.register(event, in: registry) {
            deferred.append(event)
        }
    }

    private func follow(_ object: Proxy) {
        if let base = object as? XdgWmBase {
            base.onEvent = { [weak base] event in
                if case .ping(let serial) = event { base?.pong(serial: serial) }
            }
        } else if let presentation = object as? WpPresentation {
            presentation.onEvent = { [weak self] event in
                if case .clockId(let clock) = event { self?.presentationClock = Int32(bitPattern: clock) }
            }
        }
    }

    /// Returns the deferred announcements, once.
    func replayDeferred() -> [WlRegistry.Event] {
        defer { deferred = [] }
        return deferred
    }
}
