// SPDX-License-Identifier: MIT
import Posix

/// Reports the daemon's status to the service manager (sd_notify(3)): datagrams to the socket in `NOTIFY_SOCKET`. It is
/// written by hand because libsystemd is a large dependency for one sendto(2).
struct SystemdNotifier {
    private let address: String?

    init(environment: (String) -> String?) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Sends a state such as `READY=1`. There is no reply, and a manager that does not listen is no error.
    func notify(_ state: String) {
        guard let address else { return }
        try? UnixSocket.sendDatagram(Array(state.utf8), to: address)
    }
}
