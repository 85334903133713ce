// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of a gesture along the row of tabs, which scrolls it or drags the selection: a finger or the pointer that is
/// dragged, or two fingers on a touchpad.
struct RowGesture {
    enum Outcome: Equatable {
        /// The event is not part of a gesture.
        case none
        /// A finger has moved by a length in logical pixels, positive towards the trailing or lower end of the row.
        case dragged(Double)
        /// A touchpad scrolls by a length in logical pixels, positive towards the trailing or lower end of the row.
        case scrolled(Double)
        /// A finger has stopped the row.
        case held
        /// The gesture has ended; what it has moved goes on with its velocity.
        case ended
        case cancelled
    }

    /// The distance after which a press becomes a drag, logical px.
    private static let threshold = 8.0

    private var drag: (source: InputSource, position: Double, isDragging: Bool)?
    /// True while a touchpad scrolls.
    private var isScrolling = false

    /// Applies an event of a source.
    ///
    /// - Parameters:
    ///   - isVertical: true for the row of a rail.
    ///   - holdsRow: stops the row, and returns true if it moved: a finger that stops it presses nothing.
    ///   - isDraggable: false for a point at which a press is no drag, however far it moves.
    mutating func handle(
        _ event: InputEvent, from source: InputSource, isVertical: Bool = false,
        holdingRow holdsRow: () -> Bool = { false }, isDraggable: (Point) -> Bool = { _ in true }
    ) -> Outcome {
        switch event {
        case .press(let point):
            guard drag == nil else { return .none }
            let isHeld = holdsRow()
            guard isHeld || isDraggable(point) else { return .none }
            drag = (source, isVertical ? point.y : point.x, isHeld)
            return isHeld ? .held : .none
        case .move(let point):
            guard let drag, drag.source == source else { return .none }
            let position = isVertical ? point.y : point.x
            let length = position - drag.position
            guard drag.isDragging || abs(length) > Self.threshold else { return .none }
            self.drag = (source, position, true)
            return .dragged(length)
        case .release, .cancel:
            guard let drag, drag.source == source else { return .none }
            self.drag = nil
            return !drag.isDragging ? .none : event == .cancel ? .cancelled : .ended
        case .scroll(let dx, let dy, let isFinal):
            let length = abs(dx) > abs(dy) ? dx : dy
            isScrolling = !(isFinal && length == 0)
            return isScrolling ? .scrolled(length) : .ended
        case .leave where isScrolling:
            isScrolling = false
            return .ended
        case .secondaryPress, .dataDragged, .dataDragEnded, .leave, .wheel, .key, .character, .text:
            return .none
        }
    }
}
