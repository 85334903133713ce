// SPDX-License-Identifier: MIT
import EventLoop
import Geometry
import SurfaceKit
import ShellModel
import TabBar

/// The bar, the menu and messages under a finger while speech is on. A touch presses nothing then, but two taps anywhere on them
/// activate the target that was described last.
final class TouchExplorer {
    private unowned let panel: PanelProgram
    private var gesture = TouchExploration()
    private weak var view: SceneView?
    /// The target that was described last.
    private var target: HitRegion.Target?
    /// The target that the finger is on; nil before the first.
    private var touched: HitRegion.Target?
    private var timer: EventLoop.Timer?

    init(_ panel: PanelProgram, loop: EventLoop) {
        self.panel = panel
        timer = loop.timer { [weak self] in
            guard let self else { return }
            apply(gesture.timePassed(to: MonotonicClock.now))
        }
    }

    /// Applies an event on a bar, a menu or a message.
    ///
    /// - Returns: true if it is part of an exploration, and presses nothing.
    func handle(_ event: InputEvent, from source: InputSource, on view: SceneView) -> Bool {
        guard panel.feedback.speaks else {
            gesture.reset()
            timer?.disarm()
            return false
        }
        let isFirstFinger = !gesture.isTouching
        let outcome = gesture.handle(event, from: source, at: MonotonicClock.now)
        guard outcome != .ignored else { return false }
        if case .press = event, isFirstFinger { (self.view, touched) = (view, nil) }
        apply(outcome)
        return true
    }

    private func apply(_ outcome: TouchExploration.Outcome) {
        if let deadline = gesture.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
        switch outcome {
        case .ignored, .none: break
        case .lifted: revealTarget()
        case .explored(let point):
            let found = view?.scene.hitRegion(at: point)?.target
            guard found != touched else { return }
            touched = found
            guard let found, let node = panel.accessibilityNode.node(found.accessibilityID) else { return }
            target = found
            panel.feedback.describe(node)
            if !gesture.isTouching { revealTarget() }
        case .activated:
            // A target that is behind an open menu by now, or has gone, cannot be pressed.
            guard let target, (try? panel.accessibilityNode.pressable(named: target.accessibilityID)) != nil else {
                return
            }
            panel.handle(.activated(target), on: view?.surface)
        }
    }

    /// Scrolls a row that does not fit to the described target, so that a finger comes to the next tabs. It does not move under the finger.
    private func revealTarget() {
        guard case .tab(let tab)? = target else { return }
        panel.model.scrollRow(to: tab, at: MonotonicClock.now)
        panel.invalidate()
    }
}
