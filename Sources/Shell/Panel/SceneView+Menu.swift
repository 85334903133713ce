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
        screen = inWindow ? nil : output?.logicalSize
        makeScene = { [weak self, weak panel] frame, measure in
            guard let self, let panel else { return .empty }
            let look = panel.model.look(on: screen)
            let bar = look.map { $0.bar.position.strip(of: $0.surfaceHeight, in: frame.size) } ?? .zero
            return panel.model.menuScene(
                size: frame.size, barFrame: bar, screen: screen, scale: frame.scale, at: frame.time, measure: measure)
        }
        isSceneAnimating = { [weak panel] time in
            guard let panel else { return false }
            let isMoving = panel.model.isMenuAnimating(at: time)
            if !isMoving { panel.menuAnimationEnded(at: time) }
            return isMoving
        }
        onInput = { [weak self, weak panel] event, _ in
            guard let self, let panel else { return }
            if event == .key(.escape), !panel.shell.client.state.isBarFocused { return panel.dismiss() }
            panel.moveFocus(by: event, on: self.surface)
        }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Menu", height: Self.menuWindowHeight)
            : .layer(.overlay(namespace: "tabshell-menu"))
        let surface = try show(as: role, on: output)
        surface.onClosed = { [weak panel] in panel?.dismiss() }
        surface.takesCharacters = true
    }
}
