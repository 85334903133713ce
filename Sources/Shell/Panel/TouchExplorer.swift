import EventLoop
import TabBar

/// The bar, menu and messages under a finger while speech is on: touches press nothing, two taps activate what was described.
final class TouchExplorer {
    private unowned let panel: PanelProgram
    private var target: BarPart.Target?
    /// The target that the finger is on; nil before the first.
    private var touched: BarPart.Target?

    init(_ panel: PanelProgram) {
        self.panel = panel
    }

    func explore(_ phase: ExplorationPhase, on view: SceneView) {
        guard panel.feedback.speaks else { return }
        switch phase {
        case .touched: touched = nil
        case .lifted: revealTarget()
        case .explored(let point, let isDown):
            let found = view.field.target(at: point)
            guard found != touched else { return }
            touched = found
            guard let found, let node = panel.accessibilityNode.node(found.id) else { return }
            target = found
            panel.feedback.describe(node)
            if !isDown { revealTarget() }
        case .activated:
            // A target that is now behind an open menu, or has gone, cannot be pressed.
            guard let target, (try? panel.accessibilityNode.pressable(named: target.id)) != nil else {
                return
            }
            panel.handle(.activated(target), on: view.surface)
        }
    }

    /// Scrolls a row that does not fit to the described target, so that the next tabs come within reach. It does not move under the finger.
    private func revealTarget() {
        guard case .tab(let tab)? = target else { return }
        panel.model.scrollRow(to: tab, at: MonotonicClock.now)
        panel.invalidate()
    }
}
