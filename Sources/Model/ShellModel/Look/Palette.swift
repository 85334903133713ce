// SPDX-License-Identifier: MIT

/// What a colour is for. A look draws with tokens only.
public enum ColorToken: String, Sendable, CaseIterable {
    /// The one colour that others are derived from.
    case accent
    /// The bar: all of it, or its upper edge where it is a gradient.
    case background
    /// The bar's lower edge.
    case backgroundEnd = "background_end"
    /// The line along the bar's upper edge.
    case hairline
    /// The shadow under the bar; `shadow.opacity` is multiplied with it.
    case shadow
    case icon
    case selectedIcon = "selected_icon"
    case title
    case selectedTitle = "selected_title"
    case indicator
    case badge
    case badgeText = "badge_text"
    /// Where the prominent button's gradient begins, and where it ends.
    case button
    case buttonEnd = "button_end"
    /// The disc around the button's gradient.
    case buttonRing = "button_ring"
    case buttonIcon = "button_icon"
    case buttonShadow = "button_shadow"
    /// What lies over everything else while a menu or a sheet is open.
    case dim
    case menu
    case menuIcon = "menu_icon"
    case menuLabel = "menu_label"
    /// What is behind the pages' content.
    case page
    /// What is behind a sheet's content.
    case sheet
}

/// The colours of a bar in one appearance.
public struct Palette: Equatable, Sendable {
    private var colors: [ColorToken: RGBA]

    /// - Parameter colors: a token that is missing is transparent.
    public init(_ colors: [ColorToken: RGBA]) {
        self.colors = colors
    }

    public subscript(token: ColorToken) -> RGBA {
        get { colors[token] ?? RGBA(0, alpha: 0) }
        set { colors[token] = newValue }
    }
}

/// Light or dark.
public enum Appearance: String, Sendable, CaseIterable {
    case light
    case dark
}
