// SPDX-License-Identifier: MIT
import TabModel

/// What the files say of one tab so far.
struct TabDraft {
    var id: TabID
    /// Where it was last spoken of.
    var place: Sourced<Void>
    var title: Sourced<String>?
    var icon: Sourced<String>?
    var filledIcon: Sourced<String>?
    var spokenLabel: String?
    var spokenHint: String?
    var role: Sourced<TabRole>?
    var isProminent: Sourced<Bool>?
    var entrance: PageEntrance?
    var routes: [String]?
    var action: Sourced<String>?
    var menu: Sourced<[String]>?
    var program: Sourced<[String]>?
    var appID: Sourced<String>?
    var windowTitle: Sourced<TabWindow.TitleUse>?
    var windowBadge: Sourced<TabWindow.BadgeUse>?

    var window: TabWindow? {
        appID.map {
            TabWindow(appID: $0.value, title: windowTitle?.value ?? .none, badge: windowBadge?.value ?? .none)
        }
    }

    /// Takes what a later file says over it.
    mutating func take(_ other: TabDraft) {
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
struct ActionDraft {
    var id: ActionID
    /// Where it was last spoken of.
    var place: Sourced<Void>
    var title: String?
    var icon: Sourced<String>?
    var program: [String]?

    /// Takes what a later file says over it.
    mutating func take(_ other: ActionDraft) {
        place = other.place
        title = other.title ?? title
        icon = other.icon ?? icon
        program = other.program ?? program
    }
}
