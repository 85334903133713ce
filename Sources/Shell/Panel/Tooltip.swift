import Geometry
import SurfaceKit
import TabBar

/// The tooltip of a bar: the title of the tab under a pointer, if the bar does not show it.
final class Tooltip {
    /// The surface, while a title is shown.
    private(set) var view: SceneView?
    private unowned let panel: PanelProgram
    private let bar: SceneView
    private var target: BarPart.Target?
    private var timer: TargetTimer?

    init(_ panel: PanelProgram, bar: SceneView) {
        (self.panel, self.bar) = (panel, bar)
        timer = TargetTimer(panel.shell.loop) { [weak self] _ in self?.show() }
    }

    /// A pointer has moved to a target, or from all, or presses.
    func follow(_ target: BarPart.Target?) {
        self.target = target
        let masks = scene(panel.model, bar.screen ?? .zero, at: .max).requiredMasks(scale: bar.scale)
        timer?.hold(over: masks.isEmpty ? nil : target)
        if masks.isEmpty { return remove() }
        // The rasterizer has as long as the delay.
        _ = panel.masks.prepare(masks)
        view?.stateChanged()
    }

    func remove() {
        view?.destroy()
        view = nil
    }

    private func show() {
        guard view == nil, bar.output != nil, let look = panel.model.look(on: bar.screen) else { return }
        let next = SceneView(panel)
        next.screen = bar.screen
        next.makeScene = { [weak self] in self?.scene($0, $1.size, at: $1.time, $2) ?? .empty }
        do throws(WaylandConnectionError) {
            let placement = LayerPlacement(
                namespace: "tabshell-tooltip", layer: .overlay, edge: look.bar.position,
                height: panel.model.tooltipDepth(screen: bar.screen), exclusiveZone: -1)
            let surface = try next.show(as: .layer(placement), on: bar.output)
            surface.setInputRegion([])
            surface.onClosed = { [weak self] in self?.remove() }
            view = next
        } catch {
            panel.shell.exit(error)
        }
    }

    /// Empty without a title.
    private func scene(
        _ model: BarModel, _ size: Size, at time: UInt64, _ measure: TextMeasure = { _ in nil }
    ) -> Scene {
        guard let target, let barSize = bar.surface?.size else { return .empty }
        return model.tooltipScene(
            of: target, in: bar.scene, barSize, size: size, screen: bar.screen, at: time, measure: measure)
    }
}
