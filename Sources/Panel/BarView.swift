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
    private struct Press {
        var tab: TabID
        var isInside: Bool
    }

    private unowned let panel: PanelProgram
    private var surface: Surface?
    private let painter: BarPainter
    private var scene = Scene(items: [], hotspots: [])
    private var presses: [InputSource: Press] = [:]
    /// Nobody sees this bar: its next frame shows everything where it is going. Other bars may well be seen.
    private var isUnseen = false

    init(_ panel: PanelProgram, output: Output?, look: Look, inWindow: Bool) throws(SessionError) {
        self.panel = panel
        painter = BarPainter(
            icons: { [unowned panel] in panel.masks.icon($0, side: $1) },
            texts: { [unowned panel] in panel.masks.text(TextKey($0, scale: $1)) })
        let height = look.surfaceHeight
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Panel", height: height)
            : .layer(
                LayerPlacement(
                    namespace: "tabshell-bar", layer: .top, height: height, exclusiveZone: look.exclusiveZone))
        let surface = try Surface(panel.shell.session, role: role, output: output, content: self)
        surface.input = self
        surface.onResize = { [unowned self] in resized(to: $0) }
        surface.onClosed = { [unowned self, unowned panel] in panel.closed(self) }
        self.surface = surface
        // The helper and the compositor do their parts at the same time.
        _ = isReady(at: surface.scale)
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

    /// A bar without its icons is shown to nobody.
    func isReady(at scale: Double) -> Bool {
        panel.masks.prepare(masks(at: scale))
    }

    /// The masks that the bar is drawn with now.
    var masks: [RasterRequest] {
        surface.map { masks(at: $0.scale) } ?? []
    }

    private func masks(at scale: Double) -> [RasterRequest] {
        [panel.model.needs(scale: scale), scene.needs(scale: scale)].flatMap { needs in
            needs.icons.map { .icon($0.name, side: $0.side) } + needs.texts.map { .text(TextKey($0, scale: scale)) }
        }
    }

    func advance(to frame: Frame) -> [Rect] {
        let next = panel.model.scene(
            width: frame.size.width, height: frame.size.height, scale: frame.scale, at: isUnseen ? .max : frame.time,
            measure: { [unowned panel] run in
                panel.masks.text(TextKey(run, scale: frame.scale)).map { $0.advance / frame.scale }
            })
        guard next != scene else { return [] }
        let damage = next.damage(since: scene)
        scene = next
        // Titles that are too long for their tab, and badges, are known only now.
        _ = panel.masks.prepare(masks(at: frame.scale))
        return damage
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
        case .press(let point):
            guard let tab = scene.hotspot(at: point)?.tab else { return }
            presses[source] = Press(tab: tab, isInside: true)
            showPress(of: tab)
        case .move(let point):
            guard let press = presses[source] else { return }
            let isInside = scene.hotspot(at: point)?.tab == press.tab
            guard isInside != press.isInside else { return }
            presses[source]?.isInside = isInside
            showPress(of: press.tab)
        case .release:
            guard let press = presses.removeValue(forKey: source) else { return }
            showPress(of: press.tab)
            if press.isInside { panel.shell.client.send(.select(press.tab)) }
        case .cancel:
            guard let press = presses.removeValue(forKey: source) else { return }
            showPress(of: press.tab)
        case .wheel(let steps):
            panel.shell.client.send(steps > 0 ? .next : .previous)
        case .key(let key):
            press(key)
        case .leave, .scroll:
            break
        }
    }

    private func press(_ key: Key) {
        switch key {
        case .left: panel.shell.client.send(.previous)
        case .right: panel.shell.client.send(.next)
        case .home: scene.hotspots.first?.tab.map { panel.shell.client.send(.select($0)) }
        case .end: scene.hotspots.last?.tab.map { panel.shell.client.send(.select($0)) }
        case .up, .down, .tab, .backtab, .activate, .escape: break
        }
    }

    /// Several fingers may be on one tab; its mark goes with the last.
    private func showPress(of tab: TabID) {
        panel.setPressed(presses.values.contains { $0.tab == tab && $0.isInside }, tab)
    }

    /// The bar takes input; its shadow doesn't.
    private func resized(to size: Size) {
        surface?.setInputRegion(panel.model.inputRegion(width: size.width, height: size.height))
    }
}

extension TextKey {
    /// A text of the bar at a scale.
    init(_ run: TextRun, scale: Double) {
        self.init(
            run.string, families: run.families.joined(separator: ","), weight: run.weight, size: run.size * scale,
            maximumWidth: run.maximumWidth.map { $0 * scale })
    }
}
