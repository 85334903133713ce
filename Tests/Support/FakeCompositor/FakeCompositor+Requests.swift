import Glibc
import TestSupport
import WaylandScanner

extension FakeCompositor {
    /// Handles a request, and records protocol violations.
    func handle(_ request: FakeRequest, of client: FakeClient) throws {
        switch request.object.kind {
        case "wl_display": handleDisplay(request, client)
        case "wl_registry": try bind(request)
        case "wl_compositor": create(request, client)
        case "wl_shm", "wl_shm_pool": handleMemory(request)
        case "wl_region": handleRegion(request)
        case "wl_surface": handleSurface(request)
        case "wl_buffer" where request.name == "destroy": destroyBuffer(request, client)
        case "zwlr_layer_shell_v1", "zwlr_layer_surface_v1": handleLayer(request)
        case "xdg_wm_base", "xdg_surface", "xdg_toplevel": handleWindow(request, client)
        case "wp_alpha_modifier_v1", "wp_alpha_modifier_surface_v1": handleAlpha(request)
        case "wp_commit_timing_manager_v1", "wp_commit_timer_v1", "wp_fifo_manager_v1", "wp_fifo_v1":
            handleConstraint(request)
        case "wp_viewporter", "wp_viewport", "wp_fractional_scale_manager_v1": handleScaling(request)
        case "ext_background_effect_manager_v1", "ext_background_effect_surface_v1": handleBackground(request)
        case "org_kde_kwin_blur_manager", "org_kde_kwin_blur": handleKWinBlur(request)
        case "zwlr_foreign_toplevel_manager_v1", "zwlr_foreign_toplevel_handle_v1": handleWindows(request)
        case "wp_presentation": handlePresentation(request)
        case "xdg_activation_v1", "xdg_activation_token_v1": handleActivation(request)
        case "zwp_text_input_manager_v3", "zwp_text_input_v3": handleTextInput(request)
        case "zwlr_screencopy_manager_v1", "zwlr_screencopy_frame_v1": handleScreencopy(request)
        case "wp_security_context_manager_v1", "wp_security_context_v1": handleContext(request)
        case "wl_pointer", "wp_cursor_shape_device_v1": handleCursor(request, client)
        case "wl_data_offer": handleOffer(request)
        default: break
        }
        if client.isDestructor(request) { client.remove(request.object) }
    }

    private func handleDisplay(_ request: FakeRequest, _ client: FakeClient) {
        guard let created = request.created else { return }
        switch request.name {
        case "sync":
            created.send("done", .uint(0))
            client.remove(created)
        default:
            for (global, name, version) in globals {
                created.send("global", .uint(global), .string(name), .uint(version))
            }
        }
    }

    private func bind(_ request: FakeRequest) throws {
        guard let object = request.created else { return }
        guard let global = globals.first(where: { $0.global == request.uint(0) }) else { return }
        guard global.name == object.kind, object.version <= global.version else {
            return violations.append("\(object.kind) \(object.version) bound to \(global.name) \(global.version)")
        }
        switch object.kind {
        case "wl_shm":
            object.send("format", 0)
            object.send("format", 1)
        case "wl_seat": object.send("capabilities", .uint(capabilities))
        case "wp_presentation": object.send("clock_id", 1)
        case "ext_background_effect_manager_v1": object.send("capabilities", .uint(backgroundEffects))
        case "wl_output":
            let output = outputs.first { $0.global == global.global }
            object.content = output
            output?.announce(to: object)
        default: break
        }
    }

    private func create(_ request: FakeRequest, _ client: FakeClient) {
        guard let object = request.created else { return }
        if request.name == "create_region" {
            object.content = FakeRegion()
            regionCount += 1
        } else {
            let surface = FakeSurface(object, client: client)
            object.content = surface
            client.surfaces.append(surface)
        }
    }

    private func handleRegion(_ request: FakeRequest) {
        guard let region = request.object.content as? FakeRegion, request.name == "add" else { return }
        region.rects.append(rect(request))
    }

    private func handleOffer(_ request: FakeRequest) {
        guard request.name == "receive", case .descriptor(let end) = request.values[1] else { return }
        _ = write(end, clipboard, clipboard.utf8.count)
        close(end)
    }

