import Glibc
import TestSupport

/// Input from a test. Points are logical pixels of the surface.
extension FakeCompositor {
    private var now: WireValue { .uint(UInt32(truncatingIfNeeded: Monotonic.now / 1_000_000)) }

    /// Sends to all idle notifications that input has ended, or that it begins again.
    public func idle(_ isIdle: Bool) {
        for notification in objects("ext_idle_notification_v1") { notification.send(isIdle ? "idled" : "resumed") }
    }

    /// Moves the pointer onto a surface, and returns the serial.
    @discardableResult
    public func pointerEnters(_ surface: FakeSurface, x: Double, y: Double) -> UInt32 {
        let serial = serial()
        pointers(of: surface) {
            $0.send("enter", .uint(serial), .object(surface.object.id), .fixed(x), .fixed(y))
        }
        return serial
    }

    public func pointerMoves(on surface: FakeSurface, x: Double, y: Double) {
        pointers(of: surface) { $0.send("motion", now, .fixed(x), .fixed(y)) }
    }

    public func pointerLeaves(_ surface: FakeSurface) {
        pointers(of: surface) { $0.send("leave", .uint(serial()), .object(surface.object.id)) }
    }

    /// Presses or releases a button; 0x110 is BTN_LEFT.
    public func button(on surface: FakeSurface, isPressed: Bool, code: UInt32 = 0x110) {
        pointers(of: surface) { $0.send("button", .uint(serial()), now, .uint(code), .uint(isPressed ? 1 : 0)) }
    }

    /// Presses and releases a button.
    public func click(on surface: FakeSurface, code: UInt32 = 0x110) {
        button(on: surface, isPressed: true, code: code)
        button(on: surface, isPressed: false, code: code)
    }

    /// Turns the wheel by an axis value, with discrete steps if given (wl_pointer 5).
    public func wheel(on surface: FakeSurface, value: Double, steps: Int32?) {
        pointers(of: surface) {
            if let steps {
                $0.send("axis_source", 0)
                $0.send("axis_discrete", 0, .int(steps))
            }
            $0.send("axis", now, 0, .fixed(value))
        }
    }

    /// Turns a wheel of high resolution by 120ths of a step (wl_pointer 8).
    public func wheel(on surface: FakeSurface, value120: Int32) {
        pointers(of: surface) {
            $0.send("axis_source", 0)
            $0.send("axis_value120", 0, .int(value120))
            $0.send("axis", now, 0, .fixed(Double(value120) / 8))
        }
    }

    /// Scrolls with two fingers on a touchpad.
    public func scroll(on surface: FakeSurface, dy: Double, isFinal: Bool = false) {
        pointers(of: surface) {
            $0.send("axis_source", 1)
            if isFinal { $0.send("axis_stop", now, 0) } else { $0.send("axis", now, 0, .fixed(dy)) }
        }
    }

    /// Drags something from another program onto a surface.
    public func dataDragEnters(_ surface: FakeSurface, x: Double, y: Double) throws {
        for device in surface.client.objects("wl_data_device") {
            let offer = try device.makeObject("wl_data_offer")
            device.send("data_offer", .object(offer.id))
            offer.send("offer", .string("text/uri-list"))
            device.send(
                "enter", .uint(serial()), .object(surface.object.id), .fixed(x), .fixed(y), .object(offer.id))
        }
    }

    /// Offers a text as the clipboard of another program, which sends it when it is asked for.
    public func copy(_ text: String, to client: FakeClient) throws {
        clipboard = text
        for device in client.objects("wl_data_device") {
            let offer = try device.makeObject("wl_data_offer")
            device.send("data_offer", .object(offer.id))
            offer.send("offer", .string("text/plain;charset=utf-8"))
            device.send("selection", .object(offer.id))
        }
    }

    public func dataDragMoves(on surface: FakeSurface, x: Double, y: Double) {
        for device in surface.client.objects("wl_data_device") { device.send("motion", now, .fixed(x), .fixed(y)) }
    }

    public func dataDragLeaves(_ surface: FakeSurface) {
        for device in surface.client.objects("wl_data_device") { device.send("leave") }
    }

