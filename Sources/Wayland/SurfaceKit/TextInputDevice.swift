import Geometry
import Gestures
import WaylandProtocols

/// A seat's text input (text-input-v3): the state of the focused field, and the input method's updates.
final class TextInputDevice {
    /// The maximum length of the sent part of a field's text, bytes.
    static let maximumSurroundingBytes = 4000

    private let proxy: ZwpTextInputV3
    private let source: InputSource
    private unowned let connection: WaylandConnection
    /// The surface with the focus.
    private weak var surface: Surface? {
        didSet {
            guard oldValue !== surface else { return }
            oldValue?.keyboardFocusChanged()
            surface?.keyboardFocusChanged()
        }
    }
    /// The state sent last; nil while the object is disabled.
    private var sentState: TextInputState?
    /// The number of commits, which an up-to-date `done` echoes.
    private var serial: UInt32 = 0
    /// The last number that a `done` has echoed.
    private var confirmed: UInt32 = 0
    /// The commits since then that may have met no focus. wlroots counts those, labwc 0.20 counts only some.
    private var uncertainCommits: UInt32 = 0
    private var pending = TextInputUpdate()
    private var hasPreedit = false
    private var isApplying = false

    init(_ proxy: ZwpTextInputV3, seat: UInt32, connection: WaylandConnection) {
        self.proxy = proxy
        self.connection = connection
        source = .keyboard(seat: seat)
        proxy.onEvent = { [weak self] in self?.handle($0) }
    }

    func hasFocus(_ surface: Surface) -> Bool { self.surface === surface }

    func remove(_ surface: Surface) {
        if self.surface === surface { clearFocus() }
    }

    func textInputChanged(on surface: Surface) {
        if self.surface === surface, !isApplying { sendState(.other) }
    }

    func destroy() {
        surface = nil
        proxy.destroy()
    }

    private func handle(_ event: ZwpTextInputV3.Event) {
        switch event {
        case .enter(let surface):
            clearFocus()
            self.surface = connection.surface(of: surface)
            sendState(.other)
        case .leave:
            let (left, hadPreedit) = (surface, hasPreedit)
            clearFocus()
            if hadPreedit, left?.textInput != nil {
                left?.input?.handle(.text(.compose(TextInputUpdate())), from: source)
            }
        case .preeditString(let text, let begin, let end):
            pending.preedit = text ?? ""
            let (first, last) = (Int(min(begin, end)), Int(max(begin, end)))
            pending.cursor = first < 0 ? nil : first..<last
        case .commitString(let text): pending.committed = text ?? ""
        case .deleteSurroundingText(let before, let after):
            (pending.deletedBefore, pending.deletedAfter) = (Int(before), Int(after))
        case .done(let serial): apply(upTo: serial)
        }
    }

    /// Ends composing. wlroots (0.15 to 0.20) keeps an object enabled after its surface has lost the focus; it starts the input method at
    /// the next field only if the object was disabled in between. GTK 4 and Qt 6 disable it, too.
    private func clearFocus() {
        if sentState != nil {
            proxy.disable()
            commit()
        }
        uncertainCommits = serial &- confirmed
        surface = nil
        sentState = nil
        pending = TextInputUpdate()
        hasPreedit = false
    }

    private func apply(upTo serial: UInt32) {
        let step = pending
        pending = TextInputUpdate()
        guard sentState != nil, let surface, surface.textInput != nil else { return }
        if step != TextInputUpdate() || hasPreedit {
            connection.onInput(true)
            hasPreedit = !step.preedit.isEmpty
            isApplying = true
            surface.input?.handle(.text(.compose(step)), from: source)
            isApplying = false
        }
        adopt(serial)
        // Do not answer an update based on an older state; another follows.
        if serial == self.serial || surface.textInput == nil { sendState(.inputMethod) }
    }

    /// Counts commits as the compositor does.
    private func adopt(_ serial: UInt32) {
        let missing = self.serial &- serial
        // A number that was never sent belongs to a compositor that counted more than assumed.
        if missing <= uncertainCommits || missing > UInt32.max - 16 { self.serial = serial }
        if serial == self.serial { (confirmed, uncertainCommits) = (serial, 0) }
    }

    private func commit() {
        proxy.commit()
        serial &+= 1
    }

    private func sendState(_ cause: ZwpTextInputV3.ChangeCause) {
        guard let surface else { return }
        let state = surface.textInput
        guard state != sentState else { return }
        if let state {
            if sentState == nil { proxy.enable() }
            if state.text != sentState?.text || state.caret != sentState?.caret || state.anchor != sentState?.anchor {
                let (text, caret, anchor) = Self.surroundingText(of: state)
                proxy.setSurroundingText(text: text, cursor: Int32(caret), anchor: Int32(anchor))
                proxy.setTextChangeCause(cause: cause)
            }
            if state.purpose != sentState?.purpose {
                proxy.setContentType(hint: state.purpose.hints, purpose: state.purpose == .url ? .url : .normal)
            }
            if state.cursor != sentState?.cursor {
                proxy.setCursorRectangle(
                    x: Int32(pixels: state.cursor.x.rounded()), y: Int32(pixels: state.cursor.y.rounded()),
                    width: Int32(pixels: state.cursor.width.rounded(.up)),
                    height: Int32(pixels: state.cursor.height.rounded(.up)))
            }
        } else {
            proxy.disable()
            hasPreedit = false
        }
        commit()
        sentState = state
    }

    /// The part of a field's text around the caret that fits the limit, and caret and anchor in it.
    static func surroundingText(of state: TextInputState) -> (text: String, caret: Int, anchor: Int) {
        let text = state.text.utf8
        let caret = min(max(state.caret, 0), text.count)
        let anchor = min(max(state.anchor, 0), text.count)
        guard text.count > maximumSurroundingBytes else { return (state.text, caret, anchor) }
        let first = max(min(caret - maximumSurroundingBytes / 2, text.count - maximumSurroundingBytes), 0)
        // UTF-8 continuation bytes must not be separated from their first byte.
        func isInside(_ index: String.Index) -> Bool { index < text.endIndex && text[index] & 0xC0 == 0x80 }
        var start = text.index(text.startIndex, offsetBy: first)
        var end = text.index(start, offsetBy: maximumSurroundingBytes)
        while isInside(start) { start = text.index(after: start) }
        while isInside(end) { end = text.index(before: end) }
        let sentState = String(state.text[start..<end])
        let before = text.distance(from: text.startIndex, to: start)
        func inPart(_ offset: Int) -> Int { min(max(offset - before, 0), sentState.utf8.count) }
        return (sentState, inPart(caret), inPart(anchor))
    }
}

extension TextInputState.Purpose {
    fileprivate var hints: ZwpTextInputV3.ContentHint {
        switch self {
        case .prose: [.completion, .spellcheck, .autoCapitalization]
        case .search: [.completion]
        case .url: []
        }
    }
}
