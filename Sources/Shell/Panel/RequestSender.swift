// SPDX-License-Identifier: MIT
import SocketIPC
import SurfaceKit
import ShellModel

/// The sender of the user's requests to the daemon, in their order.
///
/// Selecting a tab whose program will be started carries an activation token, so that the new window may be raised. The
/// wait for the token is too short to be noticed.
final class RequestSender {
    /// The timeout of an activation token, ns: three frames.
    private static let timeout: UInt64 = 50_000_000

    private let client: DaemonClient
    private var pending: (tab: TabID, output: String?, token: ActivationTokenRequest)?

    init(_ client: DaemonClient) {
        self.client = client
    }

    /// Sends a command, after all earlier ones.
    func send(_ command: Command) {
        cancelToken()
        client.send(.command(command))
    }

    /// Reloads the configuration, which starts failed programs again.
    func reload() {
        cancelToken()
        client.send(.reload)
    }

    /// Selects a tab that was pressed on a surface.
    ///
    /// - Parameter output: the output that the pages move to; nil if they stay where they are.
    func select(_ tab: TabID, from surface: Surface?, output: String?) {
        // Selecting a tab whose window is not open starts its program.
        guard let surface, client.isConnected, client.state.windows[tab] == nil,
            let window = client.state.tab(tab)?.window
        else { return send(.select(tab, output: output)) }
        cancelToken()
        // A pattern names no program.
        let appID = window.appIDs.first { $0.isLiteral }?.text
        let request = ActivationTokenRequest(from: surface, for: appID, within: Self.timeout) { [unowned self] in
            finish($0)
        }
        guard let request else { return send(.select(tab, output: output)) }
        pending = (tab, output, request)
    }

    /// Sends a pending selection without its token, so that later requests do not overtake it.
    private func cancelToken() {
        pending?.token.cancel()
        finish(nil)
    }

    private func finish(_ token: String?) {
        guard let (tab, output, _) = pending else { return }
        pending = nil
        client.send(.command(.select(tab, activation: token.flatMap(ActivationToken.init), output: output)))
    }
}
