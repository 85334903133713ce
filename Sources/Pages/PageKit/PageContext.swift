public import Geometry
import ShellModel

/// The insets of a page's content from its edges, for the screen's shape and the bar; logical pixels.
public struct PageInsets: Equatable, Sendable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    public static let zero = PageInsets()

    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    var mirrored: PageInsets { PageInsets(top: top, leading: trailing, bottom: bottom, trailing: leading) }

    /// Returns the part of a page within the insets.
    public func safeArea(of size: Size) -> Rect {
        Rect(
            x: leading, y: top, width: max(size.width - leading - trailing, 0),
            height: max(size.height - top - bottom, 0))
    }

    /// Returns the insets scaled down so that half of the page's width and height is left.
    public func limited(to size: Size) -> PageInsets {
        let (across, down) = (leading + trailing, top + bottom)
        let scaleX = across > size.width / 2 ? size.width / 2 / across : 1
        let scaleY = down > size.height / 2 ? size.height / 2 / down : 1
        return PageInsets(
            top: top * scaleY, leading: leading * scaleX, bottom: bottom * scaleY, trailing: trailing * scaleX)
    }
}

/// The environment that a page's appearance depends on.
public struct PageContext: Equatable, Sendable {
    /// The page's size in logical pixels.
    public var size: Size
    /// The number of buffer pixels per logical pixel.
    public var scale: Double
    /// The user's text size as a factor; 1 is the default.
    public var textScale: Double
    /// Light or dark.
    public var appearance: Appearance
    /// The look's colours in this appearance.
    public var palette: Palette
    /// The contrast of the palette, which the page's own colours should match.
    public var contrast: Contrast
    /// True if changes should not be animated.
    public var reducedMotion: Bool
    /// True if the page is laid out from right to left. Its host mirrors what it draws, except for texts and bitmaps.
    public var isRightToLeft: Bool
    /// The insets of the content from the edges.
    public var insets: PageInsets
    /// The route of the tab: the path of the level to show; empty at its root.
    public var route: [String]
    /// The identifier of the page's tab.
    public var tab: TabID
    /// The title of the tab.
    public var title: String
    /// The role of the tab: a page, or a sheet of some kind.
    public var role: TabRole
    /// All tabs of the shell, in order.
    public var tabs: [Tab]
    /// The transition between pages, and between levels within a page.
    public var transition: Transition

    /// A context of a size, with default values for everything else.
    public init(
        size: Size, scale: Double = 1, textScale: Double = 1, appearance: Appearance = .light,
        palette: Palette? = nil, reducedMotion: Bool = false, insets: PageInsets = .zero, route: [String] = [],
        tab: TabID = "", title: String = "", role: TabRole = .page, tabs: [Tab] = [], transition: Transition? = nil,
        contrast: Contrast = .standard, isRightToLeft: Bool = false
    ) {
        self.size = size
        self.scale = scale
        self.textScale = textScale
        self.appearance = appearance
        self.palette = palette ?? Look()[palette: appearance]
        self.contrast = contrast
        self.reducedMotion = reducedMotion
        self.isRightToLeft = isRightToLeft
        self.insets = insets
        self.route = route
        self.tab = tab
        self.title = title
        self.role = role
        self.tabs = tabs
        self.transition = transition ?? Look().motion[.page]
    }

    /// True if the page is presented as a sheet.
    public var isSheet: Bool { role.isSheet }

    /// The colour of the background.
    public var background: Color { color(isSheet ? .sheet : .page) }

    /// Returns one of the look's colours in this appearance.
    public func color(_ token: ColorToken) -> Color { Color(palette[token]) }

    /// The colour of text on the background.
    public var textColor: Color { appearance == .dark ? .white : Color(rgb: 0x302E44) }

    /// The part of the page that neither the screen's shape nor the bar covers.
    public var safeArea: Rect { insets.safeArea(of: size) }
}
