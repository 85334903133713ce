public import Geometry

/// A recognizer of selections in a text field that has the text focus: a press places the caret, a drag selects, a
/// double press selects a word and a triple press everything.
public struct TextSelectionGesture: Equatable {
    /// The time between two presses of a double press, ns, and the distance, logical px.
    private static let (interval, distance) = (UInt64(400_000_000), 8.0)

    private struct Press: Equatable {
        var point: Point
        var time: UInt64
        var count = 1
    }

    private var last: Press?
    private var isDown = false

    public init() {}

    /// Applies an event to a field; false if it is not part of a selection.
    ///
    /// - Parameters:
    ///   - contains: true for a point on the field's text.
    ///   - offset: returns the caret's position for a point, bytes of UTF-8.
    public mutating func handle(
        _ event: PagePointerEvent, on field: inout TextField, now: UInt64, contains: (Point) -> Bool,
        offset: (Point) -> Int
    ) -> Bool {
        switch event {
        case .press(let point) where contains(point):
            var press = Press(point: point, time: now)
            if let last, now < last.time + Self.interval, isNear(last.point, point) {
                press.count = last.count + 1
            }
            last = press
            isDown = true
            guard field.preedit == nil else { return true }
            switch press.count {
            case 1: field.placeCaret(at: offset(point))
            case 2: field.selectWord(at: offset(point))
            default: field.select(0..<field.text.utf8.count)
            }
        case .move(let point) where isDown:
            guard field.preedit == nil, let last, last.count == 1 else { return true }
            // A finger rolls; the caret stays until it has really moved.
            if !isNear(last.point, point) || field.hasSelection {
                field.placeCaret(at: offset(point), extending: true)
            }
        case .release where isDown, .cancel where isDown: isDown = false
        default: return false
        }
        return true
    }

    private func isNear(_ one: Point, _ other: Point) -> Bool {
        max(abs(one.x - other.x), abs(one.y - other.y)) < Self.distance
    }
}
