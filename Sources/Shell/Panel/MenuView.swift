// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// The menu on one output, above everything, from its opening until it has faded out.
final class MenuView {
    /// The menu's height in a window of its own, logical px.
    private static let windowHeight = 480.0

    private let view: SceneView

    init(_ panel: PanelProgram, output: Output?, inWindow: Bool) throws(WaylandConnectionError) {
        view = SceneView(panel)
        view.makeScene = { [unowned panel] frame, measure in
            let height = panel.model.currentLook?.surfaceHeight ?? 0
            let bar = Rect(x: 0, y: frame.size.height - height, width: frame.size.width, height: height)
            return panel.model.menuScene(
                size: frame.size, barFrame: bar, scale: frame.scale, at: frame.time, measure: measure)
        }
        view.isSceneAnimating = { [unowned panel] time in
            let isMoving = panel.model.isMenuAnimating(at: time)
            if !isMoving { panel.menuAnimationEnded(at: time) }
            return isMoving
        }
        view.onInput = { [unowned panel] event in
            if event == .key(.escape) { panel.dismiss() }
        }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Menu", height: Self.windowHeight)
            : .layer(.overlay(namespace: "tabshell-menu"))
        let surface = try view.show(as: role, on: output)
        surface.onClosed = { [unowned panel] in panel.dismiss() }
        surface.setKeyboardInteractivity(.exclusive)
    }

    func invalidate() {
        view.invalidate()
    }

    func redraw() {
        view.redraw()
    }

    func destroy() {
        view.destroy()
    }
}
