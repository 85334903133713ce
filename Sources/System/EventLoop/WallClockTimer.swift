// SPDX-License-Identifier: MIT
import Posix

/// A timer for a time of the wall clock. It also fires when that clock is set, by hand or by NTP.
public final class WallClockTimer {
    private let descriptor: WallClockDescriptor
    private var source: FileDescriptorSource?

    /// - Parameter handler: called when the time has come, or may have.
    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init(on loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        descriptor = try WallClockDescriptor()
        source = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            self?.descriptor.clear()
            handler()
        }
    }

    /// Arms the timer, or moves its deadline.
    ///
    /// - Parameter seconds: since 1970.
    public func arm(at seconds: Int64) throws(SystemError) { try descriptor.arm(at: seconds) }
}
