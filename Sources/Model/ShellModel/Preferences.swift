/// The user's preferences for the display and for speech, which replace the values of the configuration; nil if not chosen.
public struct Preferences: Equatable, Sendable {
    public var contrast: Contrast?
    public var motion: Reduction?
    public var transparency: Reduction?
    /// The factor by which text and icons are enlarged, in ``textScales``.
    public var textScale: Double?
    /// True if the bar speaks.
    public var speech: Bool?

    /// The allowed text scales. Every look and page has a layout for each.
    public static let textScales = 0.8...3.0

    public init(
        contrast: Contrast? = nil, motion: Reduction? = nil, transparency: Reduction? = nil, textScale: Double? = nil,
        speech: Bool? = nil
    ) {
        self.contrast = contrast
        self.motion = motion
        self.transparency = transparency
        self.textScale = textScale
        self.speech = speech
    }

    /// The preferences that remain when the configuration changes: a value that it changes replaces the user's.
    public func remaining(with look: Look, after earlier: Look) -> Preferences {
        Preferences(
            contrast: look.contrast == earlier.contrast ? contrast : nil,
            motion: look.reducesMotion == earlier.reducesMotion ? motion : nil,
            transparency: look.transparency == earlier.transparency ? transparency : nil,
            textScale: look.textScale == earlier.textScale ? textScale : nil,
            speech: look.speech.isEnabled == earlier.speech.isEnabled ? speech : nil)
    }
}

/// A preference for less of something: motion or transparency.
public enum Reduction: String, Sendable, CaseIterable {
    case standard
    case reduced
}

public struct PreferencesChange: Equatable, Sendable {
    /// Nil keeps a preference, and nil within it returns to the value of the configuration.
    public var contrast: Contrast??
    public var motion: Reduction??
    public var transparency: Reduction??
    public var textScale: Double??
    public var speech: Bool??

    public init(
        contrast: Contrast?? = nil, motion: Reduction?? = nil, transparency: Reduction?? = nil,
        textScale: Double?? = nil, speech: Bool?? = nil
    ) {
        self.contrast = contrast
        self.motion = motion
        self.transparency = transparency
        self.textScale = textScale
        self.speech = speech
    }

    /// Returns the preferences after the change.
    public func applied(to preferences: Preferences) -> Preferences {
        Preferences(
            contrast: contrast ?? preferences.contrast, motion: motion ?? preferences.motion,
            transparency: transparency ?? preferences.transparency, textScale: textScale ?? preferences.textScale,
            speech: speech ?? preferences.speech)
    }
}