    private func handleMemory(_ request: FakeRequest) {
        guard let object = request.created else { return }
        switch request.name {
        case "create_pool":
            guard case .descriptor(let descriptor) = request.values[1] else { return }
            object.content = FakePool(descriptor: descriptor, size: request.int(2))
        case "create_buffer":
            let (offset, height, stride) = (request.int(1), request.int(3), request.int(4))
            guard let pool = request.object.content as? FakePool, offset + height * stride <= pool.bytes.count else {
                return violations.append("a buffer that its pool does not hold")
            }
            object.content = FakeBuffer(
                object, pool: pool, offset: offset, width: request.int(2), height: height, stride: stride,
                hasAlpha: request.uint(5) == 0)
        default: break
        }
    }

    private func destroyBuffer(_ request: FakeRequest, _ client: FakeClient) {
        guard let buffer = request.object.content as? FakeBuffer else { return }
        for surface in client.surfaces where surface.isAlive {
            if surface.current === buffer, buffer.isBusy { violations.append("the buffer that is shown was destroyed") }
            if surface.attached === buffer { violations.append("a buffer was destroyed before its commit") }
            surface.held.removeAll { $0 === buffer }
        }
    }

    private func handleLayer(_ request: FakeRequest) {
        if request.name == "get_layer_surface" {
            guard let surface: FakeSurface = request.content(1), let role = request.created else { return }
            role.content = surface
            surface.role = role
            let output: FakeOutput? = request.content(2)
            surface.layer = .init(namespace: request.string(4), output: output, layer: request.int(3))
            stack(surface)
            return
        }
        guard let surface = request.object.content as? FakeSurface else { return }
        surface.journal.append(request.name)
        switch request.name {
        case "set_size": surface.layer?.size = PixelSize(request.int(0), request.int(1))
        case "set_layer": surface.layer?.layer = request.int(0)
        case "set_anchor": surface.layer?.anchor = request.int(0)
        case "set_margin": surface.layer?.margins = (0..<4).map { request.int($0) }
        case "set_exclusive_zone": surface.layer?.exclusiveZone = request.int(0)
        case "set_keyboard_interactivity":
            if refusedKeyboards.contains(request.int(0)) {
                surface.client.postError(of: request.object, code: 3, "Unsupported setting")
            }
            surface.layer?.keyboardInteractivity = request.int(0)
            onKeyboardInteractivity(surface)
        case "ack_configure": acknowledge(request.uint(0), surface)
        case "destroy": surface.role = nil
        default: break
        }
    }

    private func handleWindow(_ request: FakeRequest, _ client: FakeClient) {
        let surface = request.object.content as? FakeSurface
        switch request.name {
        case "pong": client.pongs.append(request.uint(0))
        case "get_xdg_surface":
            guard let surface: FakeSurface = request.content(1) else { return }
            surface.role = request.created
            request.created?.content = surface
        case "get_toplevel":
            surface?.toplevel = request.created
            request.created?.content = surface
        case "move": surface?.moves += 1
        case "set_title": surface?.title = request.string(0)
        case "set_app_id": surface?.appID = request.string(0)
        case "ack_configure": surface.map { acknowledge(request.uint(0), $0) }
        case "destroy":
            if request.object.kind == "xdg_toplevel" { surface?.toplevel = nil }
            if request.object.kind == "xdg_surface" { surface?.role = nil }
        default: break
        }
    }

    private func acknowledge(_ serial: UInt32, _ surface: FakeSurface) {
        guard let index = surface.sent.firstIndex(of: serial) else {
            return violations.append("the serial \(serial) was never sent")
        }
        surface.configuration = surface.configurations[serial]
        for earlier in surface.sent[...index] { surface.configurations[earlier] = nil }
        surface.sent.removeFirst(index + 1)
        surface.isConfigured = true
    }

