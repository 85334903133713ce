// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A user's pointer, touch screen and keyboard. Each device comes and goes with the seat's capabilities.
final class Seat {
    let proxy: WlSeat
    private unowned let session: Session
    private var pointer: PointerDevice?
    private var touch: TouchDevice?
    private var keyboard: KeyboardDevice?

    init(_ proxy: WlSeat, session: Session) {
        self.proxy = proxy
        self.session = session
        proxy.onEvent = { [unowned self] event in
            if case .capabilities(let capabilities) = event { update(capabilities) }
        }
    }

    /// Forgets a surface that is going away.
    func forget(_ surface: Surface) {
        pointer?.forget(surface)
        touch?.cancel(on: surface)
        keyboard?.forget(surface)
    }

    /// Cancels the presses on a surface that takes no more input.
    func cancelPresses(on surface: Surface) {
        pointer?.cancel(on: surface)
        touch?.cancel(on: surface)
    }

    func destroy() {
        update([])
        proxy.destroy()
    }

    private func update(_ capabilities: WlSeat.Capability) {
        if capabilities.contains(.pointer) {
            if pointer == nil { pointer = PointerDevice(proxy.getPointer(), seat: proxy.id, session: session) }
        } else {
            pointer?.destroy()
            pointer = nil
        }
        if capabilities.contains(.touch) {
            if touch == nil { touch = TouchDevice(proxy.getTouch(), seat: proxy.id, session: session) }
        } else {
            touch?.destroy()
            touch = nil
        }
        if capabilities.contains(.keyboard) {
            if keyboard == nil { keyboard = KeyboardDevice(proxy.getKeyboard(), seat: proxy.id, session: session) }
        } else {
            keyboard?.destroy()
            keyboard = nil
        }
    }
}
