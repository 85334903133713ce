// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of a finger, or of the pointer's button, that is held on one place.
struct LongPressGesture {
    /// The time after which a press is long, ns; iOS's value.
    static let delay: UInt64 = 500_000_000
    /// The distance after which a press cannot become long any more, logical px.
    private static let tolerance = 8.0

    enum Outcome: Equatable {
        /// The event is not part of a long press.
        case none
        /// A press that may become long.
        case pressed(Point)
        /// The press has ended or moved before it was long.
        case failed
        /// The finger of a long press has moved.
        case moved(Point)
        /// It was lifted.
        case ended
        /// It was cancelled.
        case cancelled
    }

    private struct Press {
        var source: InputSource
        var start: Point
        var last: Point
        var isLong = false
    }

    private var press: Press?

    /// The source of the press.
    var source: InputSource? { press?.source }
    /// True once the press is long.
    var isLong: Bool { press?.isLong == true }

    /// Applies an event of a source. Only the first of several fingers counts.
    mutating func handle(_ event: InputEvent, from source: InputSource) -> Outcome {
        if case .press(let point) = event, press == nil {
            press = Press(source: source, start: point, last: point)
            return .pressed(point)
        }
        guard let press, press.source == source else { return .none }
        switch event {
        case .move(let point):
            self.press?.last = point
            if press.isLong { return .moved(point) }
            let (dx, dy) = (point.x - press.start.x, point.y - press.start.y)
            guard dx * dx + dy * dy > Self.tolerance * Self.tolerance else { return .none }
            self.press = nil
            return .failed
        case .release:
            self.press = nil
            return press.isLong ? .ended : .failed
        case .cancel, .leave:
            self.press = nil
            return press.isLong ? .cancelled : .failed
        case .press, .secondaryPress, .dataDragged, .dataDragEnded, .wheel, .scroll, .key, .character, .text:
            return .none
        }
    }

    /// Makes the press long, after ``delay``.
    ///
    /// - Returns: the finger's place; nil if there is no press.
    mutating func becomeLong() -> Point? {
        press?.isLong = true
        return press?.last
    }

    /// Forgets the press.
    mutating func reset() {
        press = nil
    }
}
