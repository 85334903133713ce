import RasterClient
import Canvas
import EventLoop
import Geometry
import Gestures
import SurfaceKit
import TabBar

/// A scene on a surface: draws the damage between frames and tracks presses.
final class SceneView: SurfaceContent, SurfaceInput {
    private(set) var surface: Surface?
    /// The output that it was shown on; nil in a window.
    private(set) var output: Output?
    private(set) var scene = Scene.empty
    var makeScene: (BarModel, Frame, @escaping TextMeasure) -> Scene = { _, _, _ in .empty }
    var isSceneAnimating: (BarModel, UInt64) -> Bool = { _, _ in false }
    /// The size of the screen; nil if it is unknown.
    var screen: Size?
    var makeOffset: (Frame) -> Point = { _ in .zero }
    var extendField: (inout BarField) -> Void = { _ in }
    var onGesture: (BarGesture) -> Void = { _ in }
    var onInput: (InputEvent, InputSource) -> Void = { _, _ in }
    /// A pointer has moved to a target, or from all, or presses.
    var onHover: (BarPart.Target?) -> Void = { _ in }

    private unowned let panel: PanelProgram
    private let painter: BarPainter
    private var gestures = GestureArena()
    private var gestureTimer: EventLoop.Timer?
    private var hover = HoverTracker()
    private var offset = Point.zero
    /// The scale for which all masks are loaded or no longer waited for; nil if that must be checked.
    private var readyScale: Double?
    /// The widths of texts with the present masks, logical px.
    private var widths: [TextRun: Double?] = [:]
    /// A number that changes with the model, and one that changes with the look, the tabs and the masks, so that what is
    /// made of them can be kept.
    private(set) var (revision, layoutRevision) = (0, 0)
    /// True if this surface is not visible: its next frame shows the end of all animations. Other surfaces may be visible.
    private var isInvisible = false

    init(_ panel: PanelProgram) {
        self.panel = panel
        painter = BarPainter(panel.masks)
        gestureTimer = panel.shell.loop.timer { [weak self] in self?.updateGestures() }
    }

    func show(as role: Role, on output: Output?) throws(WaylandConnectionError) -> Surface {
        let surface = try Surface(panel.shell.connection, role: role, output: output, content: self)
        surface.input = self
        self.surface = surface
        self.output = output
        // Loads the masks while the compositor configures the surface.
        _ = isReady(at: surface.scale)
        return surface
    }

    var scale: Double { surface?.scale ?? 1 }

    /// Schedules a frame, which is skipped if the scene has not changed.
    func invalidate(_ urgency: FrameUrgency = .paced) {
        revision += 1
        surface?.invalidate(urgency)
    }

    /// Schedules a frame after a change of state, which may need other masks.
    func stateChanged(hasSameLayout: Bool = false) {
        if !hasSameLayout {
            layoutRevision += 1
            readyScale = nil
        }
        invalidate()
    }

    /// Redraws everything after a change of the masks.
    func redraw() {
        scene = Scene(items: [], parts: scene.parts)
        stateChanged()
    }

    func lookChanged() {
        painter.clearCache()
        redraw()
    }

    /// Removes the surface. It ends the gestures on it first, because the rest of the panel outlives it.
    func destroy() {
        perform(gestures.end(at: MonotonicClock.now, in: field))
        showHover(hover.retain { _ in false })
        gestureTimer = nil
        surface?.destroy()
        surface = nil
    }

    /// A scene is not shown before its icons and titles are loaded.
    func isReady(at scale: Double) -> Bool {
        if readyScale == scale { return true }
        widths = [:]
        guard panel.masks.prepare(panel.model.requiredMasks(scale: scale, screen: screen)) else { return false }
        readyScale = scale
        return true
    }

    func advance(to frame: Frame) -> [Rect] {
        var frame = frame
        if isInvisible { frame.time = .max }
        let next = makeScene(panel.model, frame) { [self] run in
            if let width = widths[run] { return width }
            let width = panel.masks.width(of: run, scale: frame.scale)
            widths.updateValue(width, forKey: run)
            return width
        }
        let offset = makeOffset(frame)
        let damage = next.damage(since: scene)
        let isMoved = offset != self.offset
        let isChanged = next.parts != scene.parts
        defer {
            (scene, self.offset) = (next, offset)
            if isChanged { updateGestures() }
        }
        guard isMoved || !damage.isEmpty else { return [] }
        if isMoved || offset != .zero {
            return [Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)]
        }
        return damage
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(buffer, scale: frame.scale)
        canvas.translate(x: offset.x, y: offset.y)
        painter.draw(scene, on: canvas, area: area.map { $0.offset(x: -offset.x, y: -offset.y) })
    }

    func isAnimating(at time: UInt64) -> Bool {
        defer { isInvisible = false }
        return isSceneAnimating(panel.model, isInvisible ? .max : time)
    }

    func finishAnimations() {
        isInvisible = true
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        follow(event, from: source)
        if case .press = event { onHover(nil) }
        perform(gestures.handle(event, from: source, at: MonotonicClock.now, in: field) ?? [])
        if case .secondaryPress(let point) = event {
            let target = field.target(at: point)
            // Beside an open menu, it closes it, as a press does.
            if target == .closeMenu { panel.dismiss() } else { _ = panel.openMenu(of: target, on: surface) }
        }
        onInput(event, source)
    }

    var field: BarField {
        var field = BarField(scene)
        field.isExplored = panel.feedback.speaks
        field.canHold = { self.panel.hasMenu($0) || self.panel.largeContent.canShow($0, on: self) }
        extendField(&field)
        return field
    }

    /// Ends the gestures on removed targets, and continues the waiting ones.
    func updateGestures() {
        let field = field
        perform(gestures.update(at: MonotonicClock.now, in: field))
        showHover(hover.retain { field.has($0) })
    }

    private func perform(_ actions: [BarGesture]) {
        for action in actions {
            switch action {
            case .explore(let phase): panel.explorer.explore(phase, on: self)
            case .longPress(let phase): panel.largeContent.follow(phase, on: self)
            case .tap(let phase):
                if case .pressed(let target) = phase { panel.largeContent.prepare(target, on: self) }
                panel.handle(phase, on: surface)
            case .slide, .row: onGesture(action)
            }
        }
        gestureTimer?.arm(at: gestures.deadline)
    }

    /// Raises the target under a pointer, and shows a hand over it.
    private func follow(_ event: InputEvent, from source: InputSource) {
        guard case .pointer = source else {
            if case .press = event { showHover(hover.retain { _ in false }) }
            return
        }
        switch event {
        case .move(let point), .dataDragged(let point):
            let part = field.part(at: point)
            showHover(hover.move(source, to: part?.node.label.isEmpty == false ? part?.target : nil))
        case .leave, .dataDragEnded: showHover(hover.move(source, to: nil))
        default: break
        }
    }

    private func showHover(_ changes: [BarPart.Target: Bool]) {
        guard !changes.isEmpty else { return }
        surface?.cursor = hover.isEmpty ? .default : .pointer
        for (target, isHovered) in changes { panel.model.setHovered(isHovered, target, at: MonotonicClock.now) }
        onHover(changes.first { $0.value }?.key)
        panel.invalidate()
    }
}
