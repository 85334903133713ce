import Geometry
import SurfaceKit
import TabBar

/// A message of the shell on the output of the pages: the status in place of a page that is not shown, or a notice along the top
/// edge.
final class MessageView<Message> {
    let output: Output
    let view: SceneView
    private(set) var message: Message
    private let arrange: (Surface, Message) -> Void

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
        let surface = try view.show(as: .layer(placement), on: output)
        surface.onResize = { [weak self] _ in self?.arrangeSurface() }
        arrangeSurface()
    }

    func update(to message: Message) {
        self.message = message
        arrangeSurface()
        view.stateChanged()
    }

    private func arrangeSurface() {
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
    }
}

extension MessageView<Notice> {
    /// Pages and windows keep clear of a notice, so it hides nothing.
    convenience init(
        _ panel: PanelProgram, _ notice: Notice, on output: Output, namespace: String
    ) throws(WaylandConnectionError) {
        let height = panel.model.height(of: notice, width: output.logicalSize?.width ?? 0)
        try self.init(
            panel, notice, on: output,
            as: LayerPlacement(
                namespace: namespace, layer: .top, edge: .top, height: height, exclusiveZone: height),
            scene: { $0.scene(of: $1, size: $2.size, at: $2.time) },
            arrange: { [weak panel] surface, notice in
                guard let panel, let size = surface.size else { return }
                let height = panel.model.height(of: notice, width: size.width)
                surface.setGeometry(height: height, exclusiveZone: height, duringAnimation: true)
                surface.setInputRegion(panel.model.scene(of: notice, size: size, at: .max).parts.map(\.rect))
            })
    }
}
