// SPDX-License-Identifier: MIT

/// The window that is a tab's page, of a program that knows nothing of the shell.
public struct WindowBinding: Equatable, Sendable {
    /// What the window's title is good for.
    public enum WindowTitlePolicy: String, Sendable, CaseIterable {
        case none
        /// A screen reader says it as the tab's value.
        case spoken
    }

    /// What marks the tab.
    public enum WindowBadgePolicy: String, Sendable, CaseIterable {
        case none
        /// A dot, for as long as the window asks for attention.
        case urgent
        /// The number in brackets that the title begins with, as in "(3) Inbox".
        case title
    }

    /// What the window's program calls itself (`xdg_toplevel.set_app_id`).
    public var appID: String
    public var title: WindowTitlePolicy
    public var badge: WindowBadgePolicy

    public init(appID: String, title: WindowTitlePolicy = .none, badge: WindowBadgePolicy = .none) {
        self.appID = appID
        self.title = title
        self.badge = badge
    }

    /// The badge that a window gives to its tab.
    public func badge(for state: WindowState) -> Badge? {
        switch badge {
        case .none: nil
        case .urgent: state.isUrgent ? .dot : nil
        case .title: state.titleCount.map { .count($0) }
        }
    }
}

/// What is known of a tab's window.
public struct WindowState: Equatable, Sendable {
    public var title: String
    /// Whether it asks for attention.
    public var isUrgent: Bool

    public init(title: String = "", isUrgent: Bool = false) {
        self.title = title
        self.isUrgent = isUrgent
    }

    /// The number in brackets that the title begins with; nil without one, or when it is 0.
    public var titleCount: Int? {
        guard title.first == "(", let end = title.firstIndex(of: ")") else { return nil }
        let digits = title[title.index(after: title.startIndex)..<end]
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(digits), count > 0
        else { return nil }
        return count
    }
}
