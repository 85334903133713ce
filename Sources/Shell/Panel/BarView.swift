import EventLoop
import Geometry
import Gestures
import SurfaceKit
import TabBar
import ShellModel

final class BarView {
    private struct LayoutKey: Equatable {
        var size: Size
        var scale: Double
        var revision: Int
    }

    private unowned let panel: PanelProgram
    let view: SceneView
    private let output: Output?
    /// The look on this screen that the surface's geometry is from.
    private(set) var look: Look
    /// The bar that this one replaces with its first frame.
    private var replaced: BarView?
    /// The coordinate along the edge to which the selection is dragged; nil while it is not.
    private var dragCoordinate: Double?
    private let hider: BarHider
    /// The position of the bar under an open sheet, which slides out.
    private var sheetSlide = BarSlide()
    private static let sheetTransition = Transition(duration: 250_000_000, curve: .easeInOut)
    private var springLoader: TargetTimer?
    let tooltip: Tooltip
    private var keys = BarKeyboard()
    /// The layout of the newest frame.
    private var kept: (key: LayoutKey, layout: SceneLayout)?
    /// Nil in a window, and at other edges than the lower one.
    private var keyboard: OnScreenKeyboardMonitor?

    init(
        _ panel: PanelProgram, output: Output?, look: Look, inWindow: Bool, replacing replaced: BarView? = nil
    ) throws(WaylandConnectionError) {
        (self.panel, self.output, self.replaced) = (panel, output, replaced)
        self.look = panel.model.look(on: output?.logicalSize) ?? look
        view = SceneView(panel)
        tooltip = Tooltip(panel, bar: view)
        hider = BarHider(panel.shell.loop)
        springLoader = TargetTimer(panel.shell.loop) { [weak self] in self?.open($0) }
        view.screen = output?.logicalSize
        view.makeScene = { [weak self] in
            self?.takeOver()
            return self?.scene($0, of: $1, $2) ?? .empty
        }
        view.makeOffset = { [weak self] in self?.offset(of: $0) ?? .zero }
        view.isSceneAnimating = { [weak self] model, time in
            guard let self else { return false }
            return model.isAnimating(at: time) || hider.slide.isMoving(at: time) || sheetSlide.isMoving(at: time)
        }
        let role: Role =
            inWindow
            ? .window(title: "tabshell", appID: "org.tabshell.Panel", height: self.look.surfaceHeight)
            : .layer(
                LayerPlacement(
                    namespace: "tabshell-bar", layer: panel.barLayer, edge: self.look.bar.position,
                    height: self.look.surfaceHeight, exclusiveZone: replaced == nil ? self.look.exclusiveZone : -1))
        let surface = try view.show(as: role, on: output)
        surface.onResize = { [weak self] _ in self?.applyRegions() }
        surface.takesCharacters = true
        surface.onKeyboardFocus = { [weak self] in self?.keyboardFocusChanged($0) }
        surface.onKeyboardKept = { [weak self] in if let self { self.panel.keyboardWasKept(by: self) } }
        surface.onClosed = { [weak self] in if let self { self.panel.closed(self) } }
        // A finger that explores the bar must not move its window.
        if inWindow { surface.allowMoving { [weak panel] _ in panel?.feedback.speaks == false } }
        view.extendField = { [weak self] in self?.extend(&$0) }
        view.onGesture = { [weak self] in self?.follow($0) }
        view.onInput = { [weak self] in self?.handle($0, from: $1) }
        view.onHover = { [weak self] in self?.tooltip.follow($0) }
        hider.onChange = { [weak self] in
            guard let self else { return }
            applyRegions()
            view.updateGestures()
            view.invalidate()
        }
        // A keyboard is at the lower edge; a bar at another one keeps its zone.
        guard let output, !inWindow, edge == .bottom else { return }
        keyboard = try OnScreenKeyboardMonitor(panel.shell.connection, output: output)
        keyboard?.onChange = { [weak self] in self?.arrange() }
    }

    func destroy() {
        replaced?.destroy()
        view.destroy()
        tooltip.remove()
        keyboard?.destroy()
    }

    /// Ends the bar that this one replaces, and takes its zone, with one flush: if the zone goes and comes back, KWin may leave
    /// a maximized window with the size in between.
    private func takeOver() {
        guard let previous = replaced else { return }
        replaced = nil
        previous.destroy()
        arrange(duringAnimation: true)
    }

    /// Applies the layer and the exclusive zone. An on-screen keyboard covers the bar: its zone is not in addition to the
    /// bar's, and whatever its layer is, the bar is below it.
    func arrange(duringAnimation: Bool = false) {
        let isCovered = keyboard?.isShown == true
        let zone = isCovered || replaced != nil ? -1 : hider.isActive ? 0 : look.exclusiveZone
        view.surface?.setGeometry(
            height: look.surfaceHeight, exclusiveZone: zone, duringAnimation: isCovered || duringAnimation)
        // A bar that comes back is above a fullscreen window, too.
        view.surface?.setLayer(isCovered ? .bottom : hider.isActive ? .overlay : panel.barLayer)
    }

