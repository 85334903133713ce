// SPDX-License-Identifier: MIT

import FakeCompositor
import StageTestSupport
import TestSupport

/// A compositor that plays steps against the panel and a page, with the real daemon.
final class CompositorPlayer {
    private static let keymap = """
        xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
        xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };
        """

    /// Objects whose number depends on nothing but what is shown.
    private static let judged = [
        "wl_surface", "zwlr_layer_surface_v1", "wl_output", "wl_data_offer", "wp_viewport", "wp_fractional_scale_v1",
        "zwlr_foreign_toplevel_handle_v1", "xdg_surface", "xdg_popup",
    ]

    let stage: Stage
    private var fingers: [Int32: FakeSurface] = [:]
    private var pointed: FakeSurface?
    private var focused: FakeSurface?
    private var dragged: FakeSurface?
    private var windows: [FakeToplevel] = []
    private var names = 1

    init() throws {
        stage = try Stage(versions: ["wl_seat": 8, "zwlr_foreign_toplevel_manager_v1": 3], configuration: "")
        try stage.bar()
        try stage.start("tabshell-sample", ["--tab", "home"])
        try stage.compositor.waitUntil("the page") { [stage] in
            stage.compositor.surfaces("tabshell-page-home").contains { $0.shown != nil }
        }
    }

    private var compositor: FakeCompositor { stage.compositor }

    func play(_ step: CompositorStep) throws {
        switch step {
        case .touch(let id, let touch): play(touch, of: id)
        case .pointer(let pointer): play(pointer)
        case .key(let key): play(key)
        case .drag(let drag): try play(drag)
        case .output(let output): play(output)
        case .window(let window): try play(window)
        case .configure(let number, let width, let height):
            surface(number)?.configure(width, height, serial: compositor.serial())
        case .prefer(let number, let scale): surface(number)?.prefer(scale: scale)
        case .close(let number): surface(number)?.sendClosed()
        case .capabilities(let capabilities): compositor.setCapabilities(capabilities)
        case .request(let verb, let arguments):
            // A request may be refused in the present state, which is a reply as well.
            _ = try? stage.socket.request(verb, arguments)
            _ = try stage.socket.request("ping")
        case .configuration(let text): try stage.configure(text)
        case .settle: try settle()
        }
    }

    // MARK: Input

    private func play(_ touch: CompositorStep.Touch, of id: Int32) {
        switch touch {
        case .down(let place):
            guard fingers[id] == nil, let (surface, x, y) = point(place) else { return }
            fingers[id] = surface
            compositor.touchDown(id, on: surface, x: x, y: y)
        case .move(let place):
            guard let surface = fingers[id], let (_, x, y) = point(place) else { return }
            compositor.touchMove(id, on: surface, x: x, y: y)
        case .up:
            guard let surface = fingers.removeValue(forKey: id) else { return }
            compositor.touchUp(id, on: surface)
        case .cancel: cancelTouches()
        }
    }

    private func cancelTouches() {
        for surface in fingers.values { compositor.touchCancel(on: surface) }
        fingers = [:]
    }

    private func play(_ pointer: CompositorStep.Pointer) {
        switch pointer {
        case .enter(let place):
            guard let (surface, x, y) = point(place) else { return }
            leave()
            pointed = surface
            compositor.pointerEnters(surface, x: x, y: y)
        case .move(let place):
            guard let pointed, let (_, x, y) = point(place) else { return }
            compositor.pointerMoves(on: pointed, x: x, y: y)
        case .button(let isPressed): if let pointed { compositor.button(on: pointed, isPressed: isPressed) }
        case .wheel(let value): if let pointed { compositor.wheel(on: pointed, value: value, steps: nil) }
        case .leave: leave()
        }
    }

    /// Lets the pointer leave its surface. That of one that has gone is left by its end.
    private func leave() {
        if let pointed, pointed.isAlive { compositor.pointerLeaves(pointed) }
        pointed = nil
    }

    private func play(_ key: CompositorStep.Key) {
        switch key {
        case .enter(let number):
            loseFocus()
            guard let surface = surface(number) else { return }
            focused = surface
            try? compositor.setKeymap(Self.keymap, of: surface.client)
            compositor.keyboardEnters(surface)
        case .key(let code, let isPressed):
            if let focused { compositor.key(code, isPressed: isPressed, client: focused.client) }
        case .leave: loseFocus()
        }
    }

    private func loseFocus() {
        if let focused, focused.isAlive { compositor.keyboardLeaves(focused) }
        focused = nil
    }

