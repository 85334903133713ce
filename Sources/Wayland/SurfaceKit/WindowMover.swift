import Geometry
import Gestures

/// Moves a window that the user drags, since not every compositor draws title bars. Passes all other input on.
final class WindowMover: SurfaceInput {
    /// The distance after which a press becomes a drag, logical pixels.
    private static let threshold = 8.0

    private weak var surface: Surface?
    private weak var content: (any SurfaceInput)?
    private let isDraggable: (Point) -> Bool
    /// A possible start of a drag.
    private var press: (source: InputSource, point: Point)?
    /// The source of the present drag; its events go to the compositor until the end.
    private var dragSource: InputSource?

    /// `isDraggable` returns true for the points at which a drag may begin; other input goes to the content.
    init(_ surface: Surface, content: (any SurfaceInput)?, isDraggable: @escaping (Point) -> Bool) {
        self.surface = surface
        self.content = content
        self.isDraggable = isDraggable
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        switch event {
        case .press(let point):
            if dragSource == source { dragSource = nil }
            if press == nil, isDraggable(point) { press = (source, point) }
        case .move(let point):
            if dragSource == source { return }
            guard let press, press.source == source else { break }
            guard point.distance(to: press.point) > Self.threshold else { break }
            (self.press, dragSource) = (nil, source)
            content?.handle(.cancel, from: source)
            surface?.beginMove()
            return
        case .release, .cancel, .leave:
            if press?.source == source { press = nil }
            if dragSource == source {
                dragSource = nil
                return
            }
        case .secondaryPress, .dataDragged, .dataDragEnded, .wheel, .scroll, .key, .character, .text, .clipboard: break
        }
        content?.handle(event, from: source)
    }
}
