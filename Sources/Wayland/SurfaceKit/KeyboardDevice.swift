import EventLoop
import Gestures
import WaylandProtocols
import WaylandClient
import Xkbcommon

/// A seat's keyboard: navigation keys and typed text, while one of our surfaces has the focus.
final class KeyboardDevice {
    /// The repeat delay and period, ns.
    private typealias RepeatInfo = (delay: UInt64, period: UInt64)

    private let proxy: WlKeyboard
    private let source: InputSource
    private unowned let connection: WaylandConnection
    /// The keymap as received, until it is needed.
    private var keymapFile: (file: ReceivedFileDescriptor, size: Int)?
    /// The compiled keymap, after the first key press.
    private var keymap: Keymap?
    private var modifiers: Keymap.Modifiers?
    private weak var surface: Surface? {
        didSet {
            guard oldValue !== surface else { return }
            oldValue?.keyboardFocusChanged()
            surface?.keyboardFocusChanged()
        }
    }
    private var compose: ComposeState?
    private var hasCompose = false
    /// The defaults, until the compositor sends its own (wl_keyboard 4); nil if keys do not repeat.
    private var repeatInfo: RepeatInfo? = (600_000_000, 40_000_000)
    /// The held keys that were pressed on our surfaces.
    private var heldKeys: Set<UInt32> = []
    private var repeatState: (code: UInt32, event: InputEvent, inText: Bool, timer: EventLoop.Timer)?

    init(_ proxy: WlKeyboard, seat: UInt32, connection: WaylandConnection) {
        self.proxy = proxy
        self.connection = connection
        source = .keyboard(seat: seat)
        proxy.onEvent = { [weak self] in self?.handle($0) }
    }

    var holdsInput: Bool { !heldKeys.isEmpty }

    func hasFocus(_ surface: Surface) -> Bool { self.surface === surface }

    func remove(_ surface: Surface) {
        guard self.surface === surface else { return }
        endTextInput()
        self.surface = nil
    }

    /// Ends repetition and compose sequences if the surface's field has lost the text focus.
    func textInputChanged(on surface: Surface) {
        if self.surface === surface, surface.textInput == nil { endTextInput() }
    }

    func destroy() {
        endTextInput()
        surface = nil
        proxy.destroy()
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .keymap(let format, let file, let size):
            endTextInput()
            keymapFile = format == .xkbV1 ? (file, Int(size)) : nil
            keymap = nil
        case .enter(_, let surface, _):
            endTextInput()
            self.surface = connection.surface(of: surface)
        case .leave:
            endTextInput()
            heldKeys = []
            surface = nil
        case .modifiers(_, let depressed, let latched, let locked, let group):
            let now: Keymap.Modifiers = (depressed, latched, locked, group)
            modifiers = now
            keymap?.update(now)
        case .key(let serial, _, let code, let state):
            connection.recordSerial(serial, from: source)
            if state == .pressed { heldKeys.insert(code) } else { heldKeys.remove(code) }
            defer { connection.onInput(false) }
            if state == .pressed { press(code) } else if code == repeatState?.code { stopRepeating() }
        case .repeatInfo(let rate, let delay):
            let period = 1_000_000_000 / UInt64(min(max(rate, 1), 1000))
            repeatInfo = rate > 0 ? (UInt64(max(delay, 0)) * 1_000_000, period) : nil
            if rate <= 0 { stopRepeating() }
        }
    }

    private func press(_ code: UInt32) {
        guard let surface, let keymap = loadKeymap() else { return }
        let repeats = keymap.repeats(code)
        if repeats { stopRepeating() }
        guard let event = event(of: code, keymap, on: surface) else { return }
        if repeats, event.isRepeatable { startRepeating(code, event, inText: surface.textInput != nil) }
        surface.input?.handle(event, from: source)
    }

    private func event(of code: UInt32, _ keymap: Keymap, on surface: Surface) -> InputEvent? {
        if surface.textInput != nil { return keymap.textInputEvent(for: code, compose: composeForTextInput()) }
        if let key = keymap.key(for: code) { return .key(key) }
        return surface.takesCharacters ? keymap.character(for: code).map { .character($0) } : nil
    }

    /// - Parameter inText: true if a field has the text focus. The key stops repeating when that changes.
    private func startRepeating(_ code: UInt32, _ event: InputEvent, inText: Bool) {
        guard let repeatInfo else { return }
        let timer = connection.loop.timer { [weak self] in self?.repeatKey() }
        repeatState = (code, event, inText, timer)
        timer.arm(after: repeatInfo.delay)
    }

    private func repeatKey() {
        guard let repeatState, let repeatInfo, let surface, (surface.textInput != nil) == repeatState.inText else {
            return stopRepeating()
        }
        repeatState.timer.arm(after: repeatInfo.period)
        surface.input?.handle(repeatState.event, from: source)
    }

    private func stopRepeating() { repeatState = nil }

    private func endTextInput() {
        stopRepeating()
        guard let compose, !compose.pending.isEmpty else { return }
        compose.reset()
        guard let surface, surface.textInput != nil else { return }
        surface.input?.handle(.text(.compose(TextInputUpdate())), from: source)
    }

    /// Compiles the keymap on first use. It may change while focused, since each key may come from another keyboard of the seat.
    private func loadKeymap() -> Keymap? {
        guard keymap == nil, let keymapFile else { return keymap }
        keymap = Keymap(descriptor: keymapFile.file.rawValue, size: keymapFile.size)
        self.keymapFile = nil
        if let modifiers { keymap?.update(modifiers) }
        return keymap
    }

    private func composeForTextInput() -> ComposeState? {
        if !hasCompose {
            hasCompose = true
            compose = connection.makeCompose()
        }
        return compose
    }
}

extension InputEvent {
    /// True if the event repeats while its key is held: text, deletion, and movement of the caret, the focus or the content.
    fileprivate var isRepeatable: Bool {
        switch self {
        case .text(.compose), .text(.selectAll): false
        case .text, .key(.left), .key(.right), .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): true
        case .key(.tab), .key(.backtab): true
        default: false
        }
    }
}
