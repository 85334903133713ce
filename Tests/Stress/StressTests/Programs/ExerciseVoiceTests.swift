import PageKit
import Testing

@testable import StressMonitor

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
