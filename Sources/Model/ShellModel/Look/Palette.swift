// SPDX-License-Identifier: MIT

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
    case page
    case sheet

    /// The meaning in one sentence.
    var summary: String {
        switch self {
        case .accent: "The base colour that others are derived from."
        case .background: "The container, or its upper edge if it is a gradient."
        case .backgroundEnd: "The container's lower edge."
        case .hairline: "The line along the upper edge."
        case .shadow: "The container's shadow."
        case .icon: "The icon of a tab that is not selected."
        case .selectedIcon: "The selected tab's icon."
        case .title: "The title of a tab that is not selected."
        case .selectedTitle: "The selected tab's title."
        case .indicator: "The indicator."
        case .badge: "A badge."
        case .badgeText: "A badge's text."
        case .button: "The start of the prominent button's gradient."
        case .buttonEnd: "The end of the prominent button's gradient."
        case .buttonRing: "The ring around the prominent button."
        case .buttonIcon: "The prominent button's icon."
        case .buttonShadow: "The prominent button's shadow."
        case .dim: "The overlay on everything below an open menu or sheet."
        case .menu: "The disc of a menu's action."
        case .menuIcon: "The icon of a menu's action."
        case .menuLabel: "The label of a menu's action."
        case .page: "The background of pages."
        case .sheet: "The background of sheets."
        }
    }
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
