import Geometry
import SurfaceKit
import TabBar

extension SceneView {
    private static let menuWindowHeight = 480.0

    /// Shows the menu on one output, above everything, until it has faded out.
    convenience init(
        menuOf panel: PanelProgram, output: Output?, inWindow: Bool
    ) throws(WaylandConnectionError) {
        self.init(panel)
        screen = inWindow ? nil : output?.logicalSize
        makeScene = { [screen] model, frame, measure in
            let bar = model.look(on: screen).map { $0.bar.position.strip(of: $0.surfaceHeight, in: frame.size) }
            return model.menuScene(
                size: frame.size, barFrame: bar ?? .zero, screen: screen, scale: frame.scale, at: frame.time,
                measure: measure)
        }
        isSceneAnimating = { [weak panel] model, time in
            let isMoving = model.isMenuAnimating(at: time)
            if !isMoving { panel?.menuAnimationEnded(at: time) }
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
