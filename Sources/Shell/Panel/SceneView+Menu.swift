// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

extension SceneView {
    /// The menu's height in a window of its own, logical px.
    private static let menuWindowHeight = 480.0

    /// Shows the menu on one output, above everything, from its opening until it has faded out.
    convenience init(
        menuOf panel: PanelProgram, output: Output?, inWindow: Bool
    ) throws(WaylandConnectionError) {
        self.init(panel)
        screenHeight = inWindow ? nil : output?.logicalSize?.height
        makeScene = { [unowned self, unowned panel] frame, measure in
            let height = panel.model.look(onScreenHeight: screenHeight)?.surfaceHeight ?? 0
            let bar = Rect(x: 0, y: frame.size.height - height, width: frame.size.width, height: height)
            return panel.model.menuScene(
                size: frame.size, barFrame: bar, screenHeight: screenHeight, scale: frame.scale, at: frame.time,
                measure: measure)
        }
        isSceneAnimating = { [unowned panel] time in
            let isMoving = panel.model.isMenuAnimating(at: time)
            if !isMoving { panel.menuAnimationEnded(at: time) }
            return isMoving
        }
        onInput = { [unowned panel] event in
            if event == .key(.escape) { panel.dismiss() }
        }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Menu", height: Self.menuWindowHeight)
            : .layer(.overlay(namespace: "tabshell-menu"))
        let surface = try show(as: role, on: output)
        surface.onClosed = { [unowned panel] in panel.dismiss() }
        surface.setKeyboardInteractivity(.exclusive)
    }
}
