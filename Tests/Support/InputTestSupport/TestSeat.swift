// SPDX-License-Identifier: MIT

import TestSupport
import Wayland
import WaylandClient

/// A connection to a headless compositor, for creating virtual input devices.
final class TestSeat {
    let display: Display
    private let registry: WlRegistry
    private var globals: [String: (name: UInt32, version: UInt32)] = [:]

    /// - Throws: if the compositor cannot be reached.
    init(_ sway: HeadlessSway) throws {
        display = try Display.connect(to: "\(sway.runtimeDirectory)/\(sway.display)")
        registry = display.registry()
        registry.onEvent = { [unowned self] event in
            if case .global(let name, let interface, let version) = event { globals[interface] = (name, version) }
        }
        try display.roundtrip()
    }

    deinit { display.disconnect() }

    /// Binds a global in the newest common version.
    ///
    /// - Throws: if the compositor lacks it.
    func bind<Object: Proxy>(_ type: Object.Type, version: UInt32) throws -> Object {
        guard let global = globals[type.interface.name] else {
            throw SystemError("the compositor has no \(type.interface.name)")
        }
        return registry.bind(type, name: global.name, version: min(global.version, version))
    }

    /// The seat of the devices.
    func seat() throws -> WlSeat { try bind(WlSeat.self, version: 5) }
}