    private func play(_ drag: CompositorStep.Drag) throws {
        switch drag {
        case .enter(let place):
            guard let (surface, x, y) = point(place) else { return }
            endDrag()
            dragged = surface
            try compositor.dataDragEnters(surface, x: x, y: y)
        case .move(let place):
            guard let dragged, let (_, x, y) = point(place) else { return }
            compositor.dataDragMoves(on: dragged, x: x, y: y)
        case .drop:
            for device in dragged?.client.objects("wl_data_device") ?? [] { device.send("drop") }
            endDrag()
        case .leave: endDrag()
        }
    }

    private func endDrag() {
        if let dragged { compositor.dataDragLeaves(dragged) }
        dragged = nil
    }

    // MARK: Outputs and windows

    private func play(_ output: CompositorStep.Output) {
        let outputs = compositor.outputs
        switch output {
        case .add(let width):
            guard outputs.count < 3 else { return }
            names += 1
            compositor.add(FakeOutput("FAKE-\(names)", width: width))
        case .remove(let number, let closesSurfaces):
            if !outputs.isEmpty { compositor.remove(outputs[number % outputs.count], closingSurfaces: closesSurfaces) }
        case .scale(let number, let scale):
            if !outputs.isEmpty { outputs[number % outputs.count].rescale(to: scale) }
        }
    }

    private func play(_ window: CompositorStep.Window) throws {
        switch window {
        case .open:
            if let opened = try compositor.openWindow("org.example.Edit", title: "Draft") { windows.append(opened) }
        case .change(let number, let states):
            if !windows.isEmpty { windows[number % windows.count].change(states: states) }
        case .close(let number): if !windows.isEmpty { windows.remove(at: number % windows.count).close() }
        }
    }

    private func surface(_ number: Int) -> FakeSurface? {
        let surfaces = compositor.surfaces.filter { $0.layer != nil && $0.shown != nil }
        return surfaces.isEmpty ? nil : surfaces[number % surfaces.count]
    }

    private func point(_ place: CompositorStep.Place) -> (FakeSurface, Double, Double)? {
        guard let surface = surface(place.surface), let shown = surface.shown,
            let size = shown.destination ?? shown.bufferSize
        else { return nil }
        return (surface, place.x * Double(size.width), place.y * Double(size.height))
    }

    // MARK: The end

    private func settle() throws {
        for client in compositor.clients { try compositor.settle(client) }
        for program in stage.programs where !program.isRunning {
            throw SystemError("a program ended with \(program.exit as Any): \(program.errorOutput)")
        }
        for surface in compositor.surfaces {
            surface.discardFeedback()
            surface.forgetCommits()
        }
    }

    /// Ends all that is under way, leaves one output, and presses two tabs, for each of which the page must follow.
    ///
    /// - Returns: the objects of all programs whose number must be the same each time.
    func finish() throws -> [String: Int] {
        cancelTouches()
        leave()
        loseFocus()
        endDrag()
        while !windows.isEmpty { windows.removeLast().close() }
        try settle()
        compositor.setCapabilities(7)
        for output in compositor.outputs { compositor.remove(output) }
        try compositor.waitUntil("the surfaces to go") { [compositor] in
            !compositor.surfaces.contains { $0.layer != nil }
        }
        try stage.configure("")
        try stage.socket.request("look", ["look": "stress-monitor"])
        try stage.socket.request("appearance", ["appearance": "light"])
        for tab in ["growth", "home"] { try stage.socket.request("select", ["tab": tab]) }
        compositor.add(FakeOutput("FAKE-1"))
        var bar = try stage.bar(on: "FAKE-1")
        for (number, tab) in [(1, "flash"), (0, "home")] {
            try compositor.waitUntil("the bar in its place") { [compositor] in
                guard let last = compositor.surfaces("tabshell-bar").last else { return false }
                bar = last
                return bar.shown?.destination == PixelSize(428, BarGeometry.height)
            }
            try settle()
            compositor.tap(on: bar, x: BarGeometry.centers[number], y: BarGeometry.y)
            try stage.waitForSelection(of: tab)
            try compositor.waitUntil("the page \(tab == "home" ? "shown" : "hidden")") { [compositor] in
                compositor.surfaces("tabshell-page-home").last?.shown?.bufferSize
                    == (tab == "home" ? PixelSize(428, 807) : PixelSize(1, 1))
            }
        }
        try settle()
        return counts
    }

    /// The number of objects, by kind.
    var counts: [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.judged.map { ($0, compositor.objects($0).count) })
    }

    /// Waits until no more objects are held than were after an earlier end.
    func expect(_ expected: [String: Int]) throws {
        var held: [String: Int] = [:]
        try compositor.waitUntil("\(expected) in place of \(held)") {
            held = counts
            return held == expected
        }
    }
}