    private func handleScaling(_ request: FakeRequest) {
        switch request.name {
        case "get_viewport":
            request.created?.content = request.content(1, FakeSurface.self)
        case "set_destination":
            let (width, height) = (request.int(0), request.int(1))
            let isUnset = width == -1 && height == -1
            guard isUnset || (width > 0 && height > 0) else {
                return violations.append("a viewport of \(width)×\(height)")
            }
            (request.object.content as? FakeSurface)?.pending.destination = isUnset ? nil : PixelSize(width, height)
        case "set_source":
            let area = PixelArea(
                x: request.fixed(0), y: request.fixed(1), width: request.fixed(2), height: request.fixed(3))
            let isUnset = [area.x, area.y, area.width, area.height].allSatisfy { $0 == -1 }
            guard isUnset || (area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0) else {
                return violations.append("a viewport's source of \(area)")
            }
            (request.object.content as? FakeSurface)?.pending.source = isUnset ? nil : area
        case "get_fractional_scale":
            guard let surface: FakeSurface = request.content(1) else { return }
            surface.fractionalScale = request.created
            surface.prefer(scale: fractionalScale)
        default: break
        }
    }

    private func handleAlpha(_ request: FakeRequest) {
        switch request.name {
        case "get_surface":
            guard let surface: FakeSurface = request.content(1) else { return }
            if surface.alphaModifier?.isAlive == true { violations.append("a second alpha modifier of a surface") }
            surface.alphaModifier = request.created
            request.created?.content = surface
        case "set_multiplier":
            (request.object.content as? FakeSurface)?.pending.opacity = Double(request.uint(0)) / Double(UInt32.max)
        default: break
        }
    }

    private func handleConstraint(_ request: FakeRequest) {
        let surface = request.object.content as? FakeSurface
        if let created = request.created {
            guard let surface: FakeSurface = request.content(1) else { return }
            if surface.constraints.contains(where: { $0.isAlive && $0.kind == created.kind }) {
                violations.append("a second \(created.kind) of a surface")
            }
            surface.constraints.append(created)
            created.content = surface
        } else if request.name != "destroy", surface?.isAlive != true {
            violations.append("\(request.name) on a surface that is gone")
        }
        switch request.name {
        case "set_timestamp":
            if surface?.pending.timestamp != nil { violations.append("two timestamps of one commit") }
            if request.uint(2) > 999_999_999 { violations.append("an invalid timestamp") }
            let seconds = UInt64(request.uint(0)) << 32 | UInt64(request.uint(1))
            surface?.pending.timestamp = seconds * 1_000_000_000 + UInt64(request.uint(2))
        case "set_barrier": surface?.pending.setsBarrier = true
        case "wait_barrier": surface?.pending.waitsForBarrier = true
        default: break
        }
    }

    private func handlePresentation(_ request: FakeRequest) {
        guard let feedback = request.created, let surface: FakeSurface = request.content(0) else { return }
        surface.pending.feedbacks.append(feedback)
    }

    private func handleBackground(_ request: FakeRequest) {
        switch request.name {
        case "get_background_effect":
            guard let surface: FakeSurface = request.content(1) else { return }
            if surface.background?.isAlive == true { violations.append("a second effect behind a surface") }
            surface.background = request.created
            request.created?.content = surface
        case "set_blur_region":
            let surface = request.object.content as? FakeSurface
            if surface?.isAlive != true { violations.append("an effect behind a surface that is gone") }
            surface?.pending.blurRegion = request.content(0, FakeRegion.self)?.rects
        case "destroy": (request.object.content as? FakeSurface)?.pending.blurRegion = nil
        default: break
        }
    }

    private func handleKWinBlur(_ request: FakeRequest) {
        switch request.name {
        case "create": request.created?.content = request.content(1, FakeSurface.self).map(FakeBlur.init)
        case "unset": request.content(0, FakeSurface.self)?.pending.blurRegion = nil
        case "set_region": (request.object.content as? FakeBlur)?.region = request.content(0, FakeRegion.self)?.rects
        case "commit":
            guard let blur = request.object.content as? FakeBlur, !blur.isCommitted else { return }
            blur.isCommitted = true
            blur.surface.pending.blurRegion = blur.region
        default: break
        }
    }

    private func handleCursor(_ request: FakeRequest, _ client: FakeClient) {
        switch request.name {
        case "set_shape": client.cursorShapes.append((request.uint(0), request.uint(1)))
        case "set_cursor": client.cursorSurfaces.append(request.content(1))
        default: break
        }
    }

    func rect(_ request: FakeRequest) -> PixelRect {
        PixelRect(x: request.int(0), y: request.int(1), width: request.int(2), height: request.int(3))
    }
}
