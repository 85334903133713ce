// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Wayland
@testable import WaylandClient

private let liveDisplay = getenv("TABSHELL_TEST_DISPLAY").map { String(cString: $0) }

/// Connects to the compositor named by `TABSHELL_TEST_DISPLAY` (a socket's path, or its name in XDG_RUNTIME_DIR), which
/// must have layer-shell, virtual pointers, a seat and an output; a headless sway does.
@Suite(.enabled(if: liveDisplay != nil, "TABSHELL_TEST_DISPLAY names no compositor")) struct LiveTests {
    @Test func bindsEverySupportedGlobal() throws {
        let display = try Display.connect(to: liveDisplay)
        let globals = try Globals(display)
        let spoken: [Proxy.Type] = [
            WlCompositor.self, WlSubcompositor.self, WlShm.self, WlSeat.self, WlOutput.self, XdgWmBase.self,
            WpViewporter.self, WpPresentation.self, WpFractionalScaleManagerV1.self,
            ZxdgOutputManagerV1.self, ZwlrLayerShellV1.self, ZwlrForeignToplevelManagerV1.self,
            ZwlrVirtualPointerManagerV1.self, WpCursorShapeManagerV1.self,
        ]
        var bound = 0
        for type in spoken {
            guard let global = globals[type.interface.name] else { continue }
            let object = globals.registry.bind(type, name: global.name, version: global.version)
            #expect(object.version == min(global.version, type.interface.version))
            bound += 1
        }
        try display.roundtrip()
        #expect(bound >= 6)
    }

    @Test func layerSurfaceReceivesConfigureAndPointer() throws {
        let display = try Display.connect(to: liveDisplay)
        let globals = try Globals(display)
        let compositor = try globals.bind(WlCompositor.self)
        let shm = try globals.bind(WlShm.self)
        let surface = compositor.createSurface()
        let layer = try globals.bind(ZwlrLayerShellV1.self)
            .getLayerSurface(surface: surface, output: nil, layer: .overlay, namespace: "wayland-tests")
        layer.setSize(width: 0, height: 40)
        layer.setAnchor(anchor: [.bottom, .left, .right])
        layer.setExclusiveZone(zone: 40)
        surface.commit()

        var size: (width: UInt32, height: UInt32)?
        layer.onEvent = { event in
            guard case .configure(let serial, let width, let height) = event else { return }
            size = (width, height)
            layer.ackConfigure(serial: serial)
        }
        try display.roundtrip()
        let (width, height) = try #require(size)
        #expect(width > 0)
        #expect(height == 40)

        let bytes = Int32(width * height * 4)
        let memory = try #require(tmpfile())
        defer { fclose(memory) }
        try #require(ftruncate(fileno(memory), Int(bytes)) == 0)
        let pool = shm.createPool(fd: fileno(memory), size: bytes)
        let buffer = pool.createBuffer(
            offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: .argb8888)
        pool.destroy()

        var entered: [WlOutput?] = []
        let output = try globals.bind(WlOutput.self)
        surface.onEvent = { if case .enter(let output) = $0 { entered.append(output) } }
        var framed = false
        surface.frame().onEvent = { _ in framed = true }
        surface.attach(buffer: buffer, x: 0, y: 0)
        surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        try waitUntil(display) { framed }
        #expect(entered.contains { $0 === output })

        // A headless seat has a pointer only once a virtual one exists.
        let mouse = try globals.bind(ZwlrVirtualPointerManagerV1.self).createVirtualPointer(seat: nil)
        let seat = try globals.bind(WlSeat.self)
        var capabilities: WlSeat.Capability = []
        seat.onEvent = { if case .capabilities(let now) = $0 { capabilities = now } }
        try waitUntil(display) { capabilities.contains(.pointer) }
        let pointer = seat.getPointer()
        var places: [Double] = []
        pointer.onEvent = { event in
            if case .enter(_, let target, _, let y) = event, target === surface { places.append(y) }
        }
        try display.roundtrip()
        // From far away, since the pointer may still be where an earlier run left it.
        for y in [UInt32(10), 995] {
            mouse.motionAbsolute(time: 0, x: 500, y: y, xExtent: 1000, yExtent: 1000)
            mouse.frame()
        }
        try waitUntil(display) { !places.isEmpty }
        #expect(places.allSatisfy { $0 > 0 && $0 < 40 })
        display.disconnect()
        #expect(surface.isInert)
    }

    @Test func protocolErrorIsReported() throws {
        let display = try Display.connect(to: liveDisplay)
        let layer = try Globals(display).bind(ZwlrLayerShellV1.self)
        let surface = try Globals(display).bind(WlCompositor.self).createSurface()
        _ = layer.getLayerSurface(
            surface: surface, output: nil, layer: ZwlrLayerShellV1.Layer(rawValue: 99), namespace: "wayland-tests")
        #expect(
            throws: WaylandError.protocolError(
                interface: "zwlr_layer_shell_v1", code: ZwlrLayerShellV1.Error.invalidLayer.rawValue, object: layer.id)
        ) {
            try display.roundtrip()
        }
    }

    /// Runs an event loop with a deadline.
    private func waitUntil(_ display: Display, _ condition: () -> Bool, line: Int = #line) throws {
        while !condition() {
            while !display.prepareRead() { try display.dispatchPending() }
            _ = try display.flush()
            var descriptor = pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 10_000) == 1 else {
                display.cancelRead()
                throw Silence(line: line)
            }
            try display.readEvents()
            try display.dispatchPending()
        }
    }

    /// The deadline of 10 s has passed.
    private struct Silence: Error {
        var line: Int
    }
}

private final class Globals {
    let registry: WlRegistry
    private var found: [String: (name: UInt32, version: UInt32)] = [:]

    init(_ display: Display) throws {
        registry = display.registry()
        registry.onEvent = { [unowned self] event in
            guard case .global(let name, let interface, let version) = event else { return }
            found[interface] = (name, version)
        }
        try display.roundtrip()
        registry.onEvent = nil
    }

    subscript(interface: String) -> (name: UInt32, version: UInt32)? { found[interface] }

    func bind<Object: Proxy>(_ type: Object.Type) throws -> Object {
        let global = try #require(found[type.interface.name])
        return registry.bind(type, name: global.name, version: global.version)
    }
}
