// SPDX-License-Identifier: MIT
import EventLoop
import Wayland

/// Asks the compositor for the word with which a program that is about to be started may bring its window forward
/// (xdg-activation): the proof that the user has just asked for it on one of our surfaces.
public final class ActivationTokenRequest {
    /// What a message of the protocol certainly has room for, bytes.
    private static let longestAppID = 1024

    private let token: XdgActivationTokenV1
    private let answer: (String?) -> Void
    private var timeout: EventLoop.Timer?

    /// Asks, with the newest press as the proof.
    ///
    /// - Parameters:
    ///   - surface: the one that was pressed.
    ///   - appID: of the program's window.
    ///   - patience: how long the answer is waited for, ns.
    ///   - answer: called once, with the word; with nil when there was none in time.
    /// - Returns: nil where the compositor gives no such word, and where nobody has pressed anything.
    public init?(
        from surface: Surface, for appID: String, within timeout: UInt64, answer: @escaping (String?) -> Void
    ) {
        let session = surface.session
        guard let manager = session.globals.activation, let press = session.proofOfPress else { return nil }
        self.answer = answer
        token = manager.getActivationToken()
        token.onEvent = { [unowned self] event in
            if case .done(let word) = event { finish(word) }
        }
        token.setSerial(serial: press.serial, seat: press.seat)
        if appID.utf8.count <= Self.longestAppID { token.setAppId(appId: appID) }
        token.setSurface(surface: surface.proxy)
        token.commit()
        self.timeout = session.loop.timer { [unowned self] in finish(nil) }
        self.timeout?.arm(after: timeout)
    }

    /// Waits no longer. Nothing is called any more.
    public func cancel() {
        timeout?.disarm()
        token.destroy()
    }

    private func finish(_ word: String?) {
        cancel()
        answer(word)
    }
}
