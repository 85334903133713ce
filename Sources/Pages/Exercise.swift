// SPDX-License-Identifier: MIT

/// An exercise that leads through phases again and again.
///
/// Where it is follows from when it began and from the time alone. Whoever looks away and comes back finds it exactly
/// where the clock says.
package struct Exercise: Equatable, Sendable {
    /// One phase of an exercise.
    package struct Phase: Equatable, Sendable {
        package var word: String
        package var hint: String
        package var seconds: Int
        /// How full the guide is when the phase begins and when it ends, 0…1.
        package var from: Double
        package var to: Double
    }

    /// Where an exercise is.
    package struct Position: Equatable, Sendable {
        /// Index of the phase.
        package var phase: Int
        /// How much of the phase has passed, 0…1.
        package var progress: Double
        /// Seconds that the phase still takes, rounded up.
        package var count: Int
        /// The round, from 1.
        package var cycle: Int
        /// How full the guide is, 0…1.
        package var fullness: Double
        /// Whole seconds since the start.
        package var seconds: Int
    }

    package let name: String
    package let summary: String
    /// The rhythm in figures.
    package let pattern: String
    package let phases: [Phase]

    /// The length of a round in seconds.
    package var cycleSeconds: Int { phases.reduce(0) { $0 + $1.seconds } }

    /// The position a while after the start; `elapsed` is ns. A time before the start is the start.
    package func position(elapsed: Int64) -> Position {
        let elapsed = max(elapsed, 0)
        let cycleLength = Int64(cycleSeconds) * 1_000_000_000
        var rest = elapsed % cycleLength
        var index = 0
        while rest >= Int64(phases[index].seconds) * 1_000_000_000 {
            rest -= Int64(phases[index].seconds) * 1_000_000_000
            index += 1
        }
        let phase = phases[index]
        let length = Int64(phase.seconds) * 1_000_000_000
        let progress = Double(rest) / Double(length)
        let eased = progress * progress * (3 - 2 * progress)
        return Position(
            phase: index,
            progress: progress,
            count: Int((length - rest + 999_999_999) / 1_000_000_000),
            cycle: Int(elapsed / cycleLength) + 1,
            fullness: phase.from + (phase.to - phase.from) * eased,
            seconds: Int(elapsed / 1_000_000_000))
    }

    /// Four equal sides: in, hold, out, hold.
    package static let boxBreathing = Exercise(
        name: "Box breathing", summary: "Even and steady", pattern: "4 · 4 · 4 · 4",
        phases: [
            Phase(word: "Inhale", hint: "Breathe in through the nose", seconds: 4, from: 0, to: 1),
            Phase(word: "Hold", hint: "Rest with full lungs", seconds: 4, from: 1, to: 1),
            Phase(word: "Exhale", hint: "Let it out slowly", seconds: 4, from: 1, to: 0),
            Phase(word: "Hold", hint: "Rest with empty lungs", seconds: 4, from: 0, to: 0),
        ])

    /// In for 4, hold for 7, out for 8.
    package static let fourSevenEight = Exercise(
        name: "4-7-8 breath", summary: "To wind down", pattern: "4 · 7 · 8",
        phases: [
            Phase(word: "Inhale", hint: "Breathe in quietly", seconds: 4, from: 0, to: 1),
            Phase(word: "Hold", hint: "Keep it, shoulders loose", seconds: 7, from: 1, to: 1),
            Phase(word: "Exhale", hint: "Out through the mouth", seconds: 8, from: 1, to: 0),
        ])

    /// Five senses, one after another.
    package static let grounding = Exercise(
        name: "Grounding", summary: "Five senses", pattern: "5 · 4 · 3 · 2 · 1",
        phases: [
            Phase(word: "See", hint: "Name five things you see", seconds: 15, from: 1, to: 0.8),
            Phase(word: "Touch", hint: "Four things you can touch", seconds: 12, from: 0.8, to: 0.6),
            Phase(word: "Hear", hint: "Three sounds around you", seconds: 12, from: 0.6, to: 0.4),
            Phase(word: "Smell", hint: "Two things you smell", seconds: 10, from: 0.4, to: 0.2),
            Phase(word: "Taste", hint: "One thing you taste", seconds: 8, from: 0.2, to: 0),
        ])
}
