// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// The notice of errors in the configuration, along the top edge. Pages and windows keep clear of it, so it hides nothing.
final class ConfigurationNoticeView {
    let output: Output
    let view: SceneView
    private var notice: ConfigurationNotice

    init(
        _ panel: PanelProgram, notice: ConfigurationNotice, output: Output
    ) throws(WaylandConnectionError) {
        self.output = output
        self.notice = notice
        view = SceneView(panel)
        view.makeScene = { [weak self, weak panel] frame, _ in
            guard let self, let panel else { return .empty }
            return panel.model.scene(of: self.notice, size: frame.size, at: frame.time)
        }
        view.isSceneAnimating = { [weak panel] in panel?.model.isAppearanceAnimating(at: $0) ?? false }
        let height = panel.model.configurationNoticeHeight
        let surface = try view.show(
            as: .layer(
                LayerPlacement(
                    namespace: "tabshell-configuration", layer: .top, edge: .top, height: height, exclusiveZone: height)
            ), on: output)
        surface.setInputRegion([])
    }

    func update(to notice: ConfigurationNotice) {
        self.notice = notice
        view.stateChanged()
    }
}
