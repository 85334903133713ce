import EventLoop
import Gestures
import SurfaceKit
import TabBar
import TabshellIPC

/// The PIN pad over everything on the output of the pages.
final class PinPadView {
    /// The time without a press after which it closes, ns; and the seconds of a delay for which it stays.
    private static let timeout: UInt64 = 30 * second
    private static let second: UInt64 = 1_000_000_000
    private static let maximumSeconds = 60

    private(set) var pad: PinPad
    let view: SceneView
    private unowned let panel: PanelProgram
    private var timer: EventLoop.Timer?
    /// The passed seconds of the delay after wrong PINs.
    private var seconds = 0

    init(_ panel: PanelProgram, _ pad: PinPad, output: Output?, inWindow: Bool) throws(WaylandConnectionError) {
        self.panel = panel
        self.pad = pad
        view = SceneView(panel)
        view.makeScene = { [weak self] model, frame, _ in
            self.map { model.scene(of: $0.pad, size: frame.size, at: frame.time) } ?? .empty
        }
        view.isSceneAnimating = { $0.isAnimating(at: $1) }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Pad", height: 480)
            : .layer(.overlay(namespace: "tabshell-pad"))
        let surface = try view.show(as: role, on: output)
        surface.takesCharacters = true
        surface.setKeyboardInteractivity(.exclusive)
        view.onInput = { [weak self] event, _ in self?.handle(event) }
        timer = panel.shell.loop.timer { [weak self] in self?.timeHasPassed() }
        armTimer()
    }

    /// The next second of a delay after wrong PINs, or else the timeout.
    private func armTimer() { timer?.arm(after: pad.wait > 0 ? Self.second : Self.timeout) }

    private func timeHasPassed() {
        guard pad.wait > 0, seconds < Self.maximumSeconds else { return press(.close) }
        seconds += 1
        pad.countDown()
        armTimer()
        changed()
    }

    func press(_ key: PinPad.Key) {
        if pad.wait == 0 { armTimer() }
        switch pad.press(key) {
        case .submit(let number):
            panel.shell.client.send(.unlock(number)) { [weak self] result in
                guard let self, case .failure(let error)? = result else { return }
                if case .integer(let wait)? = error.data?["wait"] {
                    pad.refused(error.message, wait: Int(clamping: wait))
                } else {
                    pad.refused(error.message)
                }
                seconds = 0
                armTimer()
                changed()
            }
        case .close: panel.shell.client.send(.closePad)
        case nil: break
        }
        changed()
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .character(let text): if let digit = text.first?.wholeNumberValue, digit < 10 { press(.digit(digit)) }
        case .key(.escape): press(.close)
        case .key(.activate): press(pad.focus ?? .enter)
        case .key(.left): move(columns: -1)
        case .key(.right), .key(.tab): move(columns: 1)
        case .key(.backtab): move(columns: -1)
        case .key(.up): move(rows: -1)
        case .key(.down): move(rows: 1)
        default: break
        }
    }

    private func move(columns: Int = 0, rows: Int = 0) {
        pad.moveFocus(columns: columns, rows: rows)
        changed()
    }

    private func changed() {
        view.stateChanged()
        panel.feedback.announceChanges()
        panel.shell.accessibility.changed()
    }
}
