// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Tells the service manager how the daemon is doing (sd_notify(3)): datagrams to the socket in `NOTIFY_SOCKET`.
struct SystemdNotifier {
    private let address: String?

    init(environment: (String) -> String?) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// Sends a state such as `READY=1`. Nobody waits for an answer, and a manager that does not listen is not missed.
    func notify(_ state: String) {
        guard let address else { return }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return }
        defer { close(number) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        // An abstract address begins with a zero byte, which is written "@".
        var bytes = Array(address.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        let fits = withUnsafeMutableBytes(of: &name.sun_path) { path -> Bool in
            guard bytes.count < path.count else { return false }
            path.copyBytes(from: bytes)
            return true
        }
        guard fits else { return }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let text = Array(state.utf8)
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = sendto(number, text, text.count, Int32(MSG_NOSIGNAL), generic, length)
            }
        }
    }
}
