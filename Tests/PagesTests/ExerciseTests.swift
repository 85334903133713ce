// SPDX-License-Identifier: MIT

import Pages
import Testing

private let second: Int64 = 1_000_000_000

@Suite("An exercise")
struct ExerciseTests {
    @Test(
        "is in the phase that the clock says",
        arguments: [
            (0.0, 0, 4, 1), (0.5, 0, 4, 1), (3.999, 0, 1, 1), (4, 1, 4, 1), (7.5, 1, 1, 1), (8, 2, 4, 1),
            (12, 3, 4, 1), (15.999, 3, 1, 1), (16, 0, 4, 2), (22.3, 1, 2, 2), (16009, 2, 3, 1001),
        ] as [(Double, Int, Int, Int)])
    func boxBreathing(seconds: Double, phase: Int, count: Int, cycle: Int) {
        let position = Exercise.boxBreathing.position(elapsed: Int64(seconds * 1000) * (second / 1000))
        #expect(position.phase == phase)
        #expect(position.count == count)
        #expect(position.cycle == cycle)
        #expect(position.seconds == Int(seconds))
    }

    @Test("fills and empties")
    func fullness() {
        let exercise = Exercise.boxBreathing
        #expect(exercise.position(elapsed: 0).fullness == 0)
        #expect(exercise.position(elapsed: 2 * second).fullness == 0.5)
        #expect(exercise.position(elapsed: 6 * second).fullness == 1)
        #expect(exercise.position(elapsed: 10 * second).fullness == 0.5)
        #expect(exercise.position(elapsed: 14 * second).fullness == 0)
    }

    @Test("never jumps", arguments: [Exercise.boxBreathing, .fourSevenEight])
    func continuous(exercise: Exercise) {
        let frames = stride(from: Int64(0), to: 3 * Int64(exercise.cycleSeconds) * second, by: 16_000_000)
        let values = frames.map { exercise.position(elapsed: $0).fullness }
        #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
        #expect(values.allSatisfy { (0...1).contains($0) })
    }

    @Test("has not begun before its start")
    func before() {
        #expect(Exercise.fourSevenEight.position(elapsed: -5 * second) == Exercise.fourSevenEight.position(elapsed: 0))
        #expect(Exercise.fourSevenEight.cycleSeconds == 19)
    }
}
