import CTestSupport
import TestSupport

extension FakeCompositor {
    func handleSurface(_ request: FakeRequest) {
        guard let surface = request.object.content as? FakeSurface else { return }
        surface.journal.append(request.name)
        switch request.name {
        case "attach":
            surface.pending.hasBuffer = true
            surface.attached = request.content(0)
        case "damage_buffer", "damage": surface.pending.damage.append(rect(request))
        case "set_input_region": surface.pending.inputRegion = request.content(0, FakeRegion.self)?.rects
        case "set_opaque_region":
            surface.pending.opaqueRegion = request.content(0, FakeRegion.self)?.rects ?? []
        case "set_buffer_scale": surface.pending.bufferScale = request.int(0)
        case "frame": request.created.map { surface.pending.callbacks.append($0) }
        case "commit": commit(surface)
        case "destroy":
            if surface.alphaModifier?.isAlive == true {
                violations.append("a surface was destroyed before its alpha modifier")
            }
            if surface.role != nil { violations.append("a surface was destroyed before its role") }
            surface.current = nil
            surface.releaseAllBuffers()
            surface.dropFrames()
        default: break
        }
    }

    private func commit(_ surface: FakeSurface) {
        for buffer in surface.held where buffer.wasRewritten {
            violations.append("a buffer was rewritten while it was held")
        }
        var commit = surface.pending
        surface.pending = commit.lasting
        let isFirst = surface.commits.isEmpty
        if commit.hasBuffer {
            if surface.role != nil, !surface.isConfigured {
                violations.append("a buffer before the first configure was acknowledged")
            }
            commit.pixels = show(surface.attached, on: surface)
            surface.attached = nil
            check(commit, surface)
        }
        commit.time = Monotonic.now
        commit.bufferSize = surface.current.map { PixelSize($0.width, $0.height) }
        commit.hasAlpha = surface.current?.hasAlpha ?? true
        commit.bufferOffset = surface.current?.offset ?? 0
        surface.record(commit)
        if let layer = surface.layer, let before = surface.arranged, layer.layer != before.layer, restacks {
            stack(surface)
        }
        surface.callbacks += commit.callbacks
        surface.feedbacks += commit.feedbacks
        if case .every(let milliseconds) = framePace, !surface.callbacks.isEmpty, surface.frameDue == nil {
            surface.frameDue = Monotonic.now + UInt64(milliseconds) * 1_000_000
        }
        if isFirst, configures { configure(surface) }
        if configures { rearrange(surface) }
        surface.arranged = surface.layer
        let size = commit.destination ?? commit.bufferSize
        let isTiny = size.map { $0.width <= 16 } ?? false
        if forgetsCoveredSurfaces, isTiny || isCovered(surface) { surface.isForgotten = true }
    }

    /// Configures a surface that requests another size, and its neighbours if its zone changes or is new.
    private func rearrange(_ surface: FakeSurface) {
        guard let layer = surface.layer else { return }
        let before = surface.arranged
        if let before, layer.size != before.size || layer.margins != before.margins,
            size(of: surface) != surface.told
        {
            configure(surface)
        }
        guard layer.exclusiveZone != before?.exclusiveZone ?? 0 else { return }
        for other in surfaces where other !== surface && other.layer?.output === layer.output && other.told != nil {
            if size(of: other) != other.told { configure(other) }
        }
    }

    private func show(_ buffer: FakeBuffer?, on surface: FakeSurface) -> [UInt32] {
        let isFirst = surface.current == nil
        surface.current = buffer
        guard let buffer else { return [] }
        guard buffer.object.isAlive else {
            violations.append("a destroyed buffer was committed")
            return []
        }
        if !surface.held.contains(where: { $0 === buffer }) { surface.held.append(buffer) }
        let pixels = buffer.commit()
        if !buffer.hasAlpha, !cts_opaque(pixels, pixels.count) {
            violations.append("transparent pixels in a buffer without alpha")
        }
        if releasesBuffers { surface.releaseBuffers() }
        if isFirst { enter(surface) }
        return pixels
    }

