// SPDX-License-Identifier: MIT
import Geometry
import RasterProtocol
import SurfaceKit
import TabBar

/// The notice that stands in the place of a page, where the pages stand.
final class StatusView {
    let output: Output
    private let view: SceneView
    private var notice: StatusMessage

    init(_ panel: PanelProgram, notice: StatusMessage, output: Output) throws(WaylandConnectionError) {
        self.output = output
        self.notice = notice
        view = SceneView(panel)
        view.makeScene = { [unowned self, unowned panel] frame, _ in
            panel.model.scene(of: self.notice, size: frame.size, at: frame.time)
        }
        view.isSceneMoving = { [unowned panel] in panel.model.isAppearanceAnimating(at: $0) }
        let surface = try view.show(as: .layer(.filling(namespace: "tabshell-notice", layer: .bottom)), on: output)
        surface.setInputRegion([])
    }

    /// The masks that are drawn now.
    var requests: [RasterRequest] { view.requests }
    /// Buffer pixels for a logical pixel.
    var scale: Double { view.scale }

    func update(to notice: StatusMessage) {
        self.notice = notice
        view.stateChanged()
    }

    func redraw() {
        view.redraw()
    }

    func destroy() {
        view.destroy()
    }
}
