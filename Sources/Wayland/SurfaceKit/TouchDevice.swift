import Geometry
import Gestures
import WaylandProtocols

/// A seat's touch screen. A finger belongs to the surface that it touched first.
final class TouchDevice {
    private struct Finger {
        weak var surface: Surface?
        var position: Point
    }

    /// The largest number of fingers; further touches are ignored.
    private static let maximumFingers = 32

    private let proxy: WlTouch
    private let seat: UInt32
    private unowned let connection: WaylandConnection
    private var fingers: [Int32: Finger] = [:]

    init(_ proxy: WlTouch, seat: UInt32, connection: WaylandConnection) {
        self.proxy = proxy
        self.seat = seat
        self.connection = connection
        proxy.onEvent = { [weak self, weak connection] event in
            self?.handle(event)
            connection?.onInput(false)
        }
    }

    func cancel(on surface: Surface) {
        for (id, finger) in fingers where finger.surface === surface {
            cancel(id)
        }
    }

    var holdsInput: Bool { !fingers.isEmpty }

    func destroy() {
        cancel()
        proxy.destroy()
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, _, let surface, let id, let x, let y):
            guard fingers.count < Self.maximumFingers || fingers[id] != nil else { return }
            // A finger that was never lifted.
            cancel(id)
            let point = Point(x: x, y: y)
            connection.recordPressSerial(serial: serial, from: .touch(seat: seat, id: id))
            fingers[id] = Finger(surface: connection.surface(of: surface), position: point)
            connection.fingerTouched()
            deliver(.press(point), id)
        case .motion(_, let id, let x, let y):
            let point = Point(x: x, y: y)
            fingers[id]?.position = point
            deliver(.move(point), id)
        case .up(_, _, let id):
            // The release may destroy the surface, which must not cancel this touch again.
            guard let finger = fingers.removeValue(forKey: id) else { return }
            finger.surface?.input?.handle(.release(finger.position), from: .touch(seat: seat, id: id))
        case .cancel: cancel()
        case .frame, .shape, .orientation: break
        }
    }

    private func cancel() {
        for id in fingers.keys { cancel(id) }
    }

    private func cancel(_ id: Int32) {
        guard let finger = fingers.removeValue(forKey: id) else { return }
        finger.surface?.input?.handle(.cancel, from: .touch(seat: seat, id: id))
    }

    private func deliver(_ event: InputEvent, _ id: Int32) {
        fingers[id]?.surface?.input?.handle(event, from: .touch(seat: seat, id: id))
    }
}
