// SPDX-License-Identifier: MIT
import Localization

/// The choices of the Flash page.
struct FlashMenu: Equatable, Sendable {
    var exercises = Exercise.all
    /// The names of activities against stress that are recorded with one press.
    var actions = [localized("Walk"), localized("Water"), localized("Stretch"), localized("Fresh air")]
    /// The suggested notes.
    var notes = [
        localized("Work"), localized("Sleep"), localized("Coffee"), localized("People"), localized("Body"),
    ]

    /// The kind of an action's session in the store.
    static let actionKind = "action"
}

/// An observer of the exercises on the Flash page, for cues that are felt or heard.
protocol ExerciseObserver: AnyObject {
    /// Called when a phase begins.
    func began(_ phase: Exercise.Phase)
    /// Called at the end of an exercise.
    func finished(_ exercise: Exercise)
}
