// SPDX-License-Identifier: MIT
import Localization

/// An exercise that leads through a sequence of phases for a number of rounds.
///
/// Its position depends only on the time since its start, so it continues correctly while the page is hidden.
struct Exercise: Equatable, Sendable {
    /// One phase of an exercise.
    struct Phase: Equatable, Sendable {
        var word: String
        var hint: String
        /// The duration, ms; more than 0.
        var milliseconds: Int64
        /// The size of the guide at the start of the phase, 0…1.
        var from: Double
        /// The size of the guide at the end of the phase, 0…1.
        var to: Double

        init(_ word: String, _ hint: String, seconds: Double, from: Double, to: Double) {
            self.word = word
            self.hint = hint
            milliseconds = Int64((min(max(seconds, 0.1), 3600) * 1000).rounded())
            self.from = from
            self.to = to
        }
    }

    /// A position in an exercise.
    struct Position: Equatable, Sendable {
        /// The index of the phase.
        var phase: Int
        /// The progress of the phase, 0…1.
        var progress: Double
        /// The remaining seconds of the phase, rounded up.
        var count: Int
        /// The round, from 1.
        var round: Int
        /// The size of the guide, 0…1.
        var fullness: Double
        /// The remaining seconds of the exercise, rounded up.
        var secondsLeft: Int
        var isFinished: Bool
    }

    /// The kind of an exercise's session in the store.
    static let kind = "breathing"

    let name: String
    let summary: String
    /// The rhythm in numbers.
    let pattern: String
    let phases: [Phase]
    /// The number of rounds.
    let rounds: Int
    let symbol: Symbol

    init(name: String, summary: String, pattern: String, phases: [Phase], rounds: Int, symbol: Symbol) {
        self.name = name
        self.summary = summary
        self.pattern = pattern
        self.phases = phases
        self.rounds = max(rounds, 1)
        self.symbol = symbol
    }

    /// The length of a round, ms.
    var roundLength: Int64 { max(phases.reduce(0) { $0 + $1.milliseconds }, 1) }

    /// The length of the exercise, ms.
    var length: Int64 { roundLength * Int64(rounds) }

    /// The position at a time since the start.
    ///
    /// - Parameter elapsed: ns; limited to the length of the exercise.
    func position(elapsed: Int64) -> Position {
        let whole = length * 1_000_000
        let elapsed = min(max(elapsed, 0), whole)
        // The end belongs to the last phase, not to another round.
        let isFinished = elapsed == whole
        let moment = isFinished ? whole - 1 : elapsed
        let (index, end) = phase(at: moment)
        let phase = phases[index]
        let length = phase.milliseconds * 1_000_000
        let progress = isFinished ? 1 : Double(length - (end - moment)) / Double(length)
        let eased = progress * progress * (3 - 2 * progress)
        return Position(
            phase: index, progress: progress, count: isFinished ? 0 : Int((end - moment + 999_999_999) / 1_000_000_000),
            round: Int(moment / (roundLength * 1_000_000)) + 1,
            fullness: phase.from + (phase.to - phase.from) * eased,
            secondsLeft: Int((whole - elapsed + 999_999_999) / 1_000_000_000), isFinished: isFinished)
    }

    /// The index of the phase at a time since the start, and its end; ns.
    private func phase(at moment: Int64) -> (index: Int, end: Int64) {
        let length = roundLength * 1_000_000
        var end = moment / length * length
        for (index, phase) in phases.enumerated() {
            end += phase.milliseconds * 1_000_000
            if end > moment { return (index, end) }
        }
        return (phases.count - 1, end)
    }

    /// The time since the start at which the next phase begins or the exercise ends, ns; nil when it has ended.
    func nextTransition(after elapsed: Int64) -> Int64? {
        let elapsed = max(elapsed, 0)
        return elapsed < length * 1_000_000 ? phase(at: elapsed).end : nil
    }
}

extension Exercise {
    /// Four equal sides: in, hold, out, hold.
    static let boxBreathing = breathing(
        localized("Box breathing"), localized("Even and steady"), [4, 4, 4, 4], rounds: 12, symbol: .box)

