// SPDX-License-Identifier: MIT
import Gestures
import ShellModel
import SurfaceKit

extension PanelProgram {
    /// True if an output's bar is to have the keyboard, as far as no menu above it takes it.
    func hasFocus(_ output: Output?) -> Bool { shell.client.state.isBarFocused && output === shell.pageOutput }

    /// Moves the bar's focus by a key.
    ///
    /// - Returns: false for a key without a meaning there.
    @discardableResult
    func moveFocus(by event: InputEvent, in place: FocusMove.Place, on surface: Surface?) -> Bool {
        let state = shell.client.state
        guard let look = model.look(on: surface?.output?.logicalSize) else { return false }
        let tab = state.bar.focus.flatMap { state.tab($0.tab) }
        if event == .key(.menu) {
            guard place != .menu, tab?.menu.isEmpty == false else { return false }
            requests.send(.focus(.menu))
            return true
        }
        guard let move = FocusMove(event, in: place, at: look.bar.position, isRightToLeft: model.isRightToLeft) else {
            return false
        }
        if move == .activate, place != .menu, let tab, tab.window != nil, state.windows[tab.id] == nil {
            // Its program will be started, and its window may be raised.
            requests.select(tab.id, from: surface, output: nil)
        } else if case .character(let text) = event {
            requests.send(.focus(move, text: text))
        } else {
            requests.send(.focus(move))
        }
        return true
    }
}
