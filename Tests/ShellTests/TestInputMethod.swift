// SPDX-License-Identifier: MIT

import TestSupport
import Wayland

/// An input method, as the on-screen keyboards of phones are, that writes what a test wants written.
final class TestInputMethod {
    private let display: Display
    private let method: ZwpInputMethodV2
    private var serial: UInt32 = 0
    /// Whether a field has the focus, and what the compositor says of it.
    private(set) var isActive = false
    private(set) var text = ""
    private(set) var caret: UInt32 = 0
    private(set) var hint: ZwpTextInputV3.ContentHint = []

    init(_ sway: HeadlessSway) throws {
        display = try Display.connect(to: "\(sway.runtimeDirectory)/\(sway.display)")
        let registry = display.registry()
        var found: [String: (name: UInt32, version: UInt32)] = [:]
        registry.onEvent = { event in
            if case .global(let name, let interface, let version) = event { found[interface] = (name, version) }
        }
        try display.roundtrip()
        guard let manager = found[ZwpInputMethodManagerV2.interface.name], let seat = found[WlSeat.interface.name]
        else { throw SystemError("the compositor has no input methods") }
        method = registry.bind(ZwpInputMethodManagerV2.self, name: manager.name, version: 1)
            .getInputMethod(seat: registry.bind(WlSeat.self, name: seat.name, version: min(seat.version, 5)))
        method.onEvent = { [unowned self] in handle($0) }
        try display.roundtrip()
    }

    deinit { display.disconnect() }

    /// Learns what is new.
    func update() throws { try display.roundtrip() }

    /// Writes, and shows what it has begun.
    func write(_ commit: String? = nil, preedit: String? = nil, deleting before: UInt32 = 0) throws {
        if before > 0 { method.deleteSurroundingText(beforeLength: before, afterLength: 0) }
        if let commit { method.commitString(text: commit) }
        if let preedit {
            let end = Int32(preedit.utf8.count)
            method.setPreeditString(text: preedit, cursorBegin: end, cursorEnd: end)
        }
        method.commit(serial: serial)
        try display.roundtrip()
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
