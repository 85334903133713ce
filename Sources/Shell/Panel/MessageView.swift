// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// A message of the shell on the output of the pages: the status in place of a page that is not shown, or the notice of errors in
/// the configuration along the top edge.
final class MessageView<Message> {
    let output: Output
    let view: SceneView
    private(set) var message: Message
    private let arrange: (Surface, Message) -> Void

    /// - Parameters:
    ///   - scene: makes the scene of a message on a surface of a size.
    ///   - arrange: applies what else of the surface depends on the message or on the size.
    init(
        _ panel: PanelProgram, _ message: Message, on output: Output, as placement: LayerPlacement,
        scene: @escaping (BarModel, Message, Frame) -> Scene, arrange: @escaping (Surface, Message) -> Void
    ) throws(WaylandConnectionError) {
        self.output = output
        self.message = message
        self.arrange = arrange
        view = SceneView(panel)
        view.makeScene = { [weak self, weak panel] frame, _ in
            guard let self, let panel else { return .empty }
            return scene(panel.model, self.message, frame)
        }
        view.isSceneAnimating = { [weak panel] in panel?.model.isAppearanceAnimating(at: $0) ?? false }
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
                // No click goes through the message to a window that it hides. Elsewhere it takes those on its button only.
                let parts = surface.size.flatMap { panel?.model.scene(of: message, size: $0, at: .max).parts } ?? []
                surface.setInputRegion(message.isAboveWindows ? nil : parts.map(\.rect))
            })
    }
}

extension MessageView<ConfigurationNotice> {
    /// Pages and windows keep clear of a notice, so it hides nothing.
    convenience init(
        _ panel: PanelProgram, _ notice: ConfigurationNotice, on output: Output
    ) throws(WaylandConnectionError) {
        let height = panel.model.configurationNoticeHeight
        try self.init(
            panel, notice, on: output,
            as: LayerPlacement(
                namespace: "tabshell-configuration", layer: .top, edge: .top, height: height, exclusiveZone: height),
            scene: { $0.scene(of: $1, size: $2.size, at: $2.time) },
            arrange: { [weak panel] surface, notice in
                let parts = surface.size.flatMap { panel?.model.scene(of: notice, size: $0, at: .max).parts } ?? []
                surface.setInputRegion(parts.map(\.rect))
            })
    }
}
