// SPDX-License-Identifier: MIT
import BarAssets
import EventLoop
import Geometry
import SurfaceKit
import TabBar

/// The large-content viewer: a long press on a target whose title cannot be read shows its icon, title and badge in the
/// middle of the screen. A finger that slides along the bar changes it, one that is lifted activates what is shown, and one
/// that leaves the bar nothing. A long press on a tab with a menu opens that instead.
final class LargeContentViewer {
    /// The time after which the surface is removed once its content disappears, ns.
    private static let removalDelay: UInt64 = 400_000_000

    /// The surface, while content is shown or disappears.
    private(set) var view: SceneView?

    private unowned let panel: PanelProgram
    private var gesture = LongPressGesture()
    /// The bar or menu that is pressed.
    private weak var pressed: SceneView?
    private var pressTimer: EventLoop.Timer?
    private var removalTimer: EventLoop.Timer?

    init(_ panel: PanelProgram, loop: EventLoop) {
        self.panel = panel
        pressTimer = loop.timer { [weak self] in self?.pressBecameLong() }
        removalTimer = loop.timer { [weak self] in self?.remove() }
    }

    /// Applies an event on a bar or menu.
    ///
    /// - Returns: true if it is part of a long press, and does nothing else.
    func handle(_ event: InputEvent, from source: InputSource, on view: SceneView) -> Bool {
        switch gesture.handle(event, from: source) {
        case .none: return false
        case .pressed(let point):
            press(point, on: view)
            return false
        case .failed:
            pressTimer?.disarm()
            return false
        case .moved(let point): show(at: point)
        case .ended:
            // The tab may have gone meanwhile.
            let target = panel.model.largeContentTarget
            hide()
            if let target, view.scene.hitRegions.contains(where: { $0.target == target }) {
                panel.handle(.activated(target), on: view.surface)
            }
        case .cancelled: hide()
        }
        return true
    }

    /// Ends a press that another gesture has taken.
    func cancel(_ source: InputSource) {
        guard gesture.source == source else { return }
        pressTimer?.disarm()
        gesture.reset()
    }

    /// Removes the surface at once.
    func remove() {
        view?.destroy()
        view = nil
    }

    private func press(_ point: Point, on view: SceneView) {
        let model = panel.model
        let target = view.scene.hitRegion(at: point)?.target
        if let target, panel.hasMenu(target) {
            pressed = view
            pressTimer?.arm(after: LongPressGesture.delay)
            return
        }
        guard !panel.shell.options.window, let output = view.output, let screen = output.logicalSize,
            let target, model.needsLargeContent(target, in: view.scene)
        else { return gesture.reset() }
        pressed = view
        pressTimer?.arm(after: LongPressGesture.delay)
        // The rasterizer has the time of the press for the titles.
        let scale = view.scale
        let needs = model.largeContentAssets(
            of: view.scene.hitRegions.map(\.target), size: model.largeContentSize(onScreen: screen), scale: scale
        ) { [masks = panel.masks] in masks.width(of: $0, scale: scale) }
        _ = panel.masks.prepare(needs, scale: scale)
    }

    private func pressBecameLong() {
        guard let pressed, let source = gesture.source, let point = gesture.becomeLong() else { return gesture.reset() }
        // The finger neither presses nor scrolls any more.
        pressed.cancelGestures(of: source)
        if panel.openMenu(of: pressed.scene.hitRegion(at: point)?.target, on: pressed.surface) {
            return gesture.reset()
        }
        show(at: point)
    }

    private func show(at point: Point) {
        let target = pressed?.scene.slidTarget(at: point)
        guard target != panel.model.largeContentTarget else { return }
        panel.model.showLargeContent(of: target, at: MonotonicClock.now)
        if panel.model.largeContentTarget == nil {
            removalTimer?.arm(after: Self.removalDelay)
        } else {
            removalTimer?.disarm()
            makeView()
        }
        view?.stateChanged()
    }

    private func hide() {
        panel.model.showLargeContent(of: nil, at: MonotonicClock.now)
        removalTimer?.arm(after: Self.removalDelay)
        view?.stateChanged()
    }

    /// Creates the surface on the output of the pressed bar.
    private func makeView() {
        guard let output = pressed?.output, let screen = output.logicalSize else { return }
        if let view, view.output === output { return }
        remove()
        do throws(WaylandConnectionError) {
            let size = panel.model.largeContentSize(onScreen: screen)
            let next = SceneView(panel)
            next.screen = screen
            next.makeScene = { [weak panel] frame, measure in
                panel?.model.largeContentScene(size: frame.size, scale: frame.scale, at: frame.time, measure: measure)
                    ?? .empty
            }
            next.isSceneAnimating = { [weak panel] in panel?.model.isLargeContentAnimating(at: $0) ?? false }
            let surface = try next.show(
                as: .layer(.centered(namespace: "tabshell-large-content", size: size)), on: output)
            surface.setInputRegion([])
            surface.onClosed = { [weak self] in self?.remove() }
            view = next
        } catch {
            panel.shell.exit(error)
        }
    }
}
