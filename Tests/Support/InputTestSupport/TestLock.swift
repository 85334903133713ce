import TestSupport
import WaylandProtocols
import WaylandClient

/// A lock of the screen, controlled by a test: ext-session-lock, or for sway before 1.8 its lockers' means, surfaces above
/// all others and an input inhibitor. It ends with ``unlock()``.
public final class TestLock {
    private enum Lock {
        case session(ExtSessionLockV1)
        case surfaces(ZwlrLayerShellV1, ZwlrInputInhibitorV1)
    }

    private let seat: TestSeat
    private let lock: Lock
    /// The surface that covers each output, and the end of its role.
    private var covers: [UInt32: (surface: TestSurface, leave: () -> Void)] = [:]

    /// Locks the screen of a headless compositor.
    public init(_ sway: HeadlessSway) throws {
        seat = try TestSeat(sway)
        if seat.has(ExtSessionLockManagerV1.self) {
            lock = .session(try seat.bind(ExtSessionLockManagerV1.self, version: 1).lock())
        } else {
            let inhibitor = try seat.bind(ZwlrInputInhibitManagerV1.self, version: 1).getInhibitor()
            lock = .surfaces(try seat.bind(ZwlrLayerShellV1.self, version: 1), inhibitor)
        }
        try update()
    }

    /// Handles the pending events, and covers new outputs.
    public func update() throws {
        try seat.display.roundtrip()
        for name in seat.outputs where covers[name] == nil { covers[name] = try cover(seat.output(name)) }
        for (name, cover) in covers where !seat.outputs.contains(name) {
            cover.leave()
            cover.surface.destroy()
            covers[name] = nil
        }
        try seat.display.roundtrip()
    }

    public func unlock() throws {
        switch lock {
        case .session(let lock): lock.unlockAndDestroy()
        case .surfaces(_, let inhibitor): inhibitor.destroy()
        }
        try seat.display.roundtrip()
        seat.display.disconnect()
    }

    private func cover(_ output: WlOutput) throws -> (surface: TestSurface, leave: () -> Void) {
        let cover = try TestSurface(seat, color: 0xFF00_0000)
        switch lock {
        case .session(let lock):
            let role = lock.getLockSurface(surface: cover.surface, output: output)
            role.onEvent = { [unowned role, unowned cover] event in
                guard case .configure(let serial, let width, let height) = event else { return }
                role.ackConfigure(serial: serial)
                cover.show(width: Int32(width), height: Int32(height))
            }
            return (cover, { role.destroy() })
        case .surfaces(let shell, _):
            let role = shell.getLayerSurface(
                surface: cover.surface, output: output, layer: .overlay, namespace: "lockscreen")
            role.setAnchor(anchor: [.top, .bottom, .left, .right])
            role.setExclusiveZone(zone: -1)
            role.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
            role.onEvent = { [unowned role, unowned cover] event in
                guard case .configure(let serial, let width, let height) = event else { return }
                role.ackConfigure(serial: serial)
                cover.show(width: Int32(width), height: Int32(height))
            }
            cover.surface.commit()
            return (cover, { role.destroy() })
        }
    }
}
