import TestSupport
import WaylandProtocols
import WaylandClient

/// A window of one colour, with its own connection, controlled by a test. It closes with the last reference, if not earlier.
public final class TestWindow {
    /// The title. It distinguishes windows with the same app-id.
    public let title: String
    private let seat: TestSeat
    private let content: TestSurface
    private let shell: XdgSurface
    private let window: XdgToplevel
    private var token: XdgActivationTokenV1?
    private var size: (width: Int32, height: Int32) = (0, 0)

    /// Opens a window on a headless compositor, which shows it once ``update()`` has been called a few times.
    public init(_ sway: HeadlessSway, appID: String, title: String) throws {
        self.title = title
        seat = try TestSeat(sway)
        content = try TestSurface(seat)
        let base = try seat.bind(XdgWmBase.self, version: 1)
        base.onEvent = { [weak base] event in
            if case .ping(let serial) = event { base?.pong(serial: serial) }
        }
        shell = base.getXdgSurface(surface: content.surface)
        window = shell.getToplevel()
        window.setAppId(appId: appID)
        window.setTitle(title: title)
        window.onEvent = { [unowned self] event in
            if case .configure(let width, let height, _) = event { size = (width, height) }
        }
        shell.onEvent = { [unowned self] event in
            guard case .configure(let serial) = event else { return }
            shell.ackConfigure(serial: serial)
            content.show(width: size.width > 0 ? size.width : 200, height: size.height > 0 ? size.height : 100)
        }
        content.surface.commit()
        try update()
    }

    deinit { close() }

    public func close() { seat.display.disconnect() }

    /// Handles the pending events.
    public func update() throws { try seat.display.roundtrip() }

    public func rename(_ appID: String) throws {
        window.setAppId(appId: appID)
        content.surface.commit()
        try update()
    }

    /// Asks to become fullscreen, or no longer to be.
    public func setFullscreen(_ isFullscreen: Bool) throws {
        if isFullscreen { window.setFullscreen(output: nil) } else { window.unsetFullscreen() }
        try update()
    }

    /// Asks for the focus as a program does unasked: by a token without a press or a key.
    public func askForFocus() throws {
        let activation = try seat.bind(XdgActivationV1.self, version: 1)
        let token = activation.getActivationToken()
        self.token = token
        token.onEvent = { [unowned self] event in
            guard case .done(let text) = event else { return }
            activation.activate(token: text, surface: content.surface)
            token.destroy()
            self.token = nil
        }
        token.commit()
        try update()
        try update()
    }
}
