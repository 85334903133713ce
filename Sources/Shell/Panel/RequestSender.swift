import SocketClient
import SurfaceKit
import ShellModel
import TabshellIPC

/// The sender of the user's requests to the daemon, in their order.
///
/// A request that starts the program of a window carries an activation token, so that the new window may be raised. The
/// wait for the token is too short to be noticed.
final class RequestSender {
    /// The timeout of an activation token, ns: three frames.
    private static let timeout: UInt64 = 50_000_000

    private let client: DaemonClient
    /// The request that waits for a token, made with it or without.
    private var pending: (make: (ActivationToken?) -> Request, token: ActivationTokenRequest)?

    init(_ client: DaemonClient) {
        self.client = client
    }

    /// Sends a command after earlier ones. `completion` is called once the state has its changes, or the connection is lost.
    func send(_ command: Command, completion: @escaping () -> Void = {}) {
        cancelToken()
        client.send(.command(command), completion: completion)
    }

    func select(_ tab: TabID, from surface: Surface?, output: String?) {
        start(tab, from: surface) { .command(.select(tab, activation: $0, output: output)) }
    }

    func restart(_ tab: TabID, from surface: Surface?) {
        start(tab, from: surface) { .restart(tab, activation: $0) }
    }

    /// Sends a request that may start the program of a tab, with an activation token if it opens a window.
    private func start(_ tab: TabID, from surface: Surface?, _ make: @escaping (ActivationToken?) -> Request) {
        cancelToken()
        guard let surface, client.isConnected, client.state.windows[tab] == nil,
            let window = client.state.tab(tab)?.window
        else { return client.send(make(nil)) }
        // A pattern names no program.
        let appID = window.appIDs.first { $0.isLiteral }?.text
        let request = ActivationTokenRequest(from: surface, for: appID, within: Self.timeout) { [weak self] in
            self?.finish($0)
        }
        guard let request else { return client.send(make(nil)) }
        pending = (make, request)
    }

    /// Sends a pending request without its token, so that later ones do not overtake it.
    private func cancelToken() {
        pending?.token.cancel()
        finish(nil)
    }

    private func finish(_ token: String?) {
        guard let (make, _) = pending else { return }
        pending = nil
        client.send(make(token.flatMap(ActivationToken.init)))
    }
}
