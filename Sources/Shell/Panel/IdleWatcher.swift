import ScreenClient
import ShellModel
import SurfaceKit

/// Watches for input on all surfaces of the compositor, when needed, and reports it to the daemon.
final class IdleWatcher {
    /// The time without input after which its end is reported, ms.
    private static let timeout: UInt32 = 1000

    private enum Phase {
        case unused
        case watching(IdleNotification)
        /// The programs report the input on their surfaces.
        case unsupported
    }

    private let shell: ShellProgram
    private var phase = Phase.unused
    private var isIdle = false

    init(_ shell: ShellProgram) {
        self.shell = shell
    }

    func update() {
        guard shell.client.state.kiosk.rules.watchesInput else { return phase = .unused }
        if case .unused = phase { start() }
        guard let watch, shell.client.state.kiosk.watch != watch else { return }
        report(watch)
    }

    private func start() {
        isIdle = false
        let notification = IdleNotification(shell.connection, timeout: Self.timeout) { [weak self] isIdle in
            self?.isIdle = isIdle
            self?.report(nil)
        }
        phase = notification.map { .watching($0) } ?? .unsupported
    }

    /// The source of input events; nil while nothing depends on it.
    private var watch: InputWatch? {
        switch phase {
        case .unused: nil
        case .watching(let notification): notification.countsInputAlone ? .input : .inhibitable
        case .unsupported: .surfaces
        }
    }

    private func report(_ watch: InputWatch?) {
        let isUnsupported = if case .unsupported = phase { true } else { false }
        shell.client.send(.activity(!isIdle && !isUnsupported, watch: watch))
    }
}
