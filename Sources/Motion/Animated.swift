// SPDX-License-Identifier: MIT

/// A number that is on its way to a target, and may be sent to another one at any moment without a jump.
///
/// A timing curve that starts over a running one is *combined* with it: the old one keeps running, and the new one
/// blends from it to the new target, `r ← r + aᵢ·(Tᵢ − r)` in the order in which they were started.
/// Times are nanoseconds of one monotonic clock; they may be asked for in any order.
public struct Animated: Equatable, Sendable {
    private struct Segment: Equatable, Sendable {
        var target: Double
        var start: UInt64
        var duration: UInt64
        var curve: CubicBezier

        var end: UInt64 { start &+ duration }

        func progress(at time: UInt64) -> Double {
            if time >= end { return 1 }
            if time <= start { return 0 }
            return curve.progress(at: Double(time - start) / Double(duration))
        }
    }

    private var base: Double
    private var segments: [Segment] = []

    /// A number at rest.
    public init(_ value: Double) {
        base = value
    }

    /// Where it is going, or where it rests.
    public var target: Double { segments.last?.target ?? base }

    /// The time (ns) at which it comes to rest, or nil when it rests already.
    public var end: UInt64? { segments.map(\.end).max() }

    /// The value at a time.
    public func value(at time: UInt64) -> Double {
        segments.reduce(base) { value, segment in
            let progress = segment.progress(at: time)
            return progress >= 1 ? segment.target : value + progress * (segment.target - value)
        }
    }

    /// Whether it still moves after a time.
    public func isMoving(at time: UInt64) -> Bool {
        end.map { time < $0 } ?? false
    }

    /// Sends it to a target, from wherever it is.
    ///
    /// - Parameters:
    ///   - start: when the motion began (ns); it may lie in the past.
    ///   - duration: how long it takes (ns); 0 is a jump.
    public mutating func animate(to target: Double, from start: UInt64, duration: UInt64, curve: CubicBezier) {
        settle(at: start)
        if duration == 0 {
            jump(to: target)
        } else if target != self.target || !segments.isEmpty {
            segments.append(Segment(target: target, start: start, duration: duration, curve: curve))
        }
    }

    /// Puts it at rest on a value.
    public mutating func jump(to value: Double) {
        base = value
        segments.removeAll()
    }

    /// Forgets the motions that have ended by a time, so that a number which is never at rest doesn't grow.
    public mutating func settle(at time: UInt64) {
        guard let last = segments.lastIndex(where: { $0.end <= time }) else { return }
        base = segments[last].target
        segments.removeFirst(last + 1)
    }
}
