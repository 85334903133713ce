// SPDX-License-Identifier: MIT

import Geometry
import ShellModel

/// The options of a page's program.
struct PageOptions {
    var inWindow: Bool
    /// True if changes are not animated, whatever the look says.
    var reducesMotion: Bool
    /// The text size as a factor; nil for the look's.
    var textScale: Double?
}

/// The part of a page's context that does not depend on its surface.
struct PageEnvironment: Equatable {
    var textScale: Double
    var reducesMotion: Bool
    var appearance: AppearanceState
    var palette: Palette
    var insets: PageInsets
    /// True if pages are stacked above all windows, because windows are the pages of some tabs.
    var isAboveWindows: Bool
    /// The height of the bar's part that covers the pages, logical pixels.
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

    /// - Parameter state: the shell's state; without a look in it, the default look applies.
    init(_ state: ShellState, tab: TabID, options: PageOptions) {
        let look = state.look ?? Look()
        let own = state.tab(tab)
        textScale = options.textScale ?? look.textScale
        reducesMotion = options.reducesMotion || look.reducesMotion
        appearance = state.appearance
        palette = look[palette: state.appearance.value]
        sheet = look.sheet
        isAboveWindows = state.hasWindowTabs
        // The bar does not cover a window.
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
