import Glibc
import Posix

/// Reports the presence of a network: a default route. It sleeps until the kernel reports a change.
public final class NetworkMonitor {
    /// True with a network, or if the kernel does not report it.
    public private(set) var isPresent = true
    private let socket: RouteSocket
    private var reader = RouteReader()
    private var source: FileDescriptorSource?

    /// - Parameter onChange: called after each change.
    /// - Throws: ``SystemError`` without rtnetlink(7).
    public init(on loop: EventLoop, onChange: @escaping (_ isPresent: Bool) -> Void) throws(SystemError) {
        socket = try RouteSocket()
        try receive()
        source = try loop.watch(socket.rawValue, for: .read) { [weak self] _ in
            guard let self else { return }
            let before = isPresent
            // A refused request is repeated after the next report.
            try? receive()
            if isPresent != before { onChange(isPresent) }
        }
    }

    /// Handles the kernel's messages. It answers requests at once.
    private func receive() throws(SystemError) {
        repeat {
            do throws(SystemError) {
                if reader.beginRequest() { try socket.requestRoutes() }
                while let bytes = try socket.read() { reader.receive(bytes) }
            } catch {
                reader.lost()
                guard error.code == ENOBUFS else { throw error }
            }
        } while reader.needsRequest
        isPresent = reader.hasDefaultRoute ?? true
    }
}
