/// The item with the keyboard focus: a tab of the bar, an action of its open menu, or its page.
public struct BarFocus: Equatable, Sendable {
    public var tab: TabID
    /// The action in the menu of the tab; nil for the tab itself.
    public var action: ActionID?
    /// True if the page of the tab has the focus without a press.
    public var isPage: Bool
    /// True if a field of the page has it because of a finger's press. It ends with the field, or with another page's selection.
    public var isField: Bool

    public init(_ tab: TabID, action: ActionID? = nil, isPage: Bool = false, isField: Bool = false) {
        self.tab = tab
        self.action = action
        self.isPage = isPage
        self.isField = isField
    }
}

/// A move of the bar's focus; the raw values are the protocol's.
public enum FocusMove: String, Sendable, CaseIterable {
    /// To the selected tab, or to the first action of an open menu. An existing focus stays.
    case enter
    case next, previous, first, last
    /// To the next item whose title begins with a text; a digit is the place of an item.
    case find
    /// Presses the item, and leaves the bar unless a menu opens.
    case activate
    /// Opens the menu of the tab, and goes to its first action.
    case menu
    /// To the page in front, above the windows before it.
    case page
    /// To the page in front, likewise, for a field that a finger pressed.
    case field
    /// From a menu, which it closes, to its tab; from a tab back to the windows.
    case leave
}
