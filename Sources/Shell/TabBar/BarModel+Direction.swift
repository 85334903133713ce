import Geometry
import ShellModel

/// The layout from right to left: laid out from the left as the leading edge, and mirrored when it leaves the model.
extension BarModel {
    /// True if the bar is laid out from right to left.
    public var isRightToLeft: Bool { look?.direction == .rightToLeft }

    func leadingLook(on screen: Size?) -> Look? { look(on: screen)?.fromLeadingEdge }

    /// Converts a rectangle between the layout and a surface of a width, in either direction.
    func placed(_ rect: Rect, in width: Double) -> Rect { isRightToLeft ? rect.mirrored(in: width) : rect }

    func placed(_ scene: Scene, in width: Double) -> Scene { isRightToLeft ? scene.mirrored(in: width) : scene }
}
