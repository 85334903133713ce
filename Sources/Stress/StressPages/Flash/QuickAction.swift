// SPDX-License-Identifier: MIT

/// Something that does good and that one press records.
public struct QuickAction: Equatable, Sendable {
    /// What a session in the store is called that was one of these.
    static let kind = "action"

    public var name: String

    public init(_ name: String) {
        self.name = name
    }

    /// Those that there are unless the configuration names others.
    public static let usual = ["Walk", "Water", "Stretch", "Fresh air"].map { QuickAction($0) }
}

/// What the Flash page offers.
public struct FlashMenu: Equatable, Sendable {
    public var exercises = Exercise.all
    public var actions = QuickAction.usual
    /// What a note may say.
    public var notes = ["Work", "Sleep", "Coffee", "People", "Body"]

    public init() {}

    /// With something in the guide.
    var usable: FlashMenu {
        guard exercises.isEmpty else { return self }
        var menu = self
        menu.exercises = Exercise.all
        return menu
    }
}

/// What accompanies an exercise for whoever does not look.
public protocol ExerciseObserver: AnyObject {
    /// A phase begins.
    func began(_ phase: Exercise.Phase)
    /// The exercise is done.
    func finished(_ exercise: Exercise)
    /// It was paused or ended.
    func stopped()
}
