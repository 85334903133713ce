// SPDX-License-Identifier: MIT

internal import Geometry
internal import TabModel

/// The colours of the pages: the ink and white of the bar, one accent from green to teal, three colours for stress.
struct Theme {
    var card: Color
    /// A card under a finger.
    var cardPressed: Color
    var ink: Color
    var secondary: Color
    var tertiary: Color
    var hairline: Color
    /// What a gauge or a bar runs in.
    var track: Color
    var accent: Color
    var accentEnd: Color
    /// The accent for text and thin lines, with enough contrast for them.
    var accentText: Color
    var button: Color
    var buttonText: Color
    /// Nil where cards stand out without one.
    var shadow: Color?

    static let light = Theme(
        card: .white,
        cardPressed: Color(rgb: 0xF1F0EE),
        ink: ink,
        secondary: ink.opacity(0.66),
        tertiary: ink.opacity(0.5),
        hairline: ink.opacity(0.08),
        track: ink.opacity(0.07),
        accent: Color(rgb: 0x35CB9B),
        accentEnd: Color(rgb: 0x1FA5B2),
        accentText: Color(rgb: 0x0E7F78),
        button: ink,
        buttonText: .white,
        shadow: ink.opacity(0.09))

    static let dark = Theme(
        card: Color(rgb: 0x2A283C),
        cardPressed: Color(rgb: 0x343249),
        ink: .white,
        secondary: Color.white.opacity(0.68),
        tertiary: Color.white.opacity(0.5),
        hairline: Color.white.opacity(0.07),
        track: Color.white.opacity(0.09),
        accent: Color(rgb: 0x3FD6A4),
        accentEnd: Color(rgb: 0x22A9BC),
        accentText: Color(rgb: 0x58DDB4),
        button: .white,
        buttonText: ink,
        shadow: nil)

    static let ink = Color(rgb: 0x302E44)

    init(_ appearance: Appearance) {
        self = appearance == .dark ? .dark : .light
    }

    private init(
        card: Color, cardPressed: Color, ink: Color, secondary: Color, tertiary: Color,
        hairline: Color, track: Color, accent: Color, accentEnd: Color, accentText: Color, button: Color,
        buttonText: Color, shadow: Color?
    ) {
        self.card = card
        self.cardPressed = cardPressed
        self.ink = ink
        self.secondary = secondary
        self.tertiary = tertiary
        self.hairline = hairline
        self.track = track
        self.accent = accent
        self.accentEnd = accentEnd
        self.accentText = accentText
        self.button = button
        self.buttonText = buttonText
        self.shadow = shadow
    }

    /// The colour of a level's category, for dots and lines.
    func color(of category: StressCategory) -> Color {
        switch category {
        case .low: accent
        case .moderate: Color(rgb: 0xF4B45C)
        case .high: Color(rgb: 0xEE6F63)
        }
    }

    /// The colour of a level's category, for text.
    func textColor(of category: StressCategory) -> Color {
        guard shadow != nil else { return color(of: category) }
        return switch category {
        case .low: accentText
        case .moderate: Color(rgb: 0x9A620F)
        case .high: Color(rgb: 0xB8433A)
        }
    }
}
