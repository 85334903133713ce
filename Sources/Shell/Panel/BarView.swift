// SPDX-License-Identifier: MIT
import EventLoop
import SurfaceKit
import TabBar
import ShellModel
import TabshellIPC

/// The bar on one output.
final class BarView {
    private unowned let panel: PanelProgram
    let view: SceneView
    private let output: Output?
    /// The look on this screen that the surface's geometry is from.
    private var look: Look
    private var scroll = RowScrollGesture()
    /// Nil in a window.
    private var keyboard: OnScreenKeyboardMonitor?

    init(_ panel: PanelProgram, output: Output?, look: Look, inWindow: Bool) throws(WaylandConnectionError) {
        self.panel = panel
        self.output = output
        self.look = look.adapted(toScreenHeight: output?.logicalSize?.height)
        view = SceneView(panel)
        view.screenHeight = output?.logicalSize?.height
        view.makeScene = { [unowned self, unowned panel] frame, measure in
            panel.model.scene(
                width: frame.size.width, height: frame.size.height, screenHeight: view.screenHeight,
                scale: frame.scale, at: frame.time, measure: measure)
        }
        view.isSceneAnimating = { [unowned panel] in panel.model.isAnimating(at: $0) }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Panel", height: self.look.surfaceHeight)
            : .layer(
                LayerPlacement(
                    namespace: "tabshell-bar", layer: panel.barLayer, height: self.look.surfaceHeight,
                    exclusiveZone: self.look.exclusiveZone))
        let surface = try view.show(as: role, on: output)
        surface.onResize = { [unowned self] _ in applyRegions() }
        surface.onClosed = { [unowned self, unowned panel] in panel.closed(self) }
        if inWindow { surface.allowMoving { _ in true } }
        view.onInput = { [unowned self] in handle($0) }
        view.takesInput = { [unowned self] in scrollRow($0, from: $1) }
        guard let output, !inWindow else { return }
        keyboard = try OnScreenKeyboardMonitor(panel.shell.connection, output: output)
        keyboard?.ownZone = self.look.exclusiveZone
        keyboard?.onChange = { [unowned self] in arrange() }
    }

    func destroy() {
        keyboard?.destroy()
        view.destroy()
    }

    /// Applies the layer and the exclusive zone. An on-screen keyboard covers the bar: its room is not in addition to the
    /// bar's, and whatever its layer is, the bar is below it.
    func arrange() {
        let isCovered = keyboard?.isShown == true
        let zone = isCovered ? -1 : look.exclusiveZone
        keyboard?.ownZone = max(zone, 0)
        view.surface?.setGeometry(height: look.surfaceHeight, exclusiveZone: zone, duringAnimation: isCovered)
        view.surface?.setLayer(isCovered ? .bottom : panel.barLayer)
    }

    /// Applies the daemon's state, or a change of the screen.
    func update(to look: Look) {
        view.screenHeight = output?.logicalSize?.height
        let look = look.adapted(toScreenHeight: view.screenHeight)
        if look != self.look {
            self.look = look
            arrange()
            view.lookChanged()
        }
        keyboard?.schedule()
        applyRegions()
        view.stateChanged()
    }

    /// Scrolls a row of tabs that does not fit.
    ///
    /// - Returns: false if the event is not part of a scroll gesture.
    private func scrollRow(_ event: InputEvent, from source: InputSource) -> Bool {
        guard let width = view.surface?.size?.width else { return false }
        let now = MonotonicClock.now
        switch scroll.handle(event, from: source, holdingRow: { panel.model.holdRow(at: now) }) {
        case .none: return false
        case .held: break
        case .ended: guard panel.model.releaseRow(at: now) else { return false }
        case .scrolled(let length):
            guard panel.model.scrollRow(by: length, width: width, at: now) else {
                scroll = RowScrollGesture()
                return false
            }
        }
        panel.invalidate()
        return true
    }

    private func handle(_ event: InputEvent) {
        switch event {
        case .wheel(_, let clicks):
            if clicks != 0 { send(clicks > 0 ? .selectNext : .selectPrevious) }
        case .key(.left): send(.selectPrevious)
        case .key(.right): send(.selectNext)
        case .key(.home): view.scene.hitRegions.compactMap(\.tab).first.map { send(.select($0)) }
        case .key(.end): view.scene.hitRegions.compactMap(\.tab).last.map { send(.select($0)) }
        case .key(.escape): panel.dismiss()
        default: break
        }
    }

    /// Sends a command that selects a tab, after moving the pages to this bar's output.
    private func send(_ command: Command) {
        if let output = panel.destination(output) { panel.requests.send(.setOutput(output)) }
        panel.requests.send(command)
    }

    /// Sets the input region to the bar with the part of its button that stands out, without the shadow; and the blur
    /// region to the translucent background.
    private func applyRegions() {
        guard let surface = view.surface, let size = surface.size else { return }
        surface.setInputRegion(
            panel.model.inputRegion(
                width: size.width, height: size.height, screenHeight: view.screenHeight))
        surface.setBlurRegion(
            panel.model.blurRegion(
                width: size.width, height: size.height, screenHeight: view.screenHeight))
    }
}
