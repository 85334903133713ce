import EventLoop
import Geometry
import ScreenClient
import ShellModel
import SurfaceKit

extension PageProgram {
    /// Answers the daemon's questions for the page's accessibility tree.
    func startAccessibility() {
        shell.accessibility.start(
            describe: { [weak self] in self?.accessibilityNode },
            press: { [weak self] in self?.host.press($0, at: MonotonicClock.now) })
        host.onFrame = { [weak self] in self?.shell.accessibility.changed() }
    }

    /// The page in words, with bounds on the output or, in window mode, in the window.
    private var accessibilityNode: AccessibilityNode {
        let (origin, place) = (presenter?.pageOrigin ?? .zero, surfaceOrigin)
        return host.accessibilityNode(at: MonotonicClock.now).offset(x: place.x + origin.x, y: place.y + origin.y)
    }

    /// The place of the page's surface on the output.
    private var surfaceOrigin: Point {
        guard !shell.options.window, let size = presenter?.surface?.size,
            let screen = presenter?.surface?.output?.logicalSize
        else { return .zero }
        let environment = host.environment
        return FillingSurface.origin(of: size, on: screen, edge: environment.overlap.edge, zone: environment.barZone)
    }
}
