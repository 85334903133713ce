// SPDX-License-Identifier: MIT
import SocketIPC
import SurfaceKit
import ShellModel

/// Tells the daemon what the user did, in the order in which it was done.
///
/// The selection of a tab whose program will be started for it takes a token along, so that the new window may come
/// forward. It waits for the token for less than a user would see.
final class RequestSender {
    /// How long a token is waited for, ns: three frames.
    private static let timeout: UInt64 = 50_000_000

    private let client: DaemonClient
    private var waiting: (tab: TabID, question: ActivationTokenRequest)?

    init(_ client: DaemonClient) {
        self.client = client
    }

    /// Sends a command to the daemon, after the earlier ones.
    func send(_ command: Command) {
        stopWaiting()
        client.send(.command(command))
    }

    /// Asks for a tab that was pressed on a surface.
    func select(_ tab: TabID, from surface: Surface?) {
        guard let surface, client.isConnected, let appID = client.state.appIDToStart(for: tab) else {
            return send(.select(tab))
        }
        stopWaiting()
        let question = ActivationTokenRequest(from: surface, for: appID, within: Self.timeout) { [unowned self] in
            answer($0)
        }
        guard let question else { return send(.select(tab)) }
        waiting = (tab, question)
    }

    /// What comes after it must not come before it.
    private func stopWaiting() {
        waiting?.question.cancel()
        answer(nil)
    }

    private func answer(_ word: String?) {
        guard let tab = waiting?.tab else { return }
        waiting = nil
        client.send(.command(.select(tab, activation: word.flatMap(ActivationToken.init))))
    }
}

extension ShellState {
    /// The app-id of a tab's window that nobody sees, so that selecting the tab will start its program if it has one.
    func appIDToStart(for tab: TabID) -> String? {
        windows[tab] == nil ? self.tab(tab)?.window?.appID : nil
    }
}
