// SPDX-License-Identifier: MIT

/// An exercise that was started. Times are CLOCK_MONOTONIC, ns.
package struct ExerciseRun: Equatable, Sendable {
    package let exercise: Exercise
    /// When it was started.
    package let began: UInt64
    /// When it would have been started, had it never been paused.
    private var start: UInt64
    private var pausedAt: UInt64?

    package init(_ exercise: Exercise, now: UInt64) {
        self.exercise = exercise
        began = now
        start = now
    }

    package var isPaused: Bool { pausedAt != nil }

    /// For how long it was done until a time, ns.
    package func elapsed(at now: UInt64) -> Int64 { Int64(clamping: pausedAt ?? now) - Int64(clamping: start) }

    package func position(at now: UInt64) -> Exercise.Position { exercise.position(elapsed: elapsed(at: now)) }

    /// When the next phase begins, or it ends; nil while it is paused and when it has ended.
    package func nextTurn(after now: UInt64) -> UInt64? {
        guard !isPaused, let turn = exercise.nextTurn(after: elapsed(at: now)) else { return nil }
        return start &+ UInt64(turn)
    }

    /// When it ends; nil while it is paused.
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
