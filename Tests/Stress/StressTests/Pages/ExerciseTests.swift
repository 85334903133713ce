import PageKit
import Testing

@testable import StressMonitor

@Suite
struct ExerciseTests {
    @Test(
        "is in the phase that the clock says",
        arguments: [
            (0.0, 0, 4, 1), (0.5, 0, 4, 1), (3.999, 0, 1, 1), (4, 1, 4, 1), (7.5, 1, 1, 1), (8, 2, 4, 1),
            (12, 3, 4, 1), (15.999, 3, 1, 1), (16, 0, 4, 2), (22.3, 1, 2, 2), (191.5, 3, 1, 12),
        ] as [(Double, Int, Int, Int)])
    func boxBreathing(seconds: Double, phase: Int, count: Int, round: Int) {
        let position = Exercise.boxBreathing.position(elapsed: Int64(seconds * 1000) * 1_000_000)
        #expect(position.phase == phase)
        #expect(position.count == count)
        #expect(position.round == round)
        #expect(!position.isFinished)
    }

    @Test func positionStaysAtEnd() {
        for elapsed in [192_000_000_000, 192_000_000_001, Int64.max] {
            let position = Exercise.boxBreathing.position(elapsed: elapsed)
            #expect(position.isFinished && position.phase == 3 && position.round == 12)
            #expect(position.count == 0 && position.secondsLeft == 0 && position.fullness == 0)
        }
        #expect(Exercise.boxBreathing.position(elapsed: -5).phase == 0)
        #expect(Exercise.boxBreathing.position(elapsed: .min).secondsLeft == 192)
    }

    @Test func nextTransitionIsStartOfNextPhase() {
        let exercise = Exercise.coherent
        #expect(exercise.nextTransition(after: 0) == 5_500_000_000)
        #expect(exercise.nextTransition(after: 5_500_000_000) == 11_000_000_000)
        #expect(exercise.nextTransition(after: 296_999_999_999) == 297_000_000_000)
        #expect(exercise.nextTransition(after: 297_000_000_000) == nil)
    }

    @Test func builtInExercisesHaveKnownLengths() {
        #expect(Exercise.boxBreathing.phases.map(\.milliseconds) == [4000, 4000, 4000, 4000])
        #expect(Exercise.fourSevenEight.phases.map(\.milliseconds) == [4000, 7000, 8000])
        #expect(Exercise.coherent.phases.map(\.milliseconds) == [5500, 5500])
        #expect(Exercise.grounding.phases.count == 5 && Exercise.grounding.rounds == 1)
    }

    @Test func exerciseIsParsedFromText() throws {
        let calm = try Exercise(text: "Calm: 4-6")
        #expect(calm.name == "Calm")
        #expect(calm.phases.map(\.word) == ["Inhale", "Exhale"])
        #expect(calm.phases.map(\.milliseconds) == [4000, 6000])
        #expect(calm.rounds == 18)
        let sleep = try Exercise(text: " Sleep : 4-7-8 x4 ")
        #expect(sleep.name == "Sleep" && sleep.rounds == 4 && sleep.pattern == "4 · 7 · 8")
        let own = try Exercise(text: "a: b: 2.5-0-2.5-1")
        #expect(own.name == "a: b" && own.phases.map(\.milliseconds) == [2500, 2500, 1000])
    }

    @Test(
        "is refused with a reason that names what is wrong",
        arguments: [
            ("4-7-8", "expected a colon"), (": 4-6", "expected a name"), ("Calm:", "rhythm"),
            ("Calm: 4", "two to four"),
            ("Calm: 4-4-4-4-4", "two to four"), ("Calm: 4-x", "\"x\""), ("Calm: 4--6", "\"\""),
            ("Calm: 4-61", "\"61\""), ("Calm: 4-nan", "\"nan\""), ("Calm: 0-4", "a second"), ("Calm: 4-6 5", "\"5\""),
            ("Calm: 4-6 x0", "\"x0\""), ("Calm: 4-6 x999999999999999999999", "x1 to x200"),
            ("Calm: 4-6 x2 x3", "rhythm"),
            ("Calm: 1e1-4", "1e1"), (String(repeating: "a", count: 61) + ": 4-6", "60 bytes"),
        ] as [(String, String)])
    func refused(text: String, word: String) {
        #expect {
            _ = try Exercise(text: text)
        } throws: { error in
            "\(error)".contains(word) && "\(error)".contains("4-7-8")
        }
    }
}

@Suite struct ExerciseVoiceTests {
    @Test(arguments: [true, false]) func cuesAreAskedOfTheShell(isSpeaking: Bool) throws {
        let exercise = try Exercise(text: "Calm: 4-6")
        let voice = ExerciseVoice(pulses: true, speaker: nil)
        var requests: [PageRequest] = []
        voice.request = { requests.append($0) }
        voice.isShellSpeaking = isSpeaking
        for phase in exercise.phases { voice.began(phase) }
        voice.finished(exercise)
        let said: [PageRequest] = [
            .announce("Inhale", .assertive), .announce("Exhale", .assertive), .announce("Calm done", .assertive),
        ]
        let felt: [PageRequest] = [.haptic(.medium), .haptic(.medium), .haptic(.success)]
        #expect(requests == (isSpeaking ? zip(felt, said).flatMap { [$0, $1] } : felt))
    }
}
