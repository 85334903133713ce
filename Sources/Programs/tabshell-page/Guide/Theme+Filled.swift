// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit

extension Theme {
    /// The colour of text on a button that is filled with the accent: the one of white and ink that can be read better, unless
    /// white can be read.
    var filledText: Color {
        let white = Color.white.contrast(with: accent)
        return white >= 4.5 || white >= Self.ink.contrast(with: accent) ? .white : Self.ink
    }
}
