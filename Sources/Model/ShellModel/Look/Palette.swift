/// The role of a colour. A look draws with tokens only.
public enum ColorToken: String, Sendable, CaseIterable {
    case accent
    case background
    case backgroundEnd = "background_end"
    case hairline
    case shadow
    case icon
    case selectedIcon = "selected_icon"
    case title
    case selectedTitle = "selected_title"
    case indicator
    case badge
    case badgeText = "badge_text"
    case button
    case buttonEnd = "button_end"
    case buttonRing = "button_ring"
    case buttonIcon = "button_icon"
    case buttonShadow = "button_shadow"
    case dim
    case menu
    case menuIcon = "menu_icon"
    case menuLabel = "menu_label"
    case menuLabelGround = "menu_label_ground"
    case page
    case sheet
}

/// The colours of a bar in one appearance.
public struct Palette: Equatable, Sendable {
    private var colors: [ColorToken: RGBA]

    /// - Parameter colors: a missing token is transparent.
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
