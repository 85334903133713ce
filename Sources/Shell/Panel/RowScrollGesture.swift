// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of a gesture that scrolls the row of tabs: a finger or the pointer that is dragged along it, or two
/// fingers on a touchpad.
struct RowScrollGesture {
    enum Outcome: Equatable {
        /// The event is not part of a gesture.
        case none
        /// The row is scrolled by a length in logical pixels, positive towards its trailing or lower end.
        case scrolled(Double)
        /// A finger has stopped the row.
        case held
        /// The gesture has ended; the row goes on with its velocity.
        case ended
    }

    /// The distance after which a press becomes a drag, logical px.
    private static let threshold = 8.0

    private var drag: (source: InputSource, position: Double, isScrolling: Bool)?

    /// Applies an event of a source.
    ///
    /// - Parameters:
    ///   - isVertical: true for the row of a rail.
    ///   - holdsRow: stops the row, and returns true if it moved: a finger that stops it presses nothing.
    mutating func handle(
        _ event: InputEvent, from source: InputSource, isVertical: Bool = false,
        holdingRow holdsRow: () -> Bool = { false }
    ) -> Outcome {
        switch event {
        case .press(let point):
            guard drag == nil else { return .none }
            let isHeld = holdsRow()
            drag = (source, isVertical ? point.y : point.x, isHeld)
            return isHeld ? .held : .none
        case .move(let point):
            guard let drag, drag.source == source else { return .none }
            let position = isVertical ? point.y : point.x
            let length = drag.position - position
            guard drag.isScrolling || abs(length) > Self.threshold else { return .none }
            self.drag = (source, position, true)
            return .scrolled(length)
        case .release, .cancel:
            guard let drag, drag.source == source else { return .none }
            self.drag = nil
            return drag.isScrolling ? .ended : .none
        case .scroll(let dx, let dy, let isFinal):
            let length = abs(dx) > abs(dy) ? dx : dy
            return isFinal && length == 0 ? .ended : .scrolled(length)
        case .leave, .wheel, .key, .character, .text:
            return .none
        }
    }
}
