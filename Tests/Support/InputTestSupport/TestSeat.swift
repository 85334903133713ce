import TestSupport
import WaylandProtocols
import WaylandClient

/// A connection to a headless compositor, for creating virtual input devices and surfaces.
final class TestSeat {
    let display: Display
    private let registry: WlRegistry
    private var globals: [String: (name: UInt32, version: UInt32)] = [:]
    private(set) var outputs: [UInt32] = []

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
    func bind<Object: Proxy>(_ type: Object.Type, version: UInt32) throws -> Object {
        guard let global = globals[type.interface.name] else {
            throw SystemError("the compositor has no \(type.interface.name)")
        }
        return registry.bind(type, name: global.name, version: min(global.version, version))
    }

    func has<Object: Proxy>(_ type: Object.Type) -> Bool { globals[type.interface.name] != nil }

    func output(_ name: UInt32) -> WlOutput { registry.bind(WlOutput.self, name: name, version: 1) }

    func seat() throws -> WlSeat { try bind(WlSeat.self, version: 5) }
}
