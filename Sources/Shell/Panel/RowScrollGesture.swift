// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of a gesture that scrolls the row of tabs: a finger or the pointer that is dragged along it, or two
/// fingers on a touchpad.
struct RowScrollGesture {
    enum Outcome: Equatable {
        /// The event is not part of a gesture.
        case none
        /// The row is scrolled by a length in logical pixels, positive towards its trailing end.
        case scrolled(Double)
        /// The gesture has ended.
        case ended
    }

    /// The distance after which a press becomes a drag, logical px.
    private static let threshold = 8.0

    private var drag: (source: InputSource, x: Double, isScrolling: Bool)?

    /// Applies an event of a source.
    mutating func handle(_ event: InputEvent, from source: InputSource) -> Outcome {
        switch event {
        case .press(let point):
            if drag == nil { drag = (source, point.x, false) }
            return .none
        case .move(let point):
            guard let drag, drag.source == source else { return .none }
            let length = drag.x - point.x
            guard drag.isScrolling || abs(length) > Self.threshold else { return .none }
            self.drag = (source, point.x, true)
            return .scrolled(length)
        case .release, .cancel:
            guard let drag, drag.source == source else { return .none }
            self.drag = nil
            return drag.isScrolling ? .ended : .none
        case .scroll(let dx, let dy, _):
            return .scrolled(abs(dx) > abs(dy) ? dx : dy)
        case .leave, .wheel, .key, .text:
            return .none
        }
    }
}
