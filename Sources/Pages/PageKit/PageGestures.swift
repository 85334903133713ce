import Geometry
import Gestures

enum PageGesture: Equatable {
    case sheet(DragPhase)
    /// The sheet's close button is pressed.
    case close(DragPhase)
    /// A place beside the card is pressed.
    case outside(DragPhase)
    /// A finger from an edge changes the page, or two fingers on a touchpad.
    case swipe(DragPhase, scrolls: Bool)
    case page(InputEvent, InputSource)
}

/// The surroundings of gestures on the surface of a page.
struct PageField {
    /// The frame of the sheet's card; nil for a page that is not a sheet.
    var card: Rect?
    /// The target of the sheet's close button.
    var closeTarget: Rect?
    /// The width of a page that swipes change; nil for any other page.
    var swipeWidth: Double?
}

extension GestureArena where Field == PageField, Action == PageGesture {
    /// The distance after which a press becomes a drag of the card, logical px.
    private static var dragThreshold: Double { 8 }
    /// The width of the area at either edge where a swipe starts, logical px.
    private static var edgeWidth: Double { 24 }
    /// The distance that decides if a movement is a swipe, logical px.
    private static var swipeThreshold: Double { 10 }

    init() {
        self.init([
            DragRecognizer(
                start: { $0.closeTarget?.contains($2) == true && !$1.scrolls ? .now : .never },
                move: { _, _, _, _ in .failed }, action: { phase, _ in .close(phase) }),
            DragRecognizer(
                start: { field, contact, point in
                    guard let card = field.card, card.contains(point), !contact.scrolls else { return .never }
                    return point.y < card.y + SheetLayout.dragAreaHeight ? .moving : .never
                },
                move: { abs($3.y - $2.y) > Self.dragThreshold ? .claimed : .possible },
                action: { phase, _ in .sheet(phase) }),
            DragRecognizer(
                start: { $0.card?.contains($2) == false && !$1.scrolls ? .now : .never },
                move: { _, _, _, _ in .failed }, action: { phase, _ in .outside(phase) }),
            DragRecognizer(
                start: { field, contact, point in
                    guard let width = field.swipeWidth else { return .never }
                    if contact.scrolls { return .moving }
                    guard case .touch = contact.source else { return .never }
                    return Self.sign(at: point, width) == 0 ? .never : .moving
                },
                move: { field, contact, start, point in
                    let (dx, dy) = (point.x - start.x, abs(point.y - start.y))
                    guard max(abs(dx), dy) > Self.swipeThreshold else { return .possible }
                    if contact.scrolls { return abs(dx) > 2 * dy ? .claimed : .failed }
                    return dx * Self.sign(at: start, field.swipeWidth ?? 0) > dy ? .claimed : .failed
                },
                action: { .swipe($0, scrolls: $1.scrolls) }),
            PageRecognizer(),
        ])
    }

    /// The sign of a movement inwards from an edge of the page; 0 for a point beside the edges.
    private static func sign(at point: Point, _ width: Double) -> Double {
        guard width > 4 * edgeWidth else { return 0 }
        return point.x < edgeWidth ? 1 : point.x >= width - edgeWidth ? -1 : 0
    }
}

/// The recognizer of the page's own gestures. It claims nothing: a swipe or a drag of the card cancels the page's gesture.
private struct PageRecognizer: GestureRecognizer {
    mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: PageField,
        _ actions: inout [PageGesture]
    ) -> GestureAnswer {
        actions.append(.page(contact.scrolls && event == .cancel ? .stopScroll : event, contact.source))
        return .possible
    }
}
