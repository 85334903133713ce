import WaylandProtocols

/// Reports the absence of input on all surfaces for a time, and the next input (ext-idle-notify).
public final class IdleNotification {
    /// False if a program that inhibits idleness, such as a video player, counts as input, as it does before version 2.
    public let countsInputAlone: Bool
    private let proxy: ExtIdleNotificationV1
    private let manager: ExtIdleNotifierV1

    /// Calls back with true after the timeout (ms) without input, and with false at the next input. Nil if the
    /// compositor lacks the protocol, or a seat.
    public init?(_ connection: WaylandConnection, timeout: UInt32, onChange: @escaping (_ isIdle: Bool) -> Void) {
        guard let seat = connection.firstSeat, let manager = connection.globals.bind(ExtIdleNotifierV1.self) else {
            return nil
        }
        self.manager = manager
        countsInputAlone = manager.version >= ExtIdleNotifierV1.getInputIdleNotificationSince
        proxy =
            countsInputAlone
            ? manager.getInputIdleNotification(timeout: timeout, seat: seat)
            : manager.getIdleNotification(timeout: timeout, seat: seat)
        proxy.onEvent = { event in
            switch event {
            case .idled: onChange(true)
            case .resumed: onChange(false)
            }
        }
    }

    deinit {
        proxy.destroy()
        manager.destroy()
    }
}
