// SPDX-License-Identifier: MIT

/// The icons that are part of the program, as values, so that an installed binary needs neither a data directory nor
/// anything that reads SVG.
///
/// They share one box of 24 × 24 and one weight: lines 2 wide, with round ends and corners. Circles are 20 across,
/// squares 18, and oblong shapes 20 by 16, so that all look equally large. Most are drawn twice: in outline and, under
/// the same name with `.fill` behind it, filled. The three of the default look are filled by themselves.
public enum Icons {
    /// The names of all icons, the filled ones behind their outlines.
    public static let names = Icon.allCases.flatMap { icon in
        [icon.rawValue] + (icon.drawing.filled == nil ? [] : [icon.rawValue + filledSuffix])
    }

    /// The picture of an icon, or nil when there is none of that name.
    public static func picture(named name: String) -> IconDefinition? {
        if let icon = Icon(rawValue: name) { return icon.drawing.plain }
        guard name.hasSuffix(filledSuffix) else { return nil }
        return Icon(rawValue: String(name.dropLast(filledSuffix.count)))?.drawing.filled
    }

    private static let filledSuffix = ".fill"
}

/// An icon by its name.
private enum Icon: String, CaseIterable {
    case home, flash, growth
    case house, dashboard, transactions, accounts, settings, plus
    case agent, chat, notes, record, habits
    case search, activity, profile
    case workout, plan, recovery
    case photo, camera, document, compose, share

    var drawing: Drawing {
        switch self {
        case .home: Icons.home
        case .flash: Icons.flash
        case .growth: Icons.growth
        case .house: Icons.house
        case .dashboard: Icons.dashboard
        case .transactions: Icons.transactions
        case .accounts: Icons.accounts
        case .settings: Icons.settings
        case .plus: Icons.plus
        case .agent: Icons.agent
        case .chat: Icons.chat
        case .notes: Icons.notes
        case .record: Icons.record
        case .habits: Icons.habits
        case .search: Icons.search
        case .activity: Icons.activity
        case .profile: Icons.profile
        case .workout: Icons.workout
        case .plan: Icons.plan
        case .recovery: Icons.recovery
        case .photo: Icons.photo
        case .camera: Icons.camera
        case .document: Icons.document
        case .compose: Icons.compose
        case .share: Icons.share
        }
    }
}
