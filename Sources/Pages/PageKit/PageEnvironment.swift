import Geometry
import ScreenClient
import ShellModel
import SurfaceKit

/// The part of a page's state that does not depend on its surface.
struct PageEnvironment: Equatable {
    /// The page's context, without a size.
    var context: PageContext
    var appearance: AppearanceState
    var isAboveWindows: Bool
    var stacking: PageStacking?
    /// True if a window that belongs to no tab is in front of the page.
    var isCovered: Bool
    var isBarFocused: Bool
    /// True if the page has the keyboard without a press.
    var isPageFocused: Bool
    /// True if it has the keyboard for a field.
    var isFieldFocused: Bool
    /// The inset of a sheet at the bar's edge: the screen shape's, since the bar makes way; logical pixels.
    var sheetInset: Double
    var sheet: SheetStyle
    var sheetMotion: Transition
    var appearanceMotion: Transition

    /// The part of the output that the bar takes from the pages at its edge, logical pixels.
    var barZone: Double
    /// The overlap of the pages with the bar's exclusive zone, at the bar's edge.
    var overlap: EdgeOverlap

    /// The picture of the page under the bar; nil if the bar does not cover it.
    var cover: BarCover?

    /// - Parameters:
    ///   - state: the shell's state; without a look in it, the default look applies.
    ///   - screen: the size of the output; nil if it is unknown.
    ///   - compositorBlurs: true if the compositor blurs the background of a translucent bar.
    init(
        _ state: ShellState, tab: TabID, options: ShellOptions, screen: Size? = nil, compositorBlurs: Bool = true
    ) {
        let look = (state.look ?? Look()).adapted(to: options.window ? nil : screen)
        let own = state.tab(tab)
        appearance = state.appearance
        sheet = look.sheet
        isAboveWindows = state.arePagesAboveWindows
        stacking = options.window ? nil : state.bar.pageStacking
        isCovered = state.selection?.isCovered == true
        isBarFocused = state.isBarFocused
        isPageFocused = state.bar.focus == BarFocus(tab, isPage: true)
        isFieldFocused = state.bar.focus == BarFocus(tab, isPage: true, isField: true)
        sheetInset = options.window ? 0 : look.safeArea[look.bar.position]
        barZone = options.window ? 0 : look.exclusiveZone - look.pageOverlap
        overlap = EdgeOverlap(look.bar.position, options.window ? 0 : look.pageOverlap)
        sheetMotion = look.motion[.sheet]
        appearanceMotion = look.motion[.appearance]
        let leading = look.fromLeadingEdge
        let insets =
            options.window
            ? PageInsets(bottom: look.page.bottomInset)
            : PageInsets(
                top: leading.pageInset(at: .top), leading: leading.pageInset(at: .left),
                bottom: leading.pageInset(at: .bottom), trailing: leading.pageInset(at: .right))
        context = PageContext(
            size: .zero, textScale: options.textScale ?? look.textScale, appearance: appearance.value,
            palette: look[palette: appearance.value], reducedMotion: options.reducedMotion || look.reducesMotion,
            insets: insets, route: state.path(of: tab), tab: tab, title: own?.title ?? tab.rawValue,
            role: own?.role ?? .page, tabs: state.tabs, transition: look.motion[.page],
            contrast: look.contrast, isRightToLeft: look.direction == .rightToLeft)
        if !options.window {
            cover = BarCover(
                state, look, textScale: context.textScale, reducesMotion: context.reducedMotion,
                compositorBlurs: compositorBlurs)
        }
    }

    var insets: PageInsets { context.insets }
    var reducesMotion: Bool { context.reducedMotion }
    var isRightToLeft: Bool { context.isRightToLeft }

    func context(size: Size, scale: Double, insets: PageInsets) -> PageContext {
        var context = context
        (context.size, context.scale, context.insets) = (size, scale, insets.limited(to: size))
        return context
    }
}
