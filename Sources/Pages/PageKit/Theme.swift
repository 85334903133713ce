public import Geometry
public import ShellModel

/// The colours of the pages.
public struct Theme: Sendable {
    public var card: Color
    /// A pressed card.
    public var cardPressed: Color
    /// Primary text.
    public var ink: Color
    public var secondary: Color
    public var tertiary: Color
    public var hairline: Color
    /// The track of a gauge, a slider or a scroll bar.
    public var track: Color
    public var accent: Color
    public var accentEnd: Color
    /// The accent for text and thin lines, with enough contrast for them.
    public var accentText: Color
    public var button: Color
    public var buttonText: Color
    /// The shadow of cards, if any.
    public var shadow: Color?
    /// The contrast that the colours have been raised to.
    public private(set) var contrast = Contrast.standard

    public static let light = Theme(
        card: .white,
        cardPressed: Color(rgb: 0xF3F2F0),
        ink: ink,
        secondary: ink.opacity(0.76),
        tertiary: Color(rgb: 0x6E6D78),
        hairline: ink.opacity(0.08),
        track: ink.opacity(0.07),
        accent: Color(rgb: 0x35CB9B),
        accentEnd: Color(rgb: 0x1FA5B2),
        accentText: Color(rgb: 0x0E7F78),
        button: ink,
        buttonText: .white,
        shadow: ink.opacity(0.09))

    public static let dark = Theme(
        card: Color(rgb: 0x2A283C),
        cardPressed: Color(rgb: 0x343249),
        ink: .white,
        secondary: Color.white.opacity(0.72),
        tertiary: Color.white.opacity(0.6),
        hairline: Color.white.opacity(0.07),
        track: Color.white.opacity(0.09),
        accent: Color(rgb: 0x3FD6A4),
        accentEnd: Color(rgb: 0x22A9BC),
        accentText: Color(rgb: 0x58DDB4),
        button: .white,
        buttonText: ink,
        shadow: nil)

    /// The colour of disabled text and symbols.
    public var disabled: Color { ink.opacity(0.35) }

    /// The colour of errors and warnings.
    public static let alert = Color(rgb: 0xEE6F63)
    public static let ink = Color(rgb: 0x302E44)

    /// The colour of errors and warnings in text, with enough contrast for it.
    public var alertText: Color { legible(ink == .white ? Self.alert : Color(rgb: 0xB8433A)) }

    /// Returns a colour with the contrast of text to the cards, if the user prefers more contrast.
    public func legible(_ color: Color) -> Color { color.raised(to: contrast.minimumForText, on: raisedGrounds) }

    /// Returns a colour with the contrast of graphics to the cards, if the user prefers more contrast.
    public func visible(_ color: Color) -> Color { color.raised(to: contrast.minimumForGraphics, on: raisedGrounds) }

    /// The grounds that colours are raised on: the cards; none with the standard contrast.
    private var raisedGrounds: [Color] { contrast == .more ? [card, cardPressed] : [] }
}

extension Theme {
    /// The pages' own colours, whatever the accent of the look.
    public init(ownColors context: PageContext) {
        self = context.appearance == .dark ? .dark : .light
        if context.contrast == .more { raiseContrast(on: context.background) }
    }

    /// The colours of a page in the look of the shell: its accent, and cards that contrast with its pages and sheets.
    public init(_ context: PageContext) {
        self = context.appearance == .dark ? .dark : .light
        let background = context.background
        if context.appearance == .dark {
            card = background.mixed(with: .white, fraction: 0.07)
            cardPressed = background.mixed(with: .white, fraction: 0.13)
        } else if background.luminance > 0.97 {
            card = background.mixed(with: Self.ink, fraction: 0.045)
            cardPressed = background.mixed(with: Self.ink, fraction: 0.09)
            shadow = nil
        }
        accent = Color(context.palette[.accent])
        accentEnd = accent.mixed(with: context.appearance == .dark ? .black : Self.ink, fraction: 0.14)
        accentText = accent.readable(on: card)
        if context.contrast == .more { raiseContrast(on: background) }
    }

    /// Gives texts, symbols and lines the contrast of ``Contrast/more``, on cards and beside them.
    private mutating func raiseContrast(on background: Color) {
        contrast = .more
        let grounds = [card, cardPressed, background]
        let (text, graphics) = (contrast.minimumForText, contrast.minimumForGraphics)
        ink = ink.raised(to: text, on: grounds)
        secondary = secondary.raised(to: text, on: grounds)
        tertiary = tertiary.raised(to: text, on: grounds)
        accentText = accentText.raised(to: text, on: grounds)
        hairline = hairline.raised(to: graphics, on: grounds)
        accent = accent.raised(to: graphics, on: grounds, carrying: text)
        accentEnd = accentEnd.raised(to: graphics, on: grounds, carrying: text)
    }

    /// The colour of text and symbols on the accent: white, unless a dark one is more legible or the only legible one.
    public var onAccent: Color {
        let (white, dark) = (Color.white.contrast(with: accent), contrast == .more ? Color.black : Self.ink)
        return white >= (contrast == .more ? 7 : 4.5) || white >= dark.contrast(with: accent) ? .white : dark
    }
}

extension Color {
    /// Returns a mixture with a fraction of another colour.
    public func mixed(with other: Color, fraction: Double) -> Color {
        Color(
            red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
            blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
    }

    /// Returns the nearest colour towards black or white that is legible on a background.
    func readable(on background: Color) -> Color {
        let end = background.luminance > 0.4 ? Color.black : .white
        for step in 0..<10 {
            let color = mixed(with: end, fraction: Double(step) / 10)
            if color.contrast(with: background) >= 4.5 { return color }
        }
        return end
    }
}
