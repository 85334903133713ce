// SPDX-License-Identifier: MIT
import ShellModel

/// The values of one tab in the files that have been read so far.
struct PartialTab {
    var id: TabID
    /// The tab's table in the last file that has one.
    var location: SourceLocation
    var title: Located<String>?
    var icon: Located<String>?
    var filledIcon: Located<String>?
    var spokenLabel: String?
    var spokenHint: String?
    var role: Located<TabRole>?
    var isProminent: Located<Bool>?
    var entrance: PageEntrance?
    var routes: [String]?
    var action: Located<String>?
    var menu: Located<[String]>?
    var program: Located<[String]>?
    var appID: Located<String>?
    var windowTitle: Located<WindowBinding.TitlePolicy>?
    var windowBadge: Located<WindowBinding.BadgePolicy>?

    var window: WindowBinding? {
        appID.map {
            WindowBinding(appID: $0.value, title: windowTitle?.value ?? .none, badge: windowBadge?.value ?? .none)
        }
    }

    /// Overrides the values with those of a later file.
    mutating func apply(_ other: PartialTab) {
        location = other.location
        title = other.title ?? title
        icon = other.icon ?? icon
        // An earlier filled icon does not match a new icon.
        filledIcon = other.filledIcon ?? (other.icon == nil ? filledIcon : nil)
        spokenLabel = other.spokenLabel ?? spokenLabel
        spokenHint = other.spokenHint ?? spokenHint
        role = other.role ?? role
        isProminent = other.isProminent ?? isProminent
        entrance = other.entrance ?? entrance
        routes = other.routes ?? routes
        action = other.action ?? action
        menu = other.menu ?? menu
        // The program of an earlier page does not open a new window.
        program = other.program ?? (other.appID == nil ? program : nil)
        appID = other.appID ?? appID
        windowTitle = other.windowTitle ?? windowTitle
        windowBadge = other.windowBadge ?? windowBadge
    }
}

/// The values of one action in the files that have been read so far.
struct PartialAction {
    var id: ActionID
    /// The action's table in the last file that has one.
    var location: SourceLocation
    var title: String?
    var icon: Located<String>?
    var program: [String]?

    /// Overrides the values with those of a later file.
    mutating func apply(_ other: PartialAction) {
        location = other.location
        title = other.title ?? title
        icon = other.icon ?? icon
        program = other.program ?? program
    }
}
