import ShellModel
import TabshellIPC

/// A request of a page to the shell.
///
/// Tabs and actions are named by their identifiers; a request without one is for the page's own tab. Its effect arrives
/// as a change of the page's context; a failed request has none.
public enum PageRequest: Equatable, Sendable {
    case select(tab: String)
    /// Appends components to the tab's route.
    case push([String])
    /// Removes the last component of the tab's route.
    case pop
    /// Empties the tab's route.
    case root
    case open(tab: String, route: [String])
    /// Runs an action of the configuration.
    case action(String)
    /// Sets the tab's badge, or removes it with nil.
    case badge(Badge?)
    /// Presents a tab's sheet, or dismisses the open sheet with nil.
    case sheet(tab: String?)
    /// Returns the keyboard that the page got without a press.
    case leaveFocus
    /// Gets the keyboard for a field that a finger pressed, until ``leaveFocus``.
    case focusField
    /// Has a text spoken, if speech is on and the page is in front.
    case announce(String, SpeechUrgency = .polite)
    /// Plays haptic feedback, if the device has a motor and the page is in front.
    case haptic(HapticKind)

    func request(from tab: TabID) -> Request {
        switch self {
        case .select(let id): .command(.select(TabID(rawValue: id)))
        case .push(let words): .command(.push(tab, words))
        case .pop: .command(.pop(tab))
        case .root: .command(.popToRoot(tab))
        case .open(let id, let route): .command(.open(TabID(rawValue: id), route))
        case .action(let id): .command(.run(ActionID(rawValue: id)))
        case .badge(let badge): .command(.badge(tab, badge))
        case .leaveFocus: .command(.focus(.leave))
        case .focusField: .command(.focus(.field))
        case .sheet(let id): .command(.setSheet(id.map { TabID(rawValue: $0) }))
        case .announce(let text, let urgency): .announce(text, urgency)
        case .haptic(let kind): .haptic(kind)
        }
    }
}

/// A kind of haptic feedback.
public typealias HapticKind = ShellModel.HapticKind

/// The urgency of an announcement.
public typealias SpeechUrgency = ShellModel.SpeechUrgency
