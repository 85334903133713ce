// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import RasterProtocol
import SurfaceKit
import TabBar

/// A scene on a surface: it draws what has changed since the frame before, and knows what is pressed.
final class SceneView: SurfaceContent, SurfaceInput {
    /// Where it stands, once it does.
    private(set) var surface: Surface?
    private(set) var scene = Scene(items: [], hitRegions: [])
    /// The scene of a frame.
    var makeScene: (Frame, @escaping TextMeasure) -> Scene = { _, _ in Scene(items: [], hitRegions: []) }
    /// Whether the scene still moves after a time.
    var isSceneMoving: (UInt64) -> Bool = { _ in false }
    /// Called with each event that is no press.
    var onInput: (InputEvent) -> Void = { _ in }

    private unowned let panel: PanelProgram
    private let painter: BarPainter
    private var presses = PressTracker()
    /// The scale at which the model's masks are there, or are not to be waited for; nil when that is to be asked.
    private var readyScale: Double?
    /// Nobody sees this surface: its next frame shows everything where it is going. Others may well be seen.
    private var isUnseen = false

    init(_ panel: PanelProgram) {
        self.panel = panel
        painter = BarPainter(
            icons: { [unowned panel] in panel.masks.icon($0, side: $1) },
            texts: { [unowned panel] in panel.masks.text(TextMaskKey($0, scale: $1)) })
    }

    /// Makes the surface.
    ///
    /// - Throws: ``WaylandConnectionError/unsupported(_:)`` when the compositor has no such role.
    func show(as role: Role, on output: Output?) throws(WaylandConnectionError) -> Surface {
        let surface = try Surface(panel.shell.session, role: role, output: output, content: self)
        surface.input = self
        self.surface = surface
        // The helper and the compositor do their parts at the same time.
        _ = isReady(at: surface.scale)
        return surface
    }

    /// Buffer pixels for a logical pixel.
    var scale: Double { surface?.scale ?? 1 }
    /// The masks that are drawn now.
    var requests: [RasterRequest] { MaskLoader.requests(scene.requiredAssets(scale: scale), scale: scale) }

    /// Has it drawn anew if it looks different.
    func invalidate() {
        surface?.invalidate()
    }

    /// Has it drawn anew after the daemon has said something; other masks may be needed.
    func stateChanged() {
        readyScale = nil
        invalidate()
    }

    /// Has all of it drawn anew: what it is made of has changed.
    func redraw() {
        readyScale = nil
        scene = Scene(items: [], hitRegions: scene.hitRegions)
        surface?.invalidate()
    }

    /// Has all of it drawn anew, in another look.
    func redrawInAnotherLook() {
        painter.clearCache()
        redraw()
    }

    func destroy() {
        surface?.destroy()
        surface = nil
    }

    /// What lacks its icons and titles is shown to nobody.
    func isReady(at scale: Double) -> Bool {
        if readyScale == scale { return true }
        guard panel.masks.prepare(panel.model.requiredAssets(scale: scale), scale: scale) else { return false }
        readyScale = scale
        return true
    }

    func advance(to frame: Frame) -> [Rect] {
        var frame = frame
        if isUnseen { frame.time = .max }
        let next = makeScene(frame) { [unowned self] in panel.masks.width(of: $0, scale: frame.scale) }
        guard next != scene else { return [] }
        defer { scene = next }
        // Titles that are too long for their tab, and badges, are known only now.
        _ = panel.masks.prepare(next.requiredAssets(scale: frame.scale), scale: frame.scale)
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
        return isSceneMoving(isUnseen ? .max : time)
    }

    func finishMoving() {
        isUnseen = true
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        switch event {
        case .wheel, .key: onInput(event)
        default: panel.take(presses.take(event, from: source, on: scene), on: surface)
        }
    }
}
