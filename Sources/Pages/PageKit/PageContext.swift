// SPDX-License-Identifier: MIT

public import Geometry
import ShellModel

/// What a page keeps free at each edge, because the screen's shape or the bar is there; logical pixels.
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

    /// The part of a page that is free.
    public func safeArea(of size: Size) -> Rect {
        Rect(
            x: leading, y: top, width: max(size.width - leading - trailing, 0),
            height: max(size.height - top - bottom, 0))
    }

    /// The same, as far as they leave half of the page to the page in either direction.
    public func limited(to size: Size) -> PageInsets {
        let (across, down) = (leading + trailing, top + bottom)
        let (shareX, shareY) = (
            across > size.width / 2 ? size.width / 2 / across : 1, down > size.height / 2 ? size.height / 2 / down : 1
        )
        return PageInsets(
            top: top * shareY, leading: leading * shareX, bottom: bottom * shareY, trailing: trailing * shareX)
    }
}

/// Everything about its surroundings that a page's picture may depend on.
public struct PageContext: Equatable, Sendable {
    /// Logical pixels.
    public var size: Size
    /// Buffer pixels for a logical pixel.
    public var scale: Double
    /// How much larger than usual the user wants text to be; 1 is usual.
    public var textScale: Double
    /// Light or dark.
    public var appearance: Appearance
    /// The look's colours in this appearance.
    public var palette: Palette
    /// Whether the user wants things to change without moving.
    public var reducedMotion: Bool
    /// What content is to keep away from at the edges.
    public var insets: PageInsets
    /// Where in the page the shell says that its tab is; empty at its root.
    public var route: [String]
    /// The page's own tab, what a person calls it, and what selecting it does.
    public var tab: TabID
    public var title: String
    public var role: TabRole
    /// All the shell's tabs, in order.
    public var tabs: [Tab]
    /// How pages, and levels within a page, take turns.
    public var transition: Transition

    /// A context that is usual in everything but its size.
    public init(
        size: Size, scale: Double = 1, textScale: Double = 1, appearance: Appearance = .light,
        palette: Palette? = nil, reducedMotion: Bool = false, insets: PageInsets = .zero, route: [String] = [],
        tab: TabID = "", title: String = "", role: TabRole = .page, tabs: [Tab] = [], transition: Transition? = nil
    ) {
        self.size = size
        self.scale = scale
        self.textScale = textScale
        self.appearance = appearance
        self.palette = palette ?? Look().palette(appearance)
        self.reducedMotion = reducedMotion
        self.insets = insets
        self.route = route
        self.tab = tab
        self.title = title
        self.role = role
        self.tabs = tabs
        self.transition = transition ?? Look().motion[.page]
    }

    /// Whether the page is presented as a sheet.
    public var isSheet: Bool { role.isSheet }

    /// The colour behind everything.
    public var background: Color { color(isSheet ? .sheet : .page) }

    /// One of the look's colours in this appearance.
    public func color(_ token: ColorToken) -> Color { Color(palette[token]) }

    /// The colour of text on the background.
    public var ink: Color { appearance == .dark ? .white : Color(rgb: 0x302E44) }

    /// The part of the page that neither the screen's shape nor the bar takes away.
    public var safeArea: Rect { insets.safeArea(of: size) }
}
