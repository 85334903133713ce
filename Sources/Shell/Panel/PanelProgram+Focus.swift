import Gestures
import ShellModel
import SurfaceKit

extension PanelProgram {
    /// The maximum number of queued keys while the daemon does not answer; further ones are ignored.
    private static let maximumQueuedKeys = 32

    /// True if an output's bar gets the keyboard, unless a menu above it takes it.
    func hasFocus(_ output: Output?) -> Bool { shell.client.state.isBarFocused && output === shell.pageOutput }

    /// Moves the bar's focus by a key, after the keys before it have taken effect: its meaning depends on what is open then.
    func moveFocus(by event: InputEvent, on surface: Surface?) {
        switch event {
        case .key, .character: break
        default: return
        }
        guard keyQueue.count < Self.maximumQueuedKeys else { return }
        keyQueue.append(QueuedKey(event: event, surface: surface))
        if keyQueue.count == 1 { moveFocusByNextKey() }
    }

    private func moveFocusByNextKey() {
        guard let key = keyQueue.first else { return }
        move(by: key.event, on: key.surface) { [weak self] in
            guard let self else { return }
            keyQueue.removeFirst()
            moveFocusByNextKey()
        }
    }

    /// Moves the bar's focus by a key. `completion` is called when the key has taken effect, at once if it has none.
    private func move(by event: InputEvent, on surface: Surface?, completion: @escaping () -> Void) {
        let state = shell.client.state
        guard state.isBarFocused || state.menu.tab != nil, let look = model.look(on: surface?.output?.logicalSize)
        else { return completion() }
        let place: FocusMove.Place =
            state.menu.tab != nil ? .menu : state.sheet.tab != nil ? .barOverSheet : .bar
        let tab = state.bar.focus.flatMap { state.tab($0.tab) }
        if event == .key(.menu) {
            guard place != .menu, tab?.menu.isEmpty == false else { return completion() }
            return requests.send(.focus(.menu), completion: completion)
        }
        guard let move = FocusMove(event, in: place, at: look.bar.position, isRightToLeft: model.isRightToLeft) else {
            return completion()
        }
        if move == .activate, place != .menu, let tab, tab.window != nil, state.windows[tab.id] == nil {
            // Its program will be started, and its window may be raised.
            requests.select(tab.id, from: surface, output: nil)
            completion()
        } else if case .character(let text) = event {
            requests.send(.focus(move, text: text), completion: completion)
        } else {
            requests.send(.focus(move), completion: completion)
        }
    }
}

/// A key that waits for earlier keys to take effect.
struct QueuedKey {
    let event: InputEvent
    weak var surface: Surface?
}
