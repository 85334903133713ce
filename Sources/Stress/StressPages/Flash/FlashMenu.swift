// SPDX-License-Identifier: MIT
import Localization

/// The choices of the Flash page.
public struct FlashMenu: Equatable, Sendable {
    public var exercises = Exercise.all
    /// The names of activities against stress that are recorded with one press.
    public var actions = [localized("Walk"), localized("Water"), localized("Stretch"), localized("Fresh air")]
    /// The suggested notes.
    public var notes = [
        localized("Work"), localized("Sleep"), localized("Coffee"), localized("People"), localized("Body"),
    ]

    /// The kind of an action's session in the store.
    static let actionKind = "action"

    public init() {}
}

/// An observer of the exercises on the Flash page, for cues that are felt or heard.
public protocol ExerciseObserver: AnyObject {
    /// Called when a phase begins.
    func began(_ phase: Exercise.Phase)
    /// Called at the end of an exercise.
    func finished(_ exercise: Exercise)
}
