// SPDX-License-Identifier: MIT

/// The role of a colour. A look draws with tokens only.
public enum ColorToken: String, Sendable, CaseIterable {
    /// The base colour that others are derived from.
    case accent
    /// The bar, or its upper edge if it is a gradient.
    case background
    /// The bar's lower edge.
    case backgroundEnd = "background_end"
    /// The line along the bar's upper edge.
    case hairline
    /// The shadow under the bar; it is multiplied by `shadow.opacity`.
    case shadow
    case icon
    case selectedIcon = "selected_icon"
    case title
    case selectedTitle = "selected_title"
    case indicator
    case badge
    case badgeText = "badge_text"
    /// The start of the prominent button's gradient.
    case button
    /// The end of that gradient.
    case buttonEnd = "button_end"
    /// The disc around the button's gradient.
    case buttonRing = "button_ring"
    case buttonIcon = "button_icon"
    case buttonShadow = "button_shadow"
    /// The overlay on everything below an open menu or sheet.
    case dim
    case menu
    case menuIcon = "menu_icon"
    case menuLabel = "menu_label"
    /// The background of pages.
    case page
    /// The background of sheets.
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
