// SPDX-License-Identifier: MIT
import WaylandProtocols

/// A notification of the compositor when there was no input on any surface for a time, and when there is again
/// (ext-idle-notify).
public final class IdleNotification {
    /// False if a program that inhibits idleness, such as one that plays a film, counts as input. So it does before version 2.
    public let countsInputAlone: Bool
    private let proxy: ExtIdleNotificationV1
    private let manager: ExtIdleNotifierV1

    /// - Parameters:
    ///   - timeout: ms.
    ///   - onChange: called with true after the timeout without input, and with false at the next input.
    /// - Returns: nil if the compositor lacks the protocol, or a seat.
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
