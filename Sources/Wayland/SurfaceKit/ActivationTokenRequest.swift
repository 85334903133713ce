import EventLoop
import WaylandProtocols

/// A request for an activation token (xdg-activation): after a user's press, a program about to start may raise its window.
public final class ActivationTokenRequest {
    /// The beginning of KWin's answer to a request that it does not grant, in place of a token.
    private static let refusal = "not-granted"
    /// The maximum length of an app-id that always fits a protocol message, bytes.
    private static let maximumAppIDLength = 1024

    private let token: XdgActivationTokenV1
    private let completion: (String?) -> Void
    private var timer: EventLoop.Timer?

    /// Requests a token for the latest press on a surface, for a program whose window has an app-id, if known.
    /// The completion is called once, with the token, or with nil if none came within the timeout (ns).
    ///
    /// - Returns: nil if the compositor offers no tokens, or without a press.
    public init?(
        from surface: Surface, for appID: String?, within timeout: UInt64, completion: @escaping (String?) -> Void
    ) {
        let connection = surface.connection
        guard let manager = connection.globals[XdgActivationV1.self], let press = connection.latestPress else {
            return nil
        }
        self.completion = completion
        token = manager.getActivationToken()
        token.onEvent = { [weak self] event in
            guard let self else { return }
            if case .done(let token) = event { finish(token.hasPrefix(Self.refusal) ? nil : token) }
        }
        token.setSerial(serial: press.serial, seat: press.seat)
        if let appID, appID.utf8.count <= Self.maximumAppIDLength { token.setAppId(appId: appID) }
        token.setSurface(surface: surface.proxy)
        token.commit()
        timer = connection.loop.timer { [weak self] in self?.finish(nil) }
        timer?.arm(after: timeout)
    }

    deinit { cancel() }

    /// Cancels the request. The completion is not called.
    public func cancel() {
        timer?.disarm()
        token.destroy()
    }

    private func finish(_ token: String?) {
        cancel()
        completion(token)
    }
}