    func updateHiding() {
        guard !panel.shell.options.window else { return }
        hider.update(
            isActive: panel.hidesBar(on: output), staysAtFirst: look.bar.hide == .always,
            isFocused: panel.hasFocus(output), along: look.motion[.minimize], reducesMotion: panel.model.isMotionReduced
        )
        let isUnderSheet =
            panel.shell.client.state.isBarUnderSheet && output === panel.shell.pageOutput && !panel.hasFocus(output)
        guard isUnderSheet != sheetSlide.isOut else { return }
        sheetSlide.setOut(
            isUnderSheet, from: MonotonicClock.now, along: Self.sheetTransition,
            reducesMotion: panel.model.isMotionReduced)
        applyRegions()
        view.invalidate()
    }

    /// Takes the keyboard while the focus is in this bar, and gives it back.
    func updateKeyboard() {
        guard !panel.shell.options.window else { return }
        let state = panel.shell.client.state
        keys.update(
            isWanted: panel.hasFocus(output),
            mayShare: !state.arePagesAboveWindows && state.sheet.tab == nil && state.menu.tab == nil)
        applyKeyboard()
    }

    private func keyboardFocusChanged(_ isHeld: Bool) {
        guard keys.focusChanged(isHeld) else { return applyKeyboard() }
        // The page may have taken it, and the state that says so may still be on its way.
        panel.shell.client.send(.ping) { [weak self] in self?.keyboardWasLost() }
    }

    private func keyboardWasLost() {
        guard keys.isLost, view.surface?.reclaimKeyboard() != true else { return }
        panel.requests.send(.focus(.leave))
    }

    private func applyKeyboard() {
        switch keys.request {
        case .none: view.surface?.setKeyboardInteractivity(.none)
        case .exclusive: view.surface?.setKeyboardInteractivity(.exclusive)
        case .shared: view.surface?.shareKeyboard()
        }
    }

    private func scene(_ model: BarModel, of frame: Frame, _ measure: @escaping TextMeasure) -> Scene {
        let key = LayoutKey(size: frame.size, scale: frame.scale, revision: view.layoutRevision)
        var model = model
        model.isAbovePages = panel.isAbovePages(output)
        if kept?.key != key {
            let layout = model.sceneLayout(
                width: key.size.width, height: key.size.height, screen: view.screen, measure: measure)
            kept = layout.map { (key, $0) }
        }
        return kept?.layout.scene(
            of: model, revision: view.revision, scale: key.scale, at: frame.time, measure: measure) ?? .empty
    }

    /// The offset of the bar's picture towards its edge, in whole buffer pixels.
    private func offset(of frame: Frame) -> Point {
        let position = max(hider.slide.value(at: frame.time), sheetSlide.value(at: frame.time))
        let length = position * edge.depth(of: frame.size)
        return edge.outward((length * frame.scale).rounded() / frame.scale)
    }

    private var isRightToLeft: Bool { panel.model.isRightToLeft && !edge.isSide }

    var isOut: Bool { hider.slide.isOut }
    var isUnderSheet: Bool { sheetSlide.isOut }

    var edge: Edge { look.bar.position }

    /// - Parameter hasSameLayout: true after changes that affect neither the layout nor the texts.
    func update(hasSameLayout: Bool = false) {
        view.screen = output?.logicalSize
        guard let look = panel.model.look(on: view.screen) else { return }
        if look != self.look {
            self.look = look
            arrange()
            view.lookChanged()
        }
        keyboard?.schedule()
        if !hasSameLayout || kept?.layout.hasConstantRegions != true { applyRegions() }
        view.stateChanged(hasSameLayout: hasSameLayout)
    }

    private func extend(_ field: inout BarField) {
        guard let size = view.surface?.size else { return }
        field.hiding = hider.hiding
        (field.edge, field.size) = (edge, size)
        field.isRowMoving = panel.model.isRowMoving(at: MonotonicClock.now)
        field.canMoveRow = { self.canMoveRow(size) }
        field.canMoveRowFrom = { self.isDraggable(at: $0, size) }
    }

    private func follow(_ gesture: BarGesture) {
        guard let size = view.surface?.size else { return }
        let now = MonotonicClock.now
        switch gesture {
        case .slide(let phase):
            return hider.follow(phase, depth: edge.depth(of: size)) { [edge] in edge.distance(of: $0, in: size) }
        case .row(.began, let scrolls): if !scrolls { panel.model.holdRow(at: now) }
        case .row(.moved(let from, let to), scrolls: false):
            let length = edge.along(to) - edge.along(from)
            moveRow(by: length, scrollingBy: -length, size, at: now)
        case .row(.moved(let from, let to), scrolls: true):
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let length = abs(dx) > abs(dy) ? dx : dy
            moveRow(by: length, scrollingBy: length, size, at: now)
        case .row(let phase, _):
            if dragCoordinate == nil {
                panel.model.releaseRow(at: now)
            } else {
                endDrag(isCancelled: phase == .cancelled)
            }
        case .explore, .longPress, .tap: return
        }
        panel.invalidate()
    }

