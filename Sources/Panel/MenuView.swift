// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import SurfaceKit
import TabBar
import TabModel

/// The menu on one output, over everything: it is there from the moment in which it opens until it has faded away.
final class MenuView: SurfaceContent, SurfaceInput {
    private unowned let panel: PanelProgram
    private var surface: Surface?
    private let painter: BarPainter
    private var scene = Scene(items: [], hotspots: [])
    private var presses = Presses()
    private var isUnseen = false

    init(_ panel: PanelProgram, output: Output?, inWindow: Bool) throws(SessionError) {
        self.panel = panel
        painter = panel.makePainter()
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Menu", height: 480)
            : .layer(.overlay(namespace: "tabshell-menu"))
        let surface = try Surface(panel.shell.session, role: role, output: output, content: self)
        surface.input = self
        surface.onClosed = { [unowned panel] in panel.dismiss() }
        surface.setKeyboardInteractivity(.exclusive)
        self.surface = surface
    }

    func invalidate() {
        surface?.invalidate()
    }

    func redraw() {
        scene = Scene(items: [], hotspots: scene.hotspots)
        surface?.invalidate()
    }

    func destroy() {
        surface?.destroy()
        surface = nil
    }

    func isReady(at scale: Double) -> Bool {
        panel.prepare(panel.model.needs(scale: scale), scale: scale)
    }

    func advance(to frame: Frame) -> [Rect] {
        let height = panel.model.currentLook?.surfaceHeight ?? 0
        let next = panel.model.menuScene(
            size: frame.size,
            barFrame: Rect(x: 0, y: frame.size.height - height, width: frame.size.width, height: height),
            scale: frame.scale, at: isUnseen ? .max : frame.time, measure: panel.measure(scale: frame.scale))
        defer { scene = next }
        _ = panel.prepare(next.needs(scale: frame.scale), scale: frame.scale)
        presses.retain(next)
        return next.damage(since: scene)
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride,
            scale: frame.scale)
        painter.draw(scene, on: canvas, area: area)
    }

    func isMoving(at time: UInt64) -> Bool {
        defer { isUnseen = false }
        let isMoving = !isUnseen && panel.model.menuIsMoving(at: time)
        if !isMoving, panel.shell.client.state.menu.tab == nil { panel.menuSettled(at: time) }
        return isMoving
    }

    func finishMoving() {
        isUnseen = true
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        switch event {
        case .key(.escape): panel.dismiss()
        case .wheel, .key: break
        default: panel.take(presses.take(event, from: source, on: scene))
        }
    }
}
