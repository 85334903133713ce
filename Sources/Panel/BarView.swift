// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import IconWire
import SurfaceKit
import TabBar
import TabModel
import TabWire

/// The bar on one output: its surface, what it shows, and what fingers and pointers do on it.
final class BarView: SurfaceContent, SurfaceInput {
    private unowned let panel: PanelProgram
    private var surface: Surface?
    private let painter: BarPainter
    private var scene = Scene(items: [], hotspots: [])
    private var presses = Presses()
    /// Nobody sees this bar: its next frame shows everything where it is going. Other bars may well be seen.
    private var isUnseen = false
    /// What the surface was made for.
    private var look: Look

    init(_ panel: PanelProgram, output: Output?, look: Look, inWindow: Bool) throws(SessionError) {
        self.panel = panel
        self.look = look
        painter = panel.makePainter()
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Panel", height: look.surfaceHeight)
            : .layer(
                LayerPlacement(
                    namespace: "tabshell-bar", layer: panel.barLayer, height: look.surfaceHeight,
                    exclusiveZone: look.exclusiveZone))
        let surface = try Surface(panel.shell.session, role: role, output: output, content: self)
        surface.input = self
        surface.onResize = { [unowned self] _ in applyRegions() }
        surface.onClosed = { [unowned self, unowned panel] in panel.closed(self) }
        self.surface = surface
        // The helper and the compositor do their parts at the same time.
        _ = isReady(at: surface.scale)
    }

    /// The masks that are drawn now.
    var requests: [RasterRequest] { MaskStore.requests(scene.needs(scale: scale), scale: scale) }
    /// Buffer pixels for a logical pixel.
    var scale: Double { surface?.scale ?? 1 }

    /// Takes up what the daemon says now.
    func update(to look: Look) {
        if look != self.look {
            self.look = look
            painter.forgetShapes()
            surface?.place(height: look.surfaceHeight, exclusiveZone: look.exclusiveZone)
            redraw()
        }
        applyRegions()
        surface?.invalidate()
    }

    /// Stands the bar among another layer.
    func place(among layer: LayerPlacement.Layer) {
        surface?.setLayer(layer)
    }

    /// Has the bar drawn anew if it looks different.
    func invalidate() {
        surface?.invalidate()
    }

    /// Has all of the bar drawn anew: what it is made of has changed.
    func redraw() {
        scene = Scene(items: [], hotspots: scene.hotspots)
        surface?.invalidate()
    }

    func outputChanged(_ output: Output) {
        surface?.outputChanged(output)
    }

    func destroy() {
        surface?.destroy()
        surface = nil
    }

    /// A bar without its icons and titles is shown to nobody.
    func isReady(at scale: Double) -> Bool {
        panel.prepare(panel.model.needs(scale: scale), scale: scale)
    }

    func advance(to frame: Frame) -> [Rect] {
        let next = panel.model.scene(
            width: frame.size.width, height: frame.size.height, scale: frame.scale,
            at: isUnseen ? .max : frame.time, measure: panel.measure(scale: frame.scale))
        guard next != scene else { return [] }
        defer { scene = next }
        // Titles that are too long for their tab, and badges, are known only now.
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
        return !isUnseen && panel.model.isMoving(at: time)
    }

    func finishMoving() {
        isUnseen = true
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        switch event {
        case .wheel(let steps): panel.shell.client.send(steps > 0 ? .next : .previous)
        case .key(let key): press(key)
        default: panel.take(presses.take(event, from: source, on: scene))
        }
    }

    private func press(_ key: Key) {
        let client = panel.shell.client
        switch key {
        case .left: client.send(.previous)
        case .right: client.send(.next)
        case .home: scene.hotspots.compactMap(\.tab).first.map { client.send(.select($0)) }
        case .end: scene.hotspots.compactMap(\.tab).last.map { client.send(.select($0)) }
        case .escape: panel.dismiss()
        default: break
        }
    }

    /// The bar takes input, and its button where it stands out; the shadow doesn't. What is behind a bar that one can
    /// look through is blurred.
    private func applyRegions() {
        guard let size = surface?.size else { return }
        surface?.setInputRegion(panel.model.inputRegion(width: size.width, height: size.height))
        surface?.setBlurRegion(panel.model.blurRegion(width: size.width, height: size.height))
    }
}
