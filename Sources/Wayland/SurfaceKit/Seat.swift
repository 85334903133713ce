// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A user's pointer, touch screen, keyboard and input method. Each of the first three comes and goes with the seat's
/// capabilities.
final class Seat {
    let proxy: WlSeat
    private unowned let session: WaylandConnection
    private var pointer: PointerDevice?
    private var touch: TouchDevice?
    private var keyboard: KeyboardDevice?
    private var textInput: TextInputDevice?

    init(_ proxy: WlSeat, session: WaylandConnection) {
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
        textInput?.forget(surface)
    }

    /// Lets the user's input method write in our fields. It counts only where it is done before a surface gets the focus.
    func prepareTextInput(_ manager: ZwpTextInputManagerV3) {
        guard textInput == nil else { return }
        textInput = TextInputDevice(manager.getTextInput(seat: proxy), seat: proxy.id, session: session)
    }

    /// The text focus of a surface has changed, or what is written there.
    func textInputChanged(on surface: Surface) {
        keyboard?.textInputChanged(on: surface)
        textInput?.textInputChanged(on: surface)
    }

    /// Cancels the presses on a surface that takes no more input.
    func cancelPresses(on surface: Surface) {
        pointer?.cancel(on: surface)
        touch?.cancel(on: surface)
    }

    func destroy() {
        update([])
        textInput?.destroy()
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
