import Feedback
import Localization
import PageKit
import ShellModel

/// Haptic and spoken cues at each phase of an exercise. The shell speaks them, or, if requested, the page while speech is off.
final class ExerciseVoice: ExerciseObserver {
    var request: (PageRequest) -> Void = { _ in }
    /// True while the shell speaks.
    var isShellSpeaking = false

    private let pulses: Bool
    private let speaker: SpeechDispatcherClient?

    /// - Parameter speaker: speaks while the shell does not; nil to be silent then.
    init(pulses: Bool, speaker: SpeechDispatcherClient?) {
        self.pulses = pulses
        self.speaker = speaker
        speaker?.setEnabled(true)
    }

    func began(_ phase: Exercise.Phase) {
        if pulses { request(.haptic(.medium)) }
        say(phase.word)
    }

    func finished(_ exercise: Exercise) {
        if pulses { request(.haptic(.success)) }
        say(localized("\(exercise.name) done"))
    }

    /// A cue must not wait for others: it replaces them.
    private func say(_ text: String) {
        if isShellSpeaking { request(.announce(text, .assertive)) } else { speaker?.say(text) }
    }
}
