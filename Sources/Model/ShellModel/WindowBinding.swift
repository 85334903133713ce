/// The binding of a tab to a window of any program, which is then the tab's page.
public struct WindowBinding: Equatable, Sendable {
    public enum TitlePolicy: String, Sendable, CaseIterable {
        case none
        /// A screen reader announces it as the tab's value.
        case spoken
    }

    /// The source of the tab's badge.
    public enum BadgePolicy: String, Sendable, CaseIterable {
        case none
        /// A dot while the window demands attention.
        case urgent
        /// The number in parentheses at the start of the title, as in "(3) Inbox".
        case title
    }

    /// The application IDs of its windows (`xdg_toplevel.set_app_id`).
    public var appIDs: [AppIDPattern]
    public var title: TitlePolicy
    public var badge: BadgePolicy
    /// True if its windows fill the area beside the bar.
    public var fills: Bool

    public init(appIDs: [AppIDPattern], title: TitlePolicy = .none, badge: BadgePolicy = .none, fills: Bool = true) {
        self.appIDs = appIDs
        self.title = title
        self.badge = badge
        self.fills = fills
    }

    public func matches(_ appID: String) -> Bool { appIDs.contains { $0.matches(appID) } }

    /// Returns the badge that a window gives to its tab.
    public func badge(for state: WindowState) -> Badge? {
        switch badge {
        case .none: nil
        case .urgent: state.isUrgent ? .dot : nil
        case .title: state.titleCount.map { .count($0) }
        }
    }
}

/// The known properties of a tab's window.
public struct WindowState: Equatable, Sendable {
    public var title: String
    /// True if the window demands attention.
    public var isUrgent: Bool

    public init(title: String = "", isUrgent: Bool = false) {
        self.title = title
        self.isUrgent = isUrgent
    }

    /// The number in parentheses at the start of the title; nil without one, or for 0.
    public var titleCount: Int? {
        guard title.first == "(", let end = title.firstIndex(of: ")") else { return nil }
        let digits = title[title.index(after: title.startIndex)..<end]
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(digits), count > 0
        else { return nil }
        return count
    }
}
