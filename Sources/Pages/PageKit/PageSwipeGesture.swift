// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of a swipe between pages: of a finger that comes in from the left or right edge of the page, or of two
/// fingers on a touchpad. Distances are in widths of the page, positive towards the pages at the right.
struct PageSwipeGesture {
    enum Outcome: Equatable {
        /// The event is not part of a swipe.
        case none
        /// A finger on the page has begun a swipe, and presses nothing any more.
        case began(Double)
        case moved(Double)
        case ended
        case cancelled
    }

    /// The width of the area at either edge that a swipe comes from, logical px.
    private static let edgeWidth = 24.0
    /// The distance after which a movement is a swipe, or is none, logical px.
    private static let threshold = 10.0
    /// The distance on a touchpad that moves by a page, logical px.
    private static let touchpadWidth = 500.0

    private enum State: Equatable {
        case idle
        /// A finger has touched an edge; the sign is that of a movement inwards.
        case touched(InputSource, Point, sign: Double)
        case swiping(InputSource, x: Double)
        /// A touchpad has scrolled, by now by a length.
        case scrolling(dx: Double, dy: Double)
        /// A touchpad scrolls the page until its fingers are lifted.
        case scrollingPage
        case scrollingPages(Double)
    }

    private var state = State.idle

    /// Applies an event of a source on a page.
    mutating func handle(_ event: InputEvent, from source: InputSource, width: Double) -> Outcome {
        switch (state, event) {
        case (.idle, .press(let point)):
            guard case .touch = source, width > 4 * Self.edgeWidth else { return .none }
            let sign = point.x < Self.edgeWidth ? 1.0 : point.x >= width - Self.edgeWidth ? -1 : 0
            if sign != 0 { state = .touched(source, point, sign: sign) }
            return .none
        case (.touched(source, let start, let sign), .move(let point)):
            let (dx, dy) = ((point.x - start.x) * sign, abs(point.y - start.y))
            guard max(abs(dx), dy) > Self.threshold else { return .none }
            guard dx > dy else {
                state = .idle
                return .none
            }
            state = .swiping(source, x: start.x)
            return .began((start.x - point.x) / width)
        case (.swiping(source, let x), .move(let point)): return .moved((x - point.x) / width)
        case (.touched(source, _, _), .release), (.touched(source, _, _), .cancel):
            state = .idle
            return .none
        case (.swiping(source, _), .release):
            state = .idle
            return .ended
        case (.swiping(source, _), .cancel):
            state = .idle
            return .cancelled
        case (_, .scroll(let dx, let dy, let isFinal)): return scroll(dx, dy, isFinal: isFinal)
        case (.scrollingPages, .leave):
            state = .idle
            return .ended
        default: return .none
        }
    }

    private mutating func scroll(_ dx: Double, _ dy: Double, isFinal: Bool) -> Outcome {
        var total = (dx: dx, dy: dy)
        switch state {
        case .touched, .swiping: return .none
        case .scrollingPages(let length):
            state = isFinal ? .idle : .scrollingPages(length + dx)
            return isFinal ? .ended : .moved((length + dx) / Self.touchpadWidth)
        case .scrollingPage:
            if isFinal { state = .idle }
            return .none
        case .scrolling(let earlierX, let earlierY): total = (earlierX + dx, earlierY + dy)
        case .idle: break
        }
        let isDecided = max(abs(total.dx), abs(total.dy)) > Self.threshold
        let isHorizontal = isDecided && abs(total.dx) > 2 * abs(total.dy)
        state =
            isFinal
            ? .idle
            : isHorizontal
                ? .scrollingPages(total.dx) : isDecided ? .scrollingPage : .scrolling(dx: total.dx, dy: total.dy)
        return isHorizontal && !isFinal ? .moved(total.dx / Self.touchpadWidth) : .none
    }
}
