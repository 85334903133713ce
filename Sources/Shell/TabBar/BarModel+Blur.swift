// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension BarModel {
    /// The region in which the compositor blurs the background of a bar's surface: under a translucent container, except
    /// for the squares of its corners. Nil for an opaque bar.
    public func blurRegion(width: Double, height: Double = 0) -> [Rect]? {
        guard let look, hasTabs, look.bar.material == .translucent else { return nil }
        let layout = layout(look, width: width, height: height)
        let minimizeProgress = isMinimized ? 1.0 : 0
        let container = layout.container(minimizeProgress: minimizeProgress)
        let radius = min(layout.radius(minimizeProgress: minimizeProgress), container.width / 2, container.height / 2)
        guard radius > 0 else { return [container] }
        return [
            Rect(
                x: container.x + radius, y: container.y, width: container.width - 2 * radius, height: container.height),
            Rect(
                x: container.x, y: container.y + radius, width: container.width, height: container.height - 2 * radius),
        ]
    }
}
