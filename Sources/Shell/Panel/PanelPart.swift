import ShellModel

/// A part of the panel, updated when one of its topics changes.
///
/// `drag` belongs to no part: it changes with each refresh of the screen while a finger moves, and only the bars' next frames
/// follow it.
enum PanelPart: CaseIterable {
    case windows
    /// The bars' surfaces and scenes.
    case bars
    /// The bars' regions, layouts and masks.
    case layouts
    /// The bars' layers, their hiding and their keyboard.
    case layers
    case menus
    /// The message in place of a page.
    case status
    /// The errors of the configuration, and a client's message.
    case notices
    case stacking
    case outputs
    case feedback
    case pad
    case kiosk
    /// The announcements of what has changed on the screen.
    case speech

    private var topics: Set<Topic> {
        switch self {
        case .windows: [.tabs, .selection, .reselect, .programs, .bar]
        case .bars: [.tabs, .actions, .look, .appearance, .badges, .windows, .sheet, .menu, .bar, .selection, .lock]
        case .layouts: [.tabs, .actions, .look, .badges, .menu, .bar, .lock]
        case .layers: [.lock, .tabs, .look, .windows, .sheet, .menu, .bar, .selection, .programs]
        case .menus: [.tabs, .actions, .look, .menu, .bar]
        case .status: [.tabs, .look, .appearance, .selection, .programs, .bar]
        case .notices: [.look, .appearance, .configuration, .lock, .message, .bar]
        case .outputs: [.look]
        case .pad: [.lock, .look, .appearance, .bar]
        case .kiosk: [.kiosk]
        case .feedback: [.look, .selection]
        case .stacking: [.look, .bar]
        case .speech: Set(PanelProgram.topics).subtracting([.drag])
        }
    }

    static func following(_ changed: Set<Topic>) -> Set<PanelPart> {
        Set(allCases.filter { !$0.topics.isDisjoint(with: changed) })
    }
}
