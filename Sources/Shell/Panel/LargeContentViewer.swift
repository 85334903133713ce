import RasterClient
import EventLoop
import Gestures
import SurfaceKit
import TabBar

/// The large-content viewer: a long press on a target whose title cannot be read shows its icon, title and badge in the
/// middle of the screen. A finger that slides along the bar changes it, lifting it activates the shown target, and
/// leaving the bar does nothing. A long press on a tab with a menu opens that instead.
final class LargeContentViewer {
    /// The delay from the disappearance of the content to the removal of the surface, ns.
    private static let removalDelay: UInt64 = 400_000_000

    /// The surface, while content is shown or disappears.
    private(set) var view: SceneView?

    private unowned let panel: PanelProgram
    /// The bar or menu that is pressed, while its targets are shown.
    private weak var pressed: SceneView?
    private var removalTimer: EventLoop.Timer?

    init(_ panel: PanelProgram, loop: EventLoop) {
        self.panel = panel
        removalTimer = loop.timer { [weak self] in self?.remove() }
    }

    func canShow(_ target: BarPart.Target, on view: SceneView) -> Bool {
        !panel.shell.options.window && view.output?.logicalSize != nil
            && panel.model.needsLargeContent(target, in: view.scene)
    }

    private func shows(_ target: BarPart.Target) -> Bool { panel.model.prefersLargeContent(target) }

    func follow(_ phase: DragPhase, on view: SceneView) {
        switch phase {
        case .began(let point):
            let target = view.field.target(at: point)
            guard target.map(shows) == true || !panel.openMenu(of: target, on: view.surface) else { break }
            pressed = view
            show(pressed?.scene.slidTarget(at: point))
        case .moved(_, let point): if pressed === view { show(pressed?.scene.slidTarget(at: point)) }
        case .ended, .cancelled:
            guard pressed === view else { break }
            pressed = nil
            let target = panel.model.largeContentTarget
            show(nil)
            // The tab may have gone meanwhile.
            if phase == .ended, let target, view.field.has(target) {
                panel.handle(.activated(target), on: view.surface)
            }
        }
    }

    func remove() {
        view?.destroy()
        view = nil
    }

    /// Loads the titles for a long press; the rasterizer has as long as the press lasts.
    func prepare(_ target: BarPart.Target, on view: SceneView) {
        guard let screen = view.output?.logicalSize, !panel.hasMenu(target) || shows(target), canShow(target, on: view)
        else { return }
        let scale = view.scale
        let model = panel.model
        let wanted = model.largeContentMasks(
            of: view.scene.parts.map(\.target), size: model.largeContentSize(onScreen: screen), scale: scale
        ) { [masks = panel.masks] in masks.width(of: $0, scale: scale) }
        _ = panel.masks.prepare(wanted)
    }

    private func show(_ target: BarPart.Target?) {
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

    private func makeView() {
        guard let output = pressed?.output, let screen = output.logicalSize else { return }
        if let view, view.output === output { return }
        remove()
        do throws(WaylandConnectionError) {
            let size = panel.model.largeContentSize(onScreen: screen)
            let next = SceneView(panel)
            next.screen = screen
            next.makeScene = { $0.largeContentScene(size: $1.size, scale: $1.scale, at: $1.time, measure: $2) }
            next.isSceneAnimating = { $0.isLargeContentAnimating(at: $1) }
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
