import Geometry
import WaylandProtocols
import WaylandClient

/// The role of an ordinary window (xdg_toplevel).
final class ToplevelRole: SurfaceRole {
    /// The shortest plausible side of a window of free size, logical pixels; some compositors remember a placeholder's.
    private static let minimumSide = 16.0

    private let shell: XdgSurface
    private let window: XdgToplevel
    /// The request for a title bar from the compositor; nil if it draws none.
    private let decoration: ZxdgToplevelDecorationV1?
    /// The size if the compositor leaves it to us.
    private var proposed = Size(width: 428, height: 800)
    private var requestedHeight: Double
    private var size: Size
    private var isConfigured = false
    /// True while the height is ours: the compositor left it to us, or repeats our own.
    private var hasOwnHeight = true

    init(
        title: String, appID: String, height: Double?, surface: WlSurface, base: XdgWmBase,
        decorations: ZxdgDecorationManagerV1?
    ) {
        shell = base.getXdgSurface(surface: surface)
        window = shell.getToplevel()
        decoration = decorations?.getToplevelDecoration(toplevel: window)
        decoration?.setMode(mode: .serverSide)
        if let height { proposed.height = Self.side(height) }
        requestedHeight = proposed.height
        size = proposed
        super.init()
        window.setTitle(title: title)
        window.setAppId(appId: appID)
        window.onEvent = { [weak self] in self?.handle($0) }
        shell.onEvent = { [weak self] event in
            guard let self else { return }
            guard case .configure(let serial) = event else { return }
            shell.ackConfigure(serial: serial)
            isConfigured = true
            onConfigure(size, false)
        }
    }

    override var keepsSizeWhileHidden: Bool { true }

    override func request(height: Double?, exclusiveZone: Double?, duringAnimation: Bool) {
        if let height { requestedHeight = Self.side(height) }
    }

    override func sendHeight() -> Bool {
        guard requestedHeight != proposed.height else { return false }
        proposed.height = requestedHeight
        guard hasOwnHeight else { return false }
        size.height = requestedHeight
        if isConfigured { onConfigure(size, true) }
        return false
    }

    override func beginMove(seat: WlSeat, serial: UInt32) {
        window.move(seat: seat, serial: serial)
    }

    override func destroy() {
        decoration?.destroy()
        window.destroy()
        shell.destroy()
    }

    private func handle(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            let configured = Size(configured: UInt32(max(width, 0)), UInt32(max(height, 0)))
            // Any other state fixes the window's size.
            let isFree = nativeWords(of: states).allSatisfy { $0 == XdgToplevel.State.activated.rawValue }
            let minimum = isFree ? Self.minimumSide : 1
            size.width = configured.width >= minimum ? configured.width : proposed.width
            size.height = configured.height >= minimum ? configured.height : proposed.height
            hasOwnHeight = size.height == proposed.height && isFree
        case .close: onClosed()
        }
    }

    private static func side(_ length: Double) -> Double { Double(max(Int32(pixels: length.rounded(.up)), 1)) }
}
