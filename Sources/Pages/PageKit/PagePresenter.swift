import Canvas
import EventLoop
import Geometry
import Gestures
import SurfaceKit
import ShellModel

/// A presentation of a page on the screen: as one of the exchanged pages, or as a sheet over them.
protocol PagePresenter: SurfaceContent, SurfaceInput {
    /// Called when the compositor has closed the surface, or the user the window.
    var onClosed: () -> Void { get set }

    var host: PageHost { get }
    /// True if the page is shown in an ordinary window.
    var inWindow: Bool { get }
    var surface: Surface? { get set }
    /// The image of the page, drawn while the presentation is animated.
    var snapshot: Bitmap? { get set }

    var gestures: GestureArena<PageField, PageGesture> { get set }
    /// The surroundings of gestures at this moment.
    var field: PageField { get }
    func perform(_ gesture: PageGesture)

    /// True if the page is in front, or on its way there.
    var isPresent: Bool { get }
    /// The namespace of the layer surface, by which a compositor's configuration can name it.
    var namespace: String { get }
    var layer: LayerPlacement.Layer { get }
    var keyboard: KeyboardInteractivity { get }

    /// The page's origin on the surface, logical pixels.
    var pageOrigin: Point { get }

    func resized()

    func pageChanged()

    func editing(_ isEditing: Bool)

    func update(_ state: ShellState, environment: PageEnvironment)
}

extension PagePresenter {
    var tab: TabID { host.tab }

    /// Does nothing: a sheet's card is laid out with the next frame.
    func resized() {}

    /// Does nothing: a sheet has the keyboard.
    func editing(_ isEditing: Bool) {}

    func pageChanged() { snapshot = nil }

    func redraw() {
        pageChanged()
        if isPresent { surface?.invalidate() }
    }

    /// Creates the surface on an output, or as a window, with an overlap with the bar's exclusive zone.
    func show(
        on connection: WaylandConnection, output: Output?, overlap: EdgeOverlap = EdgeOverlap()
    ) throws(WaylandConnectionError) {
        let role: Role =
            inWindow
            ? .window(title: host.context.title, appID: "org.tabshell.Page.\(tab)", height: nil)
            : .layer(.filling(namespace: namespace, layer: layer, overlap: overlap))
        let surface = try Surface(connection, role: role, output: output, content: self, isHidden: !isPresent)
        surface.input = self
        if inWindow {
            // Farther down, a drag scrolls.
            surface.allowMoving { $0.y < 32 }
        }
        surface.onResize = { [weak self] _ in self?.resized() }
        surface.onClosed = { [weak self] in self?.onClosed() }
        host.hasKeys = false
        surface.onKeyboardFocus = { [weak self] in self?.host.hasKeys = $0 }
        self.surface = surface
        if host.acceptsText { surface.prepareTextInput() }
        applyKeyboard()
    }

    /// Applies an event to the gestures; false if it is not part of any.
    func recognize(_ event: InputEvent, from source: InputSource) -> Bool {
        updateCursor(event, from: source)
        guard let steps = gestures.handle(event, from: source, at: MonotonicClock.now, in: field) else { return false }
        for step in steps { perform(step) }
        return event != .leave
    }

    func endGestures() {
        for step in gestures.end(at: MonotonicClock.now, in: field) { perform(step) }
    }

    /// Shows a hand over pressable parts.
    private func updateCursor(_ event: InputEvent, from source: InputSource) {
        guard case .pointer = source, case .move(let point) = event else { return }
        let isOnClose = field.closeTarget?.contains(point) == true
        surface?.cursor = isOnClose ? .pointer : host.cursor(at: point, origin: pageOrigin)
    }

    /// Sets the surface's keyboard interactivity, and its text input while a field is edited.
    func applyKeyboard() {
        guard let surface else { return }
        surface.setKeyboardInteractivity(keyboard)
        surface.setTextInput(host.textFocus.map { TextInputState($0, origin: pageOrigin) })
    }

    /// Destroys the surface. It ends the gestures on it first, as the page outlives it.
    func hideImmediately() {
        endGestures()
        surface?.endInput()
        surface?.destroy()
        surface = nil
        discardSnapshots()
    }

    /// Frees the memory of hidden images.
    func discardSnapshots() {
        snapshot = nil
        host.discardSnapshot()
    }
}
