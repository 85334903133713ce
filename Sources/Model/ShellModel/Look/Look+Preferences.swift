internal import Geometry

extension Look {
    /// The look in force: the configured one with the user's preferences, and the colours that they need.
    public func applying(_ preferences: Preferences) -> Look {
        var look = self
        look.contrast = preferences.contrast ?? contrast
        look.reducesMotion = preferences.motion.map { $0 == .reduced } ?? reducesMotion
        look.transparency = preferences.transparency ?? transparency
        look.textScale = preferences.textScale ?? textScale
        look.speech.isEnabled = preferences.speech ?? speech.isEnabled
        // The background of a material can have any colour, so nothing has enough contrast with all of it.
        if look.transparency == .reduced || look.contrast == .more { look.reduceTransparency() }
        if look.contrast != .seed { look.raiseContrast() }
        return look
    }

    /// The preferences in force that differ from the defaults.
    public var preferences: Preferences {
        Preferences(
            contrast: contrast == .more ? .more : nil, motion: reducesMotion ? .reduced : nil,
            transparency: transparency == .standard ? nil : transparency, textScale: textScale == 1 ? nil : textScale,
            speech: speech.isEnabled ? true : nil)
    }

    /// Gives the bar and sheets the opaque colours that result over a page. The dimming colour remains.
    private mutating func reduceTransparency() {
        bar.material = .opaque
        for appearance in Appearance.allCases {
            let page = opaquePage(in: appearance)
            for token in [ColorToken.background, .backgroundEnd, .page, .sheet] {
                self[palette: appearance][token] = Color(self[palette: appearance][token]).drawn(on: page).rgba
            }
        }
    }

    /// The colour of the page, without its transparency.
    func opaquePage(in appearance: Appearance) -> Color {
        var page = Color(self[palette: appearance][.page])
        page.alpha = 1
        return page
    }
}