    private func check(_ commit: FakeCommit, _ surface: FakeSurface) {
        guard let buffer = surface.current else { return }
        let scale = commit.bufferScale
        let isWhole = buffer.width % scale == 0 && buffer.height % scale == 0
        if commit.destination == nil, !isWhole {
            violations.append("a buffer of \(buffer.width)×\(buffer.height) with the scale \(scale)")
        }
        if let (size, states) = surface.configuration, surface.toplevel != nil {
            let shown = commit.destination ?? PixelSize(buffer.width / scale, buffer.height / scale)
            let isLarger = shown.width > size.width || shown.height > size.height
            if states.contains(1) && shown != size || states.contains(2) && isLarger {
                violations.append("xdg_wm_base.invalid_surface_state: \(shown) in place of \(size)")
            }
        }
        if let source = commit.source,
            source.x < 0 || source.y < 0 || source.x + source.width > Double(buffer.width)
                || source.y + source.height > Double(buffer.height)
        {
            violations.append("wp_viewport.out_of_buffer: \(source) of \(buffer.width)×\(buffer.height)")
        }
        for rect in commit.damage where rect.width <= 0 || rect.height <= 0 {
            violations.append("empty damage")
        }
    }

    private func enter(_ surface: FakeSurface) {
        let output = surface.layer?.output ?? outputs.first
        for object in surface.client.objects("wl_output") where object.content === output {
            surface.object.send("enter", .object(object.id))
        }
    }

    /// Configures a surface with the size that its role requests.
    public func configure(_ surface: FakeSurface) {
        let size = size(of: surface)
        if surface.role != nil { surface.configure(size.width, size.height, serial: serial()) }
    }

    /// The size that its role requests, if any.
    private func size(of surface: FakeSurface) -> PixelSize {
        guard let layer = surface.layer else { return PixelSize(0, 0) }
        let output = layer.output ?? outputs.first
        let ignoresZones = layer.exclusiveZone < 0
        func reserved(alongSide: Bool) -> Int { ignoresZones ? 0 : zones(alongSide, on: output, but: surface) }
        let margins = layer.margins
        return PixelSize(
            layer.size.width > 0
                ? layer.size.width : (output?.width ?? 0) - reserved(alongSide: true) - margins[1] - margins[3],
            layer.size.height > 0
                ? layer.size.height : (output?.height ?? 0) - reserved(alongSide: false) - margins[0] - margins[2])
    }

    private func zones(_ alongSide: Bool, on output: FakeOutput?, but surface: FakeSurface) -> Int {
        surfaces.filter { $0 !== surface && $0.layer?.output === output && $0.layer?.isAlongSide == alongSide }
            .reduce(0) { $0 + max($1.layer?.exclusiveZone ?? 0, 0) }
    }
}

extension FakeCompositor {
    /// The live layer surfaces with a buffer, from the lowest to the highest.
    public var stacked: [FakeSurface] {
        let shown = stack.filter { $0.isAlive && $0.current != nil }
        return (0..<4).flatMap { layer in shown.filter { $0.arranged?.layer == layer } }
    }

    /// Puts a surface at the end of the stack at which surfaces enter.
    func stack(_ surface: FakeSurface) {
        stack.removeAll { $0 === surface || !$0.isAlive }
        if stacksNewestAbove { stack.append(surface) } else { stack.insert(surface, at: 0) }
    }

    /// True if a surface's frame callbacks are not answered.
    public func isSkipped(_ surface: FakeSurface) -> Bool {
        surface.isForgotten || skipsCoveredSurfaces && isCovered(surface)
    }

    private func isCovered(_ surface: FakeSurface) -> Bool {
        guard let index = stacked.firstIndex(where: { $0 === surface }) else { return false }
        return stacked[(index + 1)...].contains { $0.covers(surface) }
    }
}

extension FakeSurface {
    /// True if the surface covers another one, with the same anchors, opaquely.
    fileprivate func covers(_ other: FakeSurface) -> Bool {
        guard let told, let size = other.told, layer?.output === other.layer?.output,
            layer?.anchor == other.layer?.anchor
        else { return false }
        if commits.last?.hasAlpha == false { return true }
        return commits.last?.opaqueRegion.contains {
            $0.x <= 0 && $0.y <= 0 && $0.width >= max(told.width, size.width)
                && $0.height >= max(told.height, size.height)
        } == true
    }
}
