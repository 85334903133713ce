// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// The status message in place of a page that is not shown.
final class StatusView {
    let output: Output
    let view: SceneView
    private var message: StatusMessage

    init(_ panel: PanelProgram, message: StatusMessage, output: Output) throws(WaylandConnectionError) {
        self.output = output
        self.message = message
        view = SceneView(panel)
        view.makeScene = { [unowned self, unowned panel] frame, _ in
            panel.model.scene(of: self.message, size: frame.size, at: frame.time)
        }
        view.isSceneAnimating = { [unowned panel] in panel.model.isAppearanceAnimating(at: $0) }
        let surface = try view.show(as: .layer(.filling(namespace: "tabshell-notice", layer: .bottom)), on: output)
        surface.setInputRegion([])
    }

    func update(to message: StatusMessage) {
        self.message = message
        view.stateChanged()
    }
}
