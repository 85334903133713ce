import BarGeometry
import Geometry
import ShellModel

extension BarModel {
    /// The region in which the compositor blurs the background of a bar's surface: under a translucent container,
    /// except for the squares of its corners. Nil for an opaque bar.
    public func blurRegion(width: Double, height: Double = 0, screen: Size? = nil) -> [Rect]? {
        guard let look = leadingLook(on: screen), hasTabs, look.bar.material == .translucent else {
            return nil
        }
        let layout = layout(look, width: width, height: height)
        let progress = isMinimized ? 1.0 : 0
        let container = layout.container(minimizeProgress: progress)
        let radius = min(layout.radius(minimizeProgress: progress), container.width / 2, container.height / 2)
        let disc = isMinimized ? layout.minimizedSearch : nil
        let parts = Self.withoutCorners(container, radius) + (disc.map { Self.withoutCorners($0, $0.width / 2) } ?? [])
        return parts.map { placed($0, in: width) }
    }

    /// True if the page under a translucent bar draws its own blurred content there, in place of the compositor.
    var isOverBlurredPage: Bool { !supportsBackgroundBlur && isAbovePages && !isInWindow && content.isOverBlur }

    private static func withoutCorners(_ rect: Rect, _ radius: Double) -> [Rect] {
        guard radius > 0 else { return [rect] }
        let parts = [
            Rect(x: rect.x + radius, y: rect.y, width: rect.width - 2 * radius, height: rect.height),
            Rect(x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius),
        ]
        return parts.filter { !$0.isEmpty }
    }
}
