// SPDX-License-Identifier: MIT

package import Geometry
package import ShellModel

/// The colors of the pages.
package struct Theme {
    package var card: Color
    /// A pressed card.
    package var cardPressed: Color
    /// Primary text.
    package var ink: Color
    package var secondary: Color
    package var tertiary: Color
    package var hairline: Color
    /// The track of a gauge, a slider or a scroll bar.
    package var track: Color
    package var accent: Color
    package var accentEnd: Color
    /// The accent for text and thin lines, with enough contrast for them.
    package var accentText: Color
    package var button: Color
    package var buttonText: Color
    /// The shadow of cards; nil for none.
    package var shadow: Color?

    package static let light = Theme(
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

    package static let dark = Theme(
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

    /// The color of errors and warnings.
    package static let alert = Color(rgb: 0xEE6F63)
    package static let ink = Color(rgb: 0x302E44)

    /// The color of errors and warnings in text, with enough contrast for it.
    package var alertText: Color { ink == .white ? Self.alert : Color(rgb: 0xB8433A) }
}

extension Theme {
    package init(_ appearance: Appearance) {
        self = appearance == .dark ? .dark : .light
    }
}
