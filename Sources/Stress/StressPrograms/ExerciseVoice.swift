// SPDX-License-Identifier: MIT
import EventLoop
import Feedback
import StressPages

/// Cues for an exercise that can be felt and heard: a pulse as each phase begins, and its word.
final class ExerciseVoice: ExerciseObserver {
    /// Of the pulses: 0…1 of what the motor can do, and s.
    private static let strength = 0.4
    private static let duration = 0.03
    private static let lastDuration = 0.12

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
        motor?.pulse(strength: Self.strength, duration: Self.lastDuration)
        speaker?.say("\(exercise.name) done")
        motor?.release()
    }

    func stopped() {
        motor?.release()
    }
}
