// SPDX-License-Identifier: MIT

public import Geometry

extension Color {
    /// A colour of a look.
    public init(_ value: RGBA) {
        self.init(rgb: value.rgb, alpha: value.alpha)
    }
}
