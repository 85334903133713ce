import WaylandProtocols

/// Blur behind surfaces: ext-background-effect, else KWin's older protocol. Both globals may come and go at run time.
final class BackgroundEffectManager {
    /// Called after the manager or its capabilities have changed, so that effects must be recreated.
    var onChange: () -> Void = {}

    private var standard: (global: UInt32, manager: ExtBackgroundEffectManagerV1)?
    private var kwin: (global: UInt32, manager: OrgKdeKwinBlurManager)?
    private var capabilities: ExtBackgroundEffectManagerV1.Capability = []

    /// True if backgrounds can be blurred now. The standard protocol announces it shortly after the bind.
    var isAvailable: Bool { standard == nil ? kwin != nil : capabilities.contains(.blur) }

    /// Binds a global if it is one of the two managers, and returns true then.
    func register(_ event: WlRegistry.Event, in registry: WlRegistry) -> Bool {
        guard case .global(let name, let interface, let version) = event else { return false }
        switch interface {
        case ExtBackgroundEffectManagerV1.interface.name where standard == nil:
            let manager = registry.bind(ExtBackgroundEffectManagerV1.self, name: name, version: version)
            manager.onEvent = { [weak self] event in
                guard let self else { return }
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

    func remove(_ global: UInt32) {
        // Effects are destroyed by the manager that made them, so it is destroyed after them.
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

    /// Creates an effect for a surface without one; nil without a manager. A standard one waits until blur is available.
    func effect(behind surface: WlSurface) -> BlurEffect? {
        if let standard {
            let effect = standard.manager.getBackgroundEffect(surface: surface)
            return BlurEffect(
                canChange: true, set: { effect.setBlurRegion(region: $0) }, discard: { effect.destroy() },
                destroy: { effect.destroy() })
        }
        guard let manager = kwin?.manager else { return nil }
        let blur = manager.create(surface: surface)
        return BlurEffect(
            canChange: false,
            set: {
                blur.setRegion(region: $0)
                blur.commit()
            }, discard: { blur.release() },
            destroy: {
                if !manager.isInert { manager.unset(surface: surface) }
                blur.release()
            })
    }
}

/// The blur effect of one surface. Its state takes effect with the surface's next commit.
struct BlurEffect {
    /// True if the region may be set again. KWin 5 keeps the first region of each object.
    let canChange: Bool
    /// Sets the region. It is never null: some compositors take that for the whole surface, others for nothing.
    let set: (WlRegion) -> Void
    /// Destroys an effect that another one has replaced.
    let discard: () -> Void
    /// Destroys the effect, which must happen before the surface is destroyed.
    let destroy: () -> Void
}
