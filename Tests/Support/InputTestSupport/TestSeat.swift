// SPDX-License-Identifier: MIT

import TestSupport
import WaylandProtocols
import WaylandClient

/// A connection to a headless compositor, for creating virtual input devices and surfaces.
final class TestSeat {
    let display: Display
    private let registry: WlRegistry
    private var globals: [String: (name: UInt32, version: UInt32)] = [:]
    /// The names of the outputs that there are.
    private(set) var outputs: [UInt32] = []

    /// - Throws: if the compositor cannot be reached.
    init(_ sway: HeadlessSway) throws {
        display = try Display.connect(to: "\(sway.runtimeDirectory)/\(sway.display)")
        registry = display.registry()
        registry.onEvent = { [unowned self] event in
            switch event {
            case .global(let name, "wl_output", _): outputs.append(name)
            case .global(let name, let interface, let version): globals[interface] = (name, version)
            case .globalRemove(let name): outputs.removeAll { $0 == name }
            }
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

    /// Returns true if the compositor has a global.
    func has<Object: Proxy>(_ type: Object.Type) -> Bool { globals[type.interface.name] != nil }

    /// Binds an output.
    func output(_ name: UInt32) -> WlOutput { registry.bind(WlOutput.self, name: name, version: 1) }

    /// The seat of the devices.
    func seat() throws -> WlSeat { try bind(WlSeat.self, version: 5) }
}