    /// In for 4, hold for 7, out for 8.
    static let fourSevenEight = breathing(
        localized("4-7-8 breath"), localized("To wind down"), [4, 7, 8], rounds: 5, symbol: .moon)

    /// Five and a half seconds in and out: about the rhythm at which the heart rate varies most.
    static let coherent = breathing(
        localized("Coherent breath"), localized("In tune with the heart"), [5.5, 5.5], rounds: 27, symbol: .waves)

    /// Five senses, one after another.
    static let grounding = Exercise(
        name: localized("Grounding"), summary: localized("Five senses"), pattern: "5 · 4 · 3 · 2 · 1",
        phases: [
            Phase(localized("See"), localized("Name five things that you see"), seconds: 25, from: 1, to: 0.8),
            Phase(localized("Touch"), localized("Four things that you can touch"), seconds: 20, from: 0.8, to: 0.6),
            Phase(localized("Hear"), localized("Three sounds around you"), seconds: 15, from: 0.6, to: 0.4),
            Phase(localized("Smell"), localized("Two things that you smell"), seconds: 12, from: 0.4, to: 0.2),
            Phase(localized("Taste"), localized("One thing that you taste"), seconds: 8, from: 0.2, to: 0),
        ], rounds: 1, symbol: .senses)

    /// The built-in exercises.
    static let all = [boxBreathing, fourSevenEight, coherent, grounding]

    /// Creates a breathing exercise from two to four lengths in seconds: in, out; in, hold, out; or in, hold, out, hold.
    static func breathing(
        _ name: String, _ summary: String, _ seconds: [Double], rounds: Int, symbol: Symbol
    ) -> Exercise {
        var phases = [
            Phase(
                localized("Inhale"), localized("Breathe in through the nose"), seconds: seconds.first ?? 4, from: 0,
                to: 1)
        ]
        if seconds.count > 2 {
            phases.append(Phase(localized("Hold"), localized("Shoulders loose"), seconds: seconds[1], from: 1, to: 1))
        }
        if seconds.count > 1 {
            phases.append(
                Phase(
                    localized("Exhale"), localized("Let it out slowly"), seconds: seconds[min(seconds.count - 1, 2)],
                    from: 1, to: 0))
        }
        if seconds.count > 3 {
            phases.append(Phase(localized("Hold"), localized("Rest"), seconds: seconds[3], from: 0, to: 0))
        }
        return Exercise(
            name: name, summary: summary, pattern: seconds.map { Formatters.number($0) }.joined(separator: " · "),
            phases: phases.filter { $0.milliseconds > 100 }, rounds: rounds, symbol: symbol)
    }
}

/// A run of an exercise. Times are CLOCK_MONOTONIC, ns.
struct ExerciseRun: Equatable, Sendable {
    let exercise: Exercise
    /// The time of its start.
    let began: UInt64
    /// The time of its start, delayed by the pauses since.
    private var start: UInt64
    private var pausedAt: UInt64?

    init(_ exercise: Exercise, now: UInt64) {
        self.exercise = exercise
        began = now
        start = now
    }

    var isPaused: Bool { pausedAt != nil }

    /// The time since the start without pauses, ns.
    func elapsed(at now: UInt64) -> Int64 { Int64(clamping: pausedAt ?? now) - Int64(clamping: start) }

    func position(at now: UInt64) -> Exercise.Position { exercise.position(elapsed: elapsed(at: now)) }

    /// The time at which the next phase begins or the exercise ends; nil while it is paused and after its end.
    func nextTransition(after now: UInt64) -> UInt64? {
        guard !isPaused, let turn = exercise.nextTransition(after: elapsed(at: now)) else { return nil }
        return start &+ UInt64(turn)
    }

    /// The time of its end; nil while it is paused.
    var end: UInt64? { isPaused ? nil : start &+ UInt64(exercise.length) * 1_000_000 }

    mutating func pause(now: UInt64) {
        if pausedAt == nil { pausedAt = max(now, start) }
    }

    mutating func resume(now: UInt64) {
        guard let pausedAt else { return }
        start &+= now > pausedAt ? now - pausedAt : 0
        self.pausedAt = nil
    }
}
