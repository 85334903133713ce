// SPDX-License-Identifier: MIT
import EventLoop
import SocketIPC
import TabModel
import TabWire

/// The tabs of the daemon that runs, for the shell's completion.
enum TabNames {
    /// Their ids; none when there is no daemon that answers at once.
    static func known() -> [String] {
        let deadline = MonotonicClock.now + 200_000_000
        guard let place = try? SocketPath(environment: environmentVariable),
            let client = try? BlockingClient(path: place.path, deadline: deadline, waiting: false),
            let json = try? client.ask(.state, deadline: deadline), let state = try? ShellState(json: json)
        else { return [] }
        return state.tabs.map(\.id.rawValue)
    }
}
