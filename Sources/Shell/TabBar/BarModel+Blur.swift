// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension BarModel {
    /// Where the compositor is to blur what is behind a bar's surface: under a translucent container, but for the squares
    /// in which its corners are. Nil where there is nothing to look through.
    public func blurRegion(width: Double, height: Double = 0) -> [Rect]? {
        guard let look, hasTabs, look.bar.material == .translucent else { return nil }
        let layout = layout(look, width: width, height: height)
        let fold = isMinimized ? 1.0 : 0
        let container = layout.container(fold: fold)
        let radius = min(layout.radius(fold: fold), container.width / 2, container.height / 2)
        guard radius > 0 else { return [container] }
        return [
            Rect(
                x: container.x + radius, y: container.y, width: container.width - 2 * radius, height: container.height),
            Rect(
                x: container.x, y: container.y + radius, width: container.width, height: container.height - 2 * radius),
        ]
    }
}
