// SPDX-License-Identifier: MIT
import Feedback
import Localization
import PageKit
import ShellModel

/// Haptic and spoken cues of an exercise, at the beginning of each phase. The shell speaks them while its speech is on; otherwise the
/// page does so itself if it was asked to.
final class ExerciseVoice: ExerciseObserver {
    /// Requests something of the shell.
    var request: (PageRequest) -> Void = { _ in }
    /// True while the shell speaks.
    var isShellSpeaking = false

    private let pulses: Bool
    private let speaker: SpeechDispatcherClient?

    /// - Parameters:
    ///   - pulses: true to have each phase felt.
    ///   - speaker: speaks while the shell does not; nil to be silent then.
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

    /// A cue is late if it waits for others: it replaces them.
    private func say(_ text: String) {
        if isShellSpeaking { request(.announce(text, .assertive)) } else { speaker?.say(text) }
    }
}
