import EventLoop
import Geometry
import SurfaceKit

/// Recognizes an on-screen keyboard that has an exclusive zone at the lower edge of an output.
///
/// No protocol reports one. Compositors put two surfaces with exclusive zones at one edge beside each other, so the bar
/// would be above the keyboard, or the keyboard above the bar. An invisible surface that fills the area outside all zones
/// shows how much of the height the other surfaces have reserved.
final class OnScreenKeyboardMonitor: SurfaceContent {
    /// The minimum height of a keyboard's zone, logical px: panels are lower.
    static let minimumHeight = 120.0
    var onChange: () -> Void = {}
    private(set) var isShown = false

    private let output: Output
    private weak var connection: WaylandConnection?
    private var surface: Surface?
    private var timer: EventLoop.Timer?

    init(_ connection: WaylandConnection, output: Output) throws(WaylandConnectionError) {
        self.output = output
        self.connection = connection
        let surface = try Surface(
            connection, role: .layer(.filling(namespace: "tabshell-usable-area", layer: .background)), output: output,
            content: self, isHidden: true)
        self.surface = surface
        timer = connection.loop.timer { [weak self] in self?.check() }
        surface.onResize = { [weak self] _ in self?.schedule() }
        surface.onClosed = { [weak self] in self?.destroy() }
    }

    /// Returns true if more is reserved than other panels do.
    static func isKeyboard(screen: Size, usable: Size, reserved: Double) -> Bool {
        // A wider area belongs to an output in the middle of a change.
        guard usable.width <= screen.width else { return false }
        return screen.height - usable.height - reserved >= minimumHeight
    }

    /// Schedules a check after a change of the output or the area, once all events of the same change are handled.
    func schedule() {
        timer?.arm(after: 0)
    }

    func destroy() {
        timer?.disarm()
        surface?.destroy()
        surface = nil
    }

    private func check() {
        guard let connection, let screen = output.logicalSize, let usable = surface?.size else { return }
        let isShown = Self.isKeyboard(
            screen: screen, usable: usable, reserved: connection.reservedHeight(on: output))
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        onChange()
    }

    // It is never shown.
    func advance(to frame: Frame) -> [Rect] { [] }
    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {}
}
