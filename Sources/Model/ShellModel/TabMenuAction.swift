/// A row in the menu of a tab without `actions` of its own: a change that `tabctl tab` makes, too. Identifiers of configured
/// actions never contain its colon.
public enum TabMenuAction: String, Sendable, CaseIterable {
    case rename = "tab:rename"
    case moveBack = "tab:move-back"
    case moveOn = "tab:move-on"
    case remove = "tab:remove"

    public init?(_ id: ActionID) { self.init(rawValue: id.rawValue) }

    public var id: ActionID { ActionID(rawValue: rawValue) }
}

extension ShellState {
    /// True if the tabs may be changed without the PIN.
    public var mayChangeTabs: Bool { !isLocked || lock?.rules.guardsChanges != true }

    /// Returns the menu of a tab: its actions, else the changes that the user may make to it; empty without any.
    public func menu(of id: TabID) -> [ActionID] {
        guard let tab = tab(id) else { return [] }
        guard tab.menu.isEmpty, mayChangeTabs, tab.role == .page, !tab.isHidden else { return tab.menu }
        return TabMenuAction.allCases.filter {
            $0 == .rename || $0 == .remove || position(of: id, after: $0) != nil
        }.map(\.id)
    }

    /// Returns the place of a tab one step along the bar; nil at its end, and for other actions.
    public func position(of id: TabID, after move: TabMenuAction) -> TabPosition? {
        let row = tabs.indices.filter { !tabs[$0].isHidden }
        guard let index = row.firstIndex(where: { tabs[$0].id == id }) else { return nil }
        switch move {
        case .moveBack: return index > 0 ? .before(tabs[row[index - 1]].id) : nil
        case .moveOn: return index + 1 < row.count ? .after(tabs[row[index + 1]].id) : nil
        case .rename, .remove: return nil
        }
    }
}
