import EventLoop
import Geometry
import Localization
import ScreenClient
import ShellModel
import SurfaceKit

extension PageProgram {
    /// Answers the daemon's questions for the page's accessibility tree.
    func startAccessibility() {
        shell.accessibility.start(
            describe: { [weak self] in self?.accessibilityNode },
            press: { [weak self] in self?.press($0, $1) })
        host.onFrame = { [weak self] in self?.shell.accessibility.changed() }
    }

    /// The page in words, with bounds on the output or, in window mode, in the window.
    private var accessibilityNode: AccessibilityNode {
        let (origin, place) = (presenter?.pageOrigin ?? .zero, surfaceOrigin)
        var node = host.accessibilityNode(at: MonotonicClock.now).offset(x: origin.x, y: origin.y)
        if let target = presenter?.field.closeTarget {
            var close = AccessibilityNode(.button, localized("Close"), id: Self.closeID, actions: [.click])
            close.bounds = target
            node.children.append(close)
        }
        return node.offset(x: place.x, y: place.y)
    }

    private static let closeID = "close-sheet"

    private func press(_ id: String, _ edit: AccessibilityEdit?) -> PressOutcome? {
        if let edit { return host.edit(id, edit, at: MonotonicClock.now) }
        guard id == Self.closeID, presenter?.isPresent == true else { return host.press(id, at: MonotonicClock.now) }
        host.onRequest(.sheet(tab: nil))
        return .done
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