    /// Scrolls a row of tabs that does not fit, or drags the selection along one that does.
    private func moveRow(by length: Double, scrollingBy distance: Double, _ size: Size, at now: UInt64) {
        let distance = isRightToLeft ? -distance : distance
        if panel.model.scrollRow(by: distance, width: size.width, height: size.height, screen: view.screen, at: now)
            || dragSelection(by: length, size, at: now)
        {
            return
        }
        if dragCoordinate != nil { endDrag(isCancelled: true) }
    }

    private func canMoveRow(_ size: Size) -> Bool {
        panel.model.canScrollRow(width: size.width, height: size.height, screen: view.screen)
            || dragOrigin(size, at: MonotonicClock.now) != nil
    }

    /// True if a finger can drag the selection from a point: from the selected tab or beside the tabs. It presses other tabs.
    private func isDraggable(at point: Point, _ size: Size) -> Bool {
        guard dragOrigin(size, at: MonotonicClock.now) != nil, let target = view.scene.part(at: point)?.target
        else { return true }
        return target == panel.shell.client.state.selection.map { .tab($0.tab) }
    }

    private func dragOrigin(_ size: Size, at now: UInt64) -> Double? {
        guard !panel.shell.options.window else { return nil }
        return panel.model.dragOrigin(width: size.width, height: size.height, screen: view.screen, at: now)
    }

    /// - Returns: false if it cannot be dragged.
    private func dragSelection(by length: Double, _ size: Size, at now: UInt64) -> Bool {
        guard let surface = view.surface, let start = dragCoordinate ?? dragOrigin(size, at: now),
            let position = panel.model.dragPosition(
                at: start + length, width: size.width, height: size.height, screen: view.screen)
        else { return false }
        if dragCoordinate == nil, let output = panel.destination(output) { panel.requests.send(.setOutput(output)) }
        dragCoordinate = start + length
        panel.drags.move(to: position, among: panel.model.dragPages, refreshInterval: surface.refreshInterval)
        return true
    }

    private func endDrag(isCancelled: Bool) {
        dragCoordinate = nil
        if isCancelled { panel.drags.cancel() } else { panel.drags.end() }
    }

    private func handle(_ event: InputEvent, from source: InputSource) {
        hider.observe(event, from: source)
        let state = panel.shell.client.state
        switch event {
        case .dataDragged(let point): springLoader?.hold(over: view.field.target(at: point))
        case .dataDragEnded: springLoader?.hold(over: nil)
        case _ where !view.field.isInPlace: break
        case .wheel(_, let clicks):
            if clicks != 0 { send(clicks > 0 ? .selectNext : .selectPrevious) }
        case .key where state.isBarFocused, .character where state.isBarFocused:
            panel.moveFocus(by: event, on: view.surface)
        // The page gets the keyboard next.
        case .key where state.bar.focus?.isPage == true: break
        case .key(edge.isSide ? .up : isRightToLeft ? .right : .left): send(.selectPrevious)
        case .key(edge.isSide ? .down : isRightToLeft ? .left : .right): send(.selectNext)
        case .key(.home): view.scene.parts.compactMap(\.tab).first.map { send(.select($0)) }
        case .key(.end): view.scene.parts.compactMap(\.tab).last.map { send(.select($0)) }
        case .key(.escape): panel.dismiss()
        default: break
        }
    }

    /// Opens the target of a held drag: a page or a minimized bar.
    private func open(_ target: BarPart.Target) {
        switch target {
        case .tab(let tab):
            guard panel.shell.client.state.tab(tab)?.role == .page, panel.shell.client.state.selection?.tab != tab
            else { return }
            send(.select(tab))
        case .expandBar: send(.minimize(false))
        case .action, .closeMenu, .retry, .openConfiguration, .closeNotice, .openMessage, .closeMessage, .pad:
            return
        }
    }

    /// Sends a command that selects a tab, after moving the pages to this bar's output.
    private func send(_ command: Command) {
        if let output = panel.destination(output) { panel.requests.send(.setOutput(output)) }
        panel.requests.send(command)
    }

    /// Sets the input region to the bar and its button without the shadow, the blur region to the translucent background.
    private func applyRegions() {
        guard let surface = view.surface, let size = surface.size else { return }
        if sheetSlide.isOut || hider.slide.isOut {
            surface.setInputRegion(sheetSlide.isOut ? [] : [edge.strip(of: BarHider.stripDepth, in: size)])
            return surface.setBlurRegion(nil)
        }
        surface.setInputRegion(
            panel.model.inputRegion(width: size.width, height: size.height, screen: view.screen))
        surface.setBlurRegion(panel.model.blurRegion(width: size.width, height: size.height, screen: view.screen))
    }
}