    public func touchDown(_ id: Int32, on surface: FakeSurface, x: Double, y: Double) {
        touches(of: surface) {
            $0.send(
                "down", .uint(serial()), now, .object(surface.object.id), .int(id), .fixed(x), .fixed(y))
        }
    }

    public func touchMove(_ id: Int32, on surface: FakeSurface, x: Double, y: Double) {
        touches(of: surface) { $0.send("motion", now, .int(id), .fixed(x), .fixed(y)) }
    }

    public func touchUp(_ id: Int32, on surface: FakeSurface) {
        touches(of: surface) { $0.send("up", .uint(serial()), now, .int(id)) }
    }

    /// Puts a finger down, and lifts it at once.
    public func tap(on surface: FakeSurface, x: Double, y: Double) {
        touchDown(0, on: surface, x: x, y: y)
        touchUp(0, on: surface)
    }

    /// Cancels all touches, as for a gesture of the compositor's own.
    public func touchCancel(on surface: FakeSurface) {
        for touch in surface.client.objects("wl_touch") { touch.send("cancel") }
    }

    /// A few keys of a common keymap. One of the two Tab keys leaves Shift to the program.
    public static let keymap = Repository.text("Tests/Fixtures/files/keymap.xkb")

    /// Sends a keymap (XKB version 1) to a client's keyboards, with its size in bytes or another one.
    public func setKeymap(_ text: String = keymap, size: UInt32? = nil, of client: FakeClient) throws {
        let path = try folder.write(text + "\0", to: "keymap")
        try sendKeymap(path, size: size ?? UInt32(text.utf8.count + 1), to: client)
    }

    public func sendKeymap(_ path: String, size: UInt32, to client: FakeClient) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError("opening \(path)", errno: errno) }
        defer { close(file) }
        for keyboard in client.objects("wl_keyboard") {
            keyboard.send("keymap", 1, .descriptor(file), .uint(size))
        }
    }

    /// Sends the repeat rate (1/s) and delay (ms).
    public func setRepeat(rate: Int32, delay: Int32, of client: FakeClient) {
        for keyboard in client.objects("wl_keyboard") { keyboard.send("repeat_info", .int(rate), .int(delay)) }
    }

    /// Gives a surface the keyboard focus and the text input focus.
    public func keyboardEnters(_ surface: FakeSurface) {
        defer { moveTextFocus(to: surface, of: surface.client) }
        for keyboard in surface.client.objects("wl_keyboard") {
            keyboard.send("enter", .uint(serial()), .object(surface.object.id), .array([]))
        }
    }

    public func keyboardLeaves(_ surface: FakeSurface) {
        defer { moveTextFocus(to: nil, of: surface.client, from: surface) }
        for keyboard in surface.client.objects("wl_keyboard") {
            keyboard.send("leave", .uint(serial()), .object(surface.object.id))
        }
    }

    /// Presses and releases a key (Linux's code) with modifiers: Shift 1, Control 4, Alt 8, Super 64.
    public func type(_ code: UInt32, modifiers: UInt32 = 0, client: FakeClient) {
        key(code, isPressed: true, modifiers: modifiers, client: client)
        key(code, isPressed: false, modifiers: modifiers, client: client)
    }

    /// Presses or releases a key (Linux's code).
    public func key(_ code: UInt32, isPressed: Bool, modifiers: UInt32 = 0, client: FakeClient) {
        for keyboard in client.objects("wl_keyboard") {
            keyboard.send("modifiers", .uint(serial()), .uint(modifiers), 0, 0, 0)
            keyboard.send("key", .uint(serial()), now, .uint(code), isPressed ? 1 : 0)
        }
    }

    private func pointers(of surface: FakeSurface, _ body: (FakeObject) -> Void) {
        for pointer in surface.client.objects("wl_pointer") {
            body(pointer)
            pointer.send("frame")
        }
    }

    private func touches(of surface: FakeSurface, _ body: (FakeObject) -> Void) {
        for touch in surface.client.objects("wl_touch") {
            body(touch)
            touch.send("frame")
        }
    }
}
