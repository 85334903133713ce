// SPDX-License-Identifier: MIT
import Wayland

/// Who blurs what is behind our surfaces: ext-background-effect, or, where that is not offered, KWin's own older
/// protocol. Either may come and go while we run.
final class BackgroundEffectManager {
    /// Called when an effect made earlier may have ended, or one can be had that could not.
    var onChange: () -> Void = {}

    private var standard: (global: UInt32, manager: ExtBackgroundEffectManagerV1)?
    private var kwin: (global: UInt32, manager: OrgKdeKwinBlurManager)?
    private var capabilities: ExtBackgroundEffectManagerV1.Capability = []

    /// Whether what is behind a surface can be blurred now. The standard protocol says so a moment after it was bound.
    var isOpen: Bool { standard == nil ? kwin != nil : capabilities.contains(.blur) }

    /// Binds a global that is one of the two.
    ///
    /// - Returns: whether it was.
    func note(_ event: WlRegistry.Event, in registry: WlRegistry) -> Bool {
        guard case .global(let name, let interface, let version) = event else { return false }
        switch interface {
        case ExtBackgroundEffectManagerV1.interface.name where standard == nil:
            let manager = registry.bind(ExtBackgroundEffectManagerV1.self, name: name, version: version)
            manager.onEvent = { [unowned self] event in
                guard case .capabilities(let flags) = event, flags != capabilities else { return }
                capabilities = flags
                onChange()
            }
            standard = (name, manager)
        case OrgKdeKwinBlurManager.interface.name where kwin == nil:
            kwin = (name, registry.bind(OrgKdeKwinBlurManager.self, name: name, version: version))
        default: return false
        }
        onChange()
        return true
    }

    /// A global has gone.
    func forget(_ global: UInt32) {
        // Effects are ended through the manager that made them, so it ends after them.
        if let gone = standard, gone.global == global {
            standard = nil
            capabilities = []
            onChange()
            gone.manager.destroy()
        } else if let gone = kwin, gone.global == global {
            kwin = nil
            onChange()
            gone.manager.destroy()
        }
    }

    /// An effect behind a surface that has none; nil where nobody offers one. The standard one is made even while the
    /// compositor does not blur: it takes it up when it does again.
    func effect(behind surface: WlSurface) -> BlurEffect? {
        if let standard { return .standard(standard.manager.getBackgroundEffect(surface: surface)) }
        return kwin.map { .kwin($0.manager.create(surface: surface), $0.manager, surface) }
    }
}

/// The blur behind one surface. What is said of it takes effect with the surface's next commit.
enum BlurEffect {
    case standard(ExtBackgroundEffectSurfaceV1)
    case kwin(OrgKdeKwinBlur, OrgKdeKwinBlurManager, WlSurface)

    /// Never without a region: to some compositors that means all of the surface, to others none of it.
    func set(_ region: WlRegion) {
        switch self {
        case .standard(let effect): effect.setBlurRegion(region: region)
        case .kwin(let blur, _, _):
            blur.setRegion(region: region)
            blur.commit()
        }
    }

    /// Ends it; before the surface ends.
    func destroy() {
        switch self {
        case .standard(let effect): effect.destroy()
        case .kwin(let blur, let manager, let surface):
            if manager.isAlive { manager.unset(surface: surface) }
            blur.release()
        }
    }
}
