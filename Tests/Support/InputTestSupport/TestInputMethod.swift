import TestSupport
import WaylandProtocols
import WaylandClient

/// An input method, like the on-screen keyboard of a phone, controlled by a test.
public final class TestInputMethod {
    private let seat: TestSeat
    private let method: ZwpInputMethodV2
    private var serial: UInt32 = 0
    /// True while a field has the text focus; the properties below describe that field.
    public private(set) var isActive = false
    /// The text around the caret.
    public private(set) var text = ""
    /// The caret in the surrounding text, bytes.
    public private(set) var caret: UInt32 = 0
    /// The purpose of the field.
    public private(set) var hint: ZwpTextInputV3.ContentHint = []

    /// Creates an input method on a headless compositor.
    public init(_ sway: HeadlessSway) throws {
        seat = try TestSeat(sway)
        method = try seat.bind(ZwpInputMethodManagerV2.self, version: 1).getInputMethod(seat: seat.seat())
        method.onEvent = { [unowned self] in handle($0) }
        try update()
    }

    /// Dispatches pending events.
    public func update() throws { try seat.display.roundtrip() }

    public func write(_ commit: String? = nil, preedit: String? = nil, deleting before: UInt32 = 0) throws {
        try update()  // sway 1.12 ignores what is for an older state of the field.
        if before > 0 { method.deleteSurroundingText(beforeLength: before, afterLength: 0) }
        if let commit { method.commitString(text: commit) }
        if let preedit {
            let end = Int32(preedit.utf8.count)
            method.setPreeditString(text: preedit, cursorBegin: end, cursorEnd: end)
        }
        method.commit(serial: serial)
        try update()
    }

    private func handle(_ event: ZwpInputMethodV2.Event) {
        switch event {
        case .activate: (isActive, text, caret) = (true, "", 0)
        case .deactivate: isActive = false
        case .surroundingText(let text, let cursor, _): (self.text, caret) = (text, cursor)
        case .contentType(let hint, _): self.hint = hint
        case .done: serial += 1
        case .textChangeCause, .unavailable: break
        }
    }
}
