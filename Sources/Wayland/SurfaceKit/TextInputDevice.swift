// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// A seat's input method (text-input-v3): what it writes into the field that has the text focus, and what it is told of
/// that field.
final class TextInputDevice {
    /// The most bytes of a field's text that are told.
    static let surroundings = 4000

    private let proxy: ZwpTextInputV3
    private let source: InputSource
    private unowned let session: WaylandConnection
    /// The surface with the seat's focus. Requests without one are ignored, and some compositors do not count them.
    private weak var surface: Surface?
    /// What was told of the field; nil while nothing is enabled.
    private var told: TextInputState?
    /// How many commits there were: the number that an up-to-date `done` carries.
    private var serial: UInt32 = 0
    private var pending = TextInputUpdate()
    private var hasPreedit = false
    private var isApplying = false

    init(_ proxy: ZwpTextInputV3, seat: UInt32, session: WaylandConnection) {
        self.proxy = proxy
        self.session = session
        source = .keyboard(seat: seat)
        proxy.onEvent = { [unowned self] in handle($0) }
    }

    func forget(_ surface: Surface) {
        if self.surface === surface { forgetSurface() }
    }

    func textInputChanged(on surface: Surface) {
        if self.surface === surface, !isApplying { tell(.other) }
    }

    func destroy() {
        proxy.destroy()
    }

    private func handle(_ event: ZwpTextInputV3.Event) {
        switch event {
        case .enter(let surface):
            forgetSurface()
            self.surface = session.surface(of: surface)
            tell(.other)
        case .leave:
            let (left, hadPreedit) = (surface, hasPreedit)
            forgetSurface()
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

    private func forgetSurface() {
        surface = nil
        told = nil
        pending = TextInputUpdate()
        hasPreedit = false
    }

    private func apply(upTo serial: UInt32) {
        let step = pending
        pending = TextInputUpdate()
        guard told != nil, let surface, surface.textInput != nil else { return }
        if step != TextInputUpdate() || hasPreedit {
            hasPreedit = !step.preedit.isEmpty
            isApplying = true
            surface.input?.handle(.text(.compose(step)), from: source)
            isApplying = false
        }
        // One that does not know our latest word may not be answered; it will send another that does.
        if serial == self.serial || surface.textInput == nil { tell(.inputMethod) }
    }

    /// Tells what has changed of the field.
    private func tell(_ cause: ZwpTextInputV3.ChangeCause) {
        guard let surface else { return }
        let state = surface.textInput
        guard state != told else { return }
        if let state {
            if told == nil { proxy.enable() }
            if state.text != told?.text || state.caret != told?.caret {
                let (text, caret) = Self.surroundings(of: state)
                proxy.setSurroundingText(text: text, cursor: Int32(caret), anchor: Int32(caret))
                proxy.setTextChangeCause(cause: cause)
            }
            if state.purpose != told?.purpose {
                proxy.setContentType(hint: state.purpose.hints, purpose: .normal)
            }
            if state.cursor != told?.cursor {
                proxy.setCursorRectangle(
                    x: Int32(pixels: state.cursor.x.rounded()), y: Int32(pixels: state.cursor.y.rounded()),
                    width: Int32(pixels: state.cursor.width.rounded(.up)),
                    height: Int32(pixels: state.cursor.height.rounded(.up)))
            }
        } else {
            proxy.disable()
            hasPreedit = false
        }
        proxy.commit()
        serial &+= 1
        told = state
    }

    /// As much of a field's text round its caret as may be told, and the caret in it.
    static func surroundings(of state: TextInputState) -> (text: String, caret: Int) {
        let text = state.text.utf8
        let caret = min(max(state.caret, 0), text.count)
        guard text.count > surroundings else { return (state.text, caret) }
        let first = max(min(caret - surroundings / 2, text.count - surroundings), 0)
        // Only whole scalars: their first byte is none of those that go on with one.
        func isInside(_ index: String.Index) -> Bool { index < text.endIndex && text[index] & 0xC0 == 0x80 }
        var start = text.index(text.startIndex, offsetBy: first)
        var end = text.index(start, offsetBy: surroundings)
        while isInside(start) { start = text.index(after: start) }
        while isInside(end) { end = text.index(before: end) }
        let told = String(state.text[start..<end])
        return (told, min(max(caret - text.distance(from: text.startIndex, to: start), 0), told.utf8.count))
    }
}

extension TextInputState.Purpose {
    fileprivate var hints: ZwpTextInputV3.ContentHint {
        switch self {
        case .prose: [.completion, .spellcheck, .autoCapitalization]
        case .search: [.completion]
        }
    }
}
