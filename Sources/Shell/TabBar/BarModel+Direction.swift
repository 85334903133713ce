// SPDX-License-Identifier: MIT
import BarGeometry
import Geometry
import ShellModel

/// The layout from right to left. Everything is laid out from the leading edge on, which is the left one there, and mirrored
/// when it leaves the model.
extension BarModel {
    /// True if the bar is laid out from right to left.
    public var isRightToLeft: Bool { look?.direction == .rightToLeft }

    /// The look on a screen as it is laid out.
    func leadingLook(on screen: Size?) -> Look? { look(on: screen)?.fromLeadingEdge }

    /// Returns the place of a rectangle of a layout on a surface of a width, or that of one on the surface in the layout.
    func placed(_ rect: Rect, in width: Double) -> Rect { isRightToLeft ? rect.mirrored(in: width) : rect }

    /// Returns a scene of a layout as it is on a surface of a width.
    func placed(_ scene: Scene, in width: Double) -> Scene { isRightToLeft ? scene.mirrored(in: width) : scene }
}
