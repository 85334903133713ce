// SPDX-License-Identifier: MIT
import ShellModel

/// What the files say of one tab so far.
struct PartialTab {
    var id: TabID
    /// Where it was last spoken of.
    var place: Located<Void>
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

    /// Takes what a later file says over it.
    mutating func take(_ other: PartialTab) {
        place = other.place
        title = other.title ?? title
        icon = other.icon ?? icon
        // A new icon with an old filled one would be two different pictures.
        filledIcon = other.filledIcon ?? (other.icon == nil ? filledIcon : nil)
        spokenLabel = other.spokenLabel ?? spokenLabel
        spokenHint = other.spokenHint ?? spokenHint
        role = other.role ?? role
        isProminent = other.isProminent ?? isProminent
        entrance = other.entrance ?? entrance
        routes = other.routes ?? routes
        action = other.action ?? action
        menu = other.menu ?? menu
        // The program of another page does not open this window.
        program = other.program ?? (other.appID == nil ? program : nil)
        appID = other.appID ?? appID
        windowTitle = other.windowTitle ?? windowTitle
        windowBadge = other.windowBadge ?? windowBadge
    }
}

/// What the files say of one action so far.
struct PartialAction {
    var id: ActionID
    /// Where it was last spoken of.
    var place: Located<Void>
    var title: String?
    var icon: Located<String>?
    var program: [String]?

    /// Takes what a later file says over it.
    mutating func take(_ other: PartialAction) {
        place = other.place
        title = other.title ?? title
        icon = other.icon ?? icon
        program = other.program ?? program
    }
}
