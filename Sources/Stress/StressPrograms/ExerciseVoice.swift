// SPDX-License-Identifier: MIT
import EventLoop
import Feedback
import StressPages

/// Haptic and spoken cues of an exercise: a pulse and a word at the beginning of each phase.
final class ExerciseVoice: ExerciseObserver {
    /// The strength of a pulse, 0…1.
    private static let strength = 0.4
    /// The length of a pulse, s.
    private static let duration = 0.03
    /// The length of the last pulse, s.
    private static let finalDuration = 0.12

    private let motor: (any HapticActuator)?
    private let speaker: SpeechDispatcherClient?

    init(motor: (any HapticActuator)?, speaker: SpeechDispatcherClient?) {
        self.motor = motor
        self.speaker = speaker
        speaker?.setEnabled(true)
    }

    func began(_ phase: Exercise.Phase) {
        motor?.pulse(strength: Self.strength, duration: Self.duration)
        speaker?.say(phase.word)
    }

    func finished(_ exercise: Exercise) {
        motor?.pulse(strength: Self.strength, duration: Self.finalDuration)
        speaker?.say("\(exercise.name) done")
        motor?.release()
    }

    func stopped() {
        motor?.release()
    }
}
