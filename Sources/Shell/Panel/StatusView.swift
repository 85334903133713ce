// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// The status message in place of a page that is not shown.
final class StatusView {
    private unowned let panel: PanelProgram
    let output: Output
    let view: SceneView
    private(set) var message: StatusMessage

    init(_ panel: PanelProgram, message: StatusMessage, output: Output) throws(WaylandConnectionError) {
        self.panel = panel
        self.output = output
        self.message = message
        view = SceneView(panel)
        view.makeScene = { [weak self, weak panel] frame, _ in
            guard let self, let panel else { return .empty }
            return panel.model.scene(of: self.message, size: frame.size, at: frame.time)
        }
        view.isSceneAnimating = { [weak panel] in panel?.model.isAppearanceAnimating(at: $0) ?? false }
        let surface = try view.show(as: .layer(.filling(namespace: "tabshell-notice", layer: layer)), on: output)
        surface.onResize = { [weak self] _ in self?.applyInputRegion() }
        applyInputRegion()
    }

    func update(to message: StatusMessage) {
        let isMoved = message.isAboveWindows != self.message.isAboveWindows
        self.message = message
        if isMoved { view.surface?.setLayer(layer) }
        applyInputRegion()
        view.stateChanged()
    }

    private var layer: LayerPlacement.Layer { message.isAboveWindows ? .top : .bottom }

    /// No click goes through the message to a window that it hides. Elsewhere it takes those on its button only.
    private func applyInputRegion() {
        let parts = view.surface?.size.map { panel.model.scene(of: message, size: $0, at: .max).parts } ?? []
        view.surface?.setInputRegion(message.isAboveWindows ? nil : parts.map(\.rect))
    }
}
