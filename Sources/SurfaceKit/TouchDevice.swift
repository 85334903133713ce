// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A seat's touch screen. A finger belongs to the surface on which it was put down.
final class TouchDevice {
    private struct Finger {
        weak var surface: Surface?
        var position: Point
    }

    private let proxy: WlTouch
    private let seat: UInt32
    private unowned let session: Session
    private var fingers: [Int32: Finger] = [:]

    init(_ proxy: WlTouch, seat: UInt32, session: Session) {
        self.proxy = proxy
        self.seat = seat
        self.session = session
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func forget(_ surface: Surface) {
        for (id, finger) in fingers where finger.surface === surface {
            deliver(.cancel, id)
            fingers[id] = nil
        }
    }

    func destroy() {
        cancel()
        proxy.destroy()
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(_, _, let surface, let id, let x, let y):
            let point = Point(x: x, y: y)
            fingers[id] = Finger(surface: session.surface(of: surface), position: point)
            deliver(.press(point), id)
        case .motion(_, let id, let x, let y):
            let point = Point(x: x, y: y)
            fingers[id]?.position = point
            deliver(.move(point), id)
        case .up(_, _, let id):
            if let finger = fingers[id] { deliver(.release(finger.position), id) }
            fingers[id] = nil
        case .cancel: cancel()
        case .frame: break
        }
    }

    private func cancel() {
        for id in fingers.keys { deliver(.cancel, id) }
        fingers.removeAll()
    }

    private func deliver(_ event: InputEvent, _ id: Int32) {
        fingers[id]?.surface?.input?.handle(event, from: .touch(seat: seat, id: id))
    }
}
