import EventLoop
import Geometry
import ShellModel
import SurfaceKit
import TabBar

/// A message on the output of the pages: the status in place of a page that is not shown, or the notices along the top edge.
final class MessageView<Message> {
    let output: Output
    let view: SceneView
    private(set) var message: Message
    private let arrange: (Surface, Message) -> Void
    /// The way of notices from and to the upper edge; nil before the first frame.
    private var slide: BarSlide?
    /// Destroys the view at the end of the way out.
    private var removal: EventLoop.Timer?

    /// - Parameters:
    ///   - scene: makes the scene of a message on a surface of a size.
    ///   - arrange: applies all else on the surface that depends on the message or the size.
    init(
        _ panel: PanelProgram, _ message: Message, on output: Output, as placement: LayerPlacement,
        scene: @escaping (BarModel, Message, Frame) -> Scene, arrange: @escaping (Surface, Message) -> Void
    ) throws(WaylandConnectionError) {
        self.output = output
        self.message = message
        self.arrange = arrange
        view = SceneView(panel)
        view.makeScene = { [weak self] model, frame, _ in self.map { scene(model, $0.message, frame) } ?? .empty }
        view.isSceneAnimating = { $0.isAppearanceAnimating(at: $1) }
        try view.show(as: .layer(placement), on: output).onResize = { [weak self] _ in self?.arrangeSurface() }
        arrangeSurface()
    }

    func update(to message: Message) {
        self.message = message
        arrangeSurface()
        view.stateChanged()
    }

    /// Applies the layer, the input region and the height.
    func arrangeSurface() {
        if let surface = view.surface { arrange(surface, message) }
    }
}

extension MessageView<StatusMessage> {
    convenience init(_ panel: PanelProgram, _ message: StatusMessage, on output: Output) throws(WaylandConnectionError)
    {
        func layer(_ message: StatusMessage) -> LayerPlacement.Layer { message.isAboveWindows ? .top : .bottom }
        try self.init(
            panel, message, on: output, as: .filling(namespace: "tabshell-notice", layer: layer(message)),
            scene: { $0.scene(of: $1, size: $2.size, at: $2.time) },
            arrange: { [weak panel] surface, message in
                surface.setLayer(layer(message))
                // No click goes through the message to a window that it hides. Elsewhere it takes only clicks on its button.
                let parts = surface.size.flatMap { panel?.model.scene(of: message, size: $0, at: .max).parts } ?? []
                surface.setInputRegion(message.isAboveWindows ? nil : parts.map(\.rect))
            })
        view.isSceneAnimating = { [weak self] model, time in
            model.isAppearanceAnimating(at: time) || self.map { model.isMoving($0.message, at: time) } == true
        }
    }
}

extension MessageView<[Notice]> {
    private static let motion = Transition(duration: 250_000_000, curve: .easeOut)

    /// Notices float over pages and windows, and move none of them. They slide in from the upper edge, and out.
    convenience init(_ panel: PanelProgram, _ notices: [Notice], on output: Output) throws(WaylandConnectionError) {
        let height = panel.model.height(of: notices, width: output.logicalSize?.width ?? 0)
        try self.init(
            panel, notices, on: output,
            as: LayerPlacement(
                namespace: "tabshell-message", layer: panel.noticeLayer, edge: .top, height: height, exclusiveZone: 0),
            scene: { $0.scene(of: $1, width: $2.size.width, at: $2.time) },
            arrange: { [weak panel] surface, notices in
                guard let panel, let width = surface.size?.width else { return }
                surface.setLayer(panel.noticeLayer)
                surface.setGeometry(height: panel.model.height(of: notices, width: width))
                surface.setInputRegion(panel.model.cards(of: notices, width: width))
            })
        let reducesMotion = panel.model.isMotionReduced
        view.makeOffset = { [weak self] frame in
            let current = self?.slide ?? .entering(from: frame.time, along: Self.motion, reducesMotion: reducesMotion)
            self?.slide = current
            let depth = frame.size.height
            return Point(x: 0, y: -(current.value(at: frame.time) * depth * frame.scale).rounded() / frame.scale)
        }
        view.isSceneAnimating = { [weak self] model, time in
            model.isAppearanceAnimating(at: time) || self?.slide?.isMoving(at: time) == true
        }
    }

    /// Slides the notices out, then destroys the view. They take no clicks on the way.
    func slideOut(of panel: PanelProgram) {
        let now = MonotonicClock.now
        slide?.setOut(true, from: now, along: Self.motion, reducesMotion: panel.model.isMotionReduced)
        guard slide?.isMoving(at: now) == true else { return view.destroy() }
        view.surface?.setInputRegion([])
        view.invalidate()
        removal = panel.shell.loop.timer { [self] in
            view.destroy()
            removal = nil
        }
        removal?.arm(at: now + Self.motion.duration)
    }
}
