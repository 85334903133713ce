import WaylandProtocols

/// A seat's devices and selections. Pointer, touch screen and keyboard come and go with the seat's capabilities.
final class Seat {
    let proxy: WlSeat
    private unowned let connection: WaylandConnection
    private var pointer: PointerDevice?
    private var touch: TouchDevice?
    private var keyboard: KeyboardDevice?
    private var textInput: TextInputDevice?
    private var selections: SelectionDevice?
    /// The serial of the latest press or key.
    private var inputSerial: UInt32?

    init(_ proxy: WlSeat, connection: WaylandConnection) {
        self.proxy = proxy
        self.connection = connection
        proxy.onEvent = { [weak self] event in
            guard let self else { return }
            if case .capabilities(let capabilities) = event { update(capabilities) }
        }
    }

    func hasKeyboardFocus(_ surface: Surface) -> Bool { keyboard?.hasFocus(surface) ?? false }

    func hasKeys(_ surface: Surface) -> Bool { hasKeyboardFocus(surface) || textInput?.hasFocus(surface) == true }

    /// Ends all input on a surface before its destruction.
    func remove(_ surface: Surface) {
        pointer?.remove(surface)
        touch?.cancel(on: surface)
        keyboard?.remove(surface)
        textInput?.remove(surface)
    }

    /// Creates the text input object. It only works if it exists before a surface gets the focus.
    func prepareTextInput(_ manager: ZwpTextInputManagerV3) {
        guard textInput == nil else { return }
        textInput = TextInputDevice(manager.getTextInput(seat: proxy), seat: proxy.id, connection: connection)
    }

    func prepareSelections(_ managers: SelectionManagers) {
        guard selections == nil else { return }
        selections = SelectionDevice(managers, seat: proxy, connection: connection)
    }

    func recordSerial(_ serial: UInt32) { inputSerial = serial }

    /// Offers a text to other programs, after a press or a key.
    func offer(_ text: String, as selection: TextSelection) {
        if let inputSerial { selections?.offer(text, as: selection, serial: inputSerial) }
    }

    func read(_ selection: TextSelection, completion: @escaping (String) -> Void) {
        selections?.read(selection, completion: completion)
    }

    /// Updates the devices after a change of a surface's text focus or of its field.
    func textInputChanged(on surface: Surface) {
        keyboard?.textInputChanged(on: surface)
        textInput?.textInputChanged(on: surface)
    }

    var holdsInput: Bool {
        pointer?.holdsInput == true || touch?.holdsInput == true || keyboard?.holdsInput == true
    }

    func pointerHidingChanged() { pointer?.hidingChanged() }

    func fingerTouched() { pointer?.fingerTouched() }

    func cursorChanged(on surface: Surface) { pointer?.cursorChanged(on: surface) }

    func cancelPresses(on surface: Surface) {
        pointer?.cancel(on: surface)
        touch?.cancel(on: surface)
    }

    func destroy() {
        update([])
        textInput?.destroy()
        selections?.destroy()
        proxy.destroy()
    }

    private func update(_ capabilities: WlSeat.Capability) {
        if capabilities.contains(.pointer) {
            if pointer == nil { pointer = PointerDevice(proxy.getPointer(), seat: proxy.id, connection: connection) }
        } else {
            pointer?.destroy()
            pointer = nil
        }
        if capabilities.contains(.touch) {
            if touch == nil { touch = TouchDevice(proxy.getTouch(), seat: proxy.id, connection: connection) }
        } else {
            touch?.destroy()
            touch = nil
        }
        if capabilities.contains(.keyboard) {
            if keyboard == nil {
                keyboard = KeyboardDevice(proxy.getKeyboard(), seat: proxy.id, connection: connection)
            }
        } else {
            keyboard?.destroy()
            keyboard = nil
        }
    }
}
