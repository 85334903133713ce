// SPDX-License-Identifier: MIT

/// A run of an exercise. Times are CLOCK_MONOTONIC, ns.
package struct ExerciseRun: Equatable, Sendable {
    package let exercise: Exercise
    /// The time of its start.
    package let began: UInt64
    /// The time of its start, delayed by the pauses since.
    private var start: UInt64
    private var pausedAt: UInt64?

    package init(_ exercise: Exercise, now: UInt64) {
        self.exercise = exercise
        began = now
        start = now
    }

    package var isPaused: Bool { pausedAt != nil }

    /// The time since the start without pauses, ns.
    package func elapsed(at now: UInt64) -> Int64 { Int64(clamping: pausedAt ?? now) - Int64(clamping: start) }

    package func position(at now: UInt64) -> Exercise.Position { exercise.position(elapsed: elapsed(at: now)) }

    /// The time at which the next phase begins or the exercise ends; nil while it is paused and after its end.
    package func nextTransition(after now: UInt64) -> UInt64? {
        guard !isPaused, let turn = exercise.nextTransition(after: elapsed(at: now)) else { return nil }
        return start &+ UInt64(turn)
    }

    /// The time of its end; nil while it is paused.
    package var end: UInt64? { isPaused ? nil : start &+ UInt64(exercise.length) * 1_000_000 }

    package mutating func pause(now: UInt64) {
        if pausedAt == nil { pausedAt = max(now, start) }
    }

    package mutating func resume(now: UInt64) {
        guard let pausedAt else { return }
        start &+= now > pausedAt ? now - pausedAt : 0
        self.pausedAt = nil
    }
}
