// SPDX-License-Identifier: MIT
import Wayland

/// A seat's keyboard: the keys that mean something to us, pressed while one of our surfaces has the focus.
final class KeyboardDevice {
    private let proxy: WlKeyboard
    private let source: InputSource
    private unowned let session: Session
    private var layout: (file: ReceivedFD, size: Int)?
    private var keymap: Keymap?
    private weak var surface: Surface?

    init(_ proxy: WlKeyboard, seat: UInt32, session: Session) {
        self.proxy = proxy
        self.session = session
        source = .keyboard(seat: seat)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func forget(_ surface: Surface) {
        if self.surface === surface { self.surface = nil }
    }

    func destroy() {
        proxy.destroy()
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            layout = format == .xkbV1 ? (file, Int(size)) : nil
            keymap = nil
        case .enter(_, let surface, _):
            self.surface = session.surface(of: surface)
            if keymap == nil { keymap = layout.flatMap { Keymap(descriptor: $0.file.descriptor, size: $0.size) } }
        case .leave:
            surface = nil
        case .modifiers(_, let depressed, let latched, let locked, let group):
            keymap?.updateModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
        case .key(_, _, let code, let state) where state == .pressed:
            if let key = keymap?.key(code) { surface?.input?.handle(.key(key), from: source) }
        case .key, .repeatInfo:
            break
        }
    }
}
