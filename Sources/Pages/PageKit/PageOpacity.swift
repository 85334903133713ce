// SPDX-License-Identifier: MIT

/// The opacities of a page that fades, 0…1 each: those of its parts, and that of the picture that they make.
package struct PageOpacity: Equatable, Sendable {
    /// The opacity of the content over the background.
    package var content: Double
    package var background: Double
    /// The opacity of the surface with both.
    package var surface: Double

    package init(content: Double, background: Double, surface: Double) {
        self.content = content
        self.background = background
        self.surface = surface
    }
}
