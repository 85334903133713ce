// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit

/// The recognizer of touch exploration, while speech is on: the target under a finger that slides or rests is described, and a double
/// tap anywhere activates the target that was described last. Times are CLOCK_MONOTONIC, ns.
struct TouchExploration: Equatable {
    /// The time after which a finger that rests explores, ns; a tap is shorter.
    static let tapDuration: UInt64 = 200_000_000
    /// The time between two taps within which they are one double tap, ns.
    static let doubleTapInterval: UInt64 = 300_000_000
    /// The distance after which a finger explores, logical px; a tap is within it.
    static let tolerance = 8.0

    enum Outcome: Equatable {
        /// The event belongs to no exploration.
        case ignored
        /// The event changes nothing yet.
        case none
        /// The target at the finger's place is to be described.
        case explored(Point)
        /// The finger that has explored was lifted.
        case lifted
        /// The target that was described last is to be activated.
        case activated
    }

    private enum Phase: Equatable {
        case idle
        /// A finger is down, which may become a tap.
        case down(Point, isSecond: Bool)
        case exploring
        /// A tap is over; another one may follow.
        case tapped(Point)
    }

    private var phase = Phase.idle
    private var source: InputSource?
    /// The time at which ``timePassed(to:)`` is to be called; nil for never.
    private(set) var deadline: UInt64?

    /// True while a finger is down.
    var isTouching: Bool { source != nil }

    /// Applies an event of a source. Only the first of several fingers counts.
    mutating func handle(_ event: InputEvent, from source: InputSource, at time: UInt64) -> Outcome {
        guard case .touch = source else { return .ignored }
        if case .press(let point) = event {
            guard self.source == nil else { return .none }
            var isSecond = false
            if case .tapped = phase, let deadline, time <= deadline { isSecond = true }
            self.source = source
            phase = .down(point, isSecond: isSecond)
            deadline = time &+ Self.tapDuration
            return .none
        }
        guard self.source == source else { return self.source == nil ? .ignored : .none }
        switch (event, phase) {
        case (.move(let point), .down(let start, _)):
            let (dx, dy) = (point.x - start.x, point.y - start.y)
            guard dx * dx + dy * dy > Self.tolerance * Self.tolerance else { return .none }
            return explore(point)
        case (.move(let point), .exploring): return .explored(point)
        case (.release, .down(let point, let isSecond)):
            self.source = nil
            if time >= deadline ?? 0 {
                reset()
                return .explored(point)
            }
            if isSecond {
                reset()
                return .activated
            }
            phase = .tapped(point)
            deadline = time &+ Self.doubleTapInterval
            return .none
        case (.release, .exploring):
            reset()
            return .lifted
        case (.release, _), (.cancel, _): reset()
        default: break
        }
        return .none
    }

    /// Applies the time: a finger that rests explores, and so does a single tap.
    mutating func timePassed(to time: UInt64) -> Outcome {
        guard let deadline, time >= deadline else { return .none }
        switch phase {
        case .down(let point, _): return explore(point)
        case .tapped(let point):
            reset()
            return .explored(point)
        case .idle, .exploring: return .none
        }
    }

    /// Forgets the finger.
    mutating func reset() {
        (phase, source, deadline) = (.idle, nil, nil)
    }

    private mutating func explore(_ point: Point) -> Outcome {
        (phase, deadline) = (.exploring, nil)
        return .explored(point)
    }
}
