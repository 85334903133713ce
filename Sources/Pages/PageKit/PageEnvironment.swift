// SPDX-License-Identifier: MIT

import Geometry
import ShellModel

/// How a page's program was told to run.
struct PageOptions {
    var inWindow: Bool
    /// Whether the user wants things to change without moving, whatever the look says.
    var reducesMotion: Bool
    /// How much larger than usual the user wants text to be; nil is as the look says.
    var textScale: Double?
}

/// What a page is told of the shell: all of its context that does not depend on its surface.
struct PageEnvironment: Equatable {
    var textScale: Double
    var reducesMotion: Bool
    var appearance: AppearanceState
    var palette: Palette
    var insets: PageInsets
    /// Whether pages stand above all windows, because some tabs' pages are windows.
    var isAboveWindows: Bool
    /// How much of the bar lies over the pages, logical pixels.
    var barCover: Double
    var route: [String]
    var tab: TabID
    var title: String
    var role: TabRole
    var tabs: [Tab]
    var sheet: SheetStyle
    var pageMotion: Transition
    var sheetMotion: Transition
    var appearanceMotion: Transition

    /// - Parameter state: what is known of the shell; nothing at all is the default look.
    init(_ state: ShellState, tab: TabID, options: PageOptions) {
        let look = state.look ?? Look()
        let own = state.tab(tab)
        textScale = options.textScale ?? look.textScale
        reducesMotion = options.reducesMotion || look.reducesMotion
        appearance = state.appearance
        palette = look.palette(state.appearance.value)
        sheet = look.sheet
        isAboveWindows = state.hasWindowTabs
        // No bar stands over a window.
        barCover = options.inWindow ? 0 : max(look.coveredHeight - look.exclusiveZone, 0)
        insets =
            options.inWindow
            ? PageInsets(bottom: look.page.bottomInset)
            : PageInsets(
                top: look.safeArea.top, leading: look.safeArea.leading, bottom: look.pageBottomInset,
                trailing: look.safeArea.trailing)
        route = state.path(of: tab)
        self.tab = tab
        title = own?.title ?? tab.rawValue
        role = own?.role ?? .page
        tabs = state.tabs
        pageMotion = look.motion[.page]
        sheetMotion = look.motion[.sheet]
        appearanceMotion = look.motion[.appearance]
    }

    func context(size: Size, scale: Double, insets: PageInsets) -> PageContext {
        PageContext(
            size: size, scale: scale, textScale: textScale, appearance: appearance.value, palette: palette,
            reducedMotion: reducesMotion, insets: insets.limited(to: size), route: route, tab: tab, title: title,
            role: role, tabs: tabs, transition: pageMotion)
    }
}
