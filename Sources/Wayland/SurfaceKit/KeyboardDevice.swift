// SPDX-License-Identifier: MIT
import EventLoop
import Wayland

/// A seat's keyboard: the keys that mean something to us, and what is written with it, while one of our surfaces has the
/// focus.
final class KeyboardDevice {
    /// How keys repeat, ns.
    private struct RepeatInfo {
        var delay: UInt64
        var period: UInt64
    }

    /// A key that is held, and what it does again and again.
    private struct RepeatState {
        var code: UInt32
        var event: InputEvent
        var timer: EventLoop.Timer
    }

    private let proxy: WlKeyboard
    private let source: InputSource
    private unowned let session: WaylandConnection
    /// The layout as it was received, until it is needed.
    private var layout: (file: ReceivedFD, size: Int)?
    /// The layout once a key was pressed in it.
    private var keymap: Keymap?
    private var modifiers: Keymap.Modifiers?
    private weak var surface: Surface?
    private var compose: ComposeState?
    private var hasCompose = false
    /// What is usual, until the compositor says (wl_keyboard 4); nil where nothing repeats.
    private var pace: RepeatInfo? = RepeatInfo(delay: 600_000_000, period: 40_000_000)
    private var held: RepeatState?

    init(_ proxy: WlKeyboard, seat: UInt32, session: WaylandConnection) {
        self.proxy = proxy
        self.session = session
        source = .keyboard(seat: seat)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func forget(_ surface: Surface) {
        guard self.surface === surface else { return }
        stopWriting()
        self.surface = nil
    }

    /// A field that has lost the text focus is not written in any more.
    func textInputChanged(on surface: Surface) {
        if self.surface === surface, surface.textInput == nil { stopWriting() }
    }

    func destroy() {
        stopWriting()
        proxy.destroy()
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            stopWriting()
            layout = format == .xkbV1 ? (file, Int(size)) : nil
            keymap = nil
        case .enter(_, let surface, _):
            stopWriting()
            self.surface = session.surface(of: surface)
        case .leave:
            stopWriting()
            surface = nil
        case .modifiers(_, let depressed, let latched, let locked, let group):
            let now = Keymap.Modifiers(depressed: depressed, latched: latched, locked: locked, group: group)
            modifiers = now
            keymap?.update(now)
        case .key(_, _, let code, let state):
            if state == .pressed { press(code) } else if code == held?.code { stopRepeating() }
        case .repeatInfo(let rate, let delay):
            let period = 1_000_000_000 / UInt64(min(max(rate, 1), 1000))
            pace = rate > 0 ? RepeatInfo(delay: UInt64(max(delay, 0)) * 1_000_000, period: period) : nil
            if rate <= 0 { stopRepeating() }
        }
    }

    private func press(_ code: UInt32) {
        guard let surface, let keymap = usableKeymap() else { return }
        guard surface.textInput != nil else {
            if let key = keymap.key(code) { surface.input?.handle(.key(key), from: source) }
            return
        }
        let repeats = keymap.repeats(code)
        if repeats { stopRepeating() }
        guard let event = keymap.typed(code, compose: writersCompose()) else { return }
        if repeats, event.mayRepeat { startRepeating(code, event) }
        surface.input?.handle(event, from: source)
    }

    private func startRepeating(_ code: UInt32, _ event: InputEvent) {
        guard let pace else { return }
        let timer = session.loop.timer { [weak self] in self?.pressAgain() }
        held = RepeatState(code: code, event: event, timer: timer)
        timer.arm(after: pace.delay)
    }

    private func pressAgain() {
        guard let held, let pace, let surface, surface.textInput != nil else { return stopRepeating() }
        held.timer.arm(after: pace.period)
        surface.input?.handle(held.event, from: source)
    }

    private func stopRepeating() {
        held?.timer.disarm()
        held = nil
    }

    private func stopWriting() {
        stopRepeating()
        compose?.reset()
    }

    /// The layout, which changes while a surface has the focus, too: each key may come from another keyboard of the seat.
    private func usableKeymap() -> Keymap? {
        guard keymap == nil, let layout else { return keymap }
        keymap = Keymap(descriptor: layout.file.descriptor, size: layout.size)
        self.layout = nil
        if let modifiers { keymap?.update(modifiers) }
        return keymap
    }

    private func writersCompose() -> ComposeState? {
        if !hasCompose {
            hasCompose = true
            compose = session.makeCompose()
        }
        return compose
    }
}

extension InputEvent {
    /// Whether it is done again while its key is held: what writes and deletes is, and what moves.
    fileprivate var mayRepeat: Bool {
        switch self {
        case .text, .key(.left), .key(.right), .key(.up), .key(.down): true
        default: false
        }
    }
}
