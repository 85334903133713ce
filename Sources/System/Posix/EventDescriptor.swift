import CLinux
import Glibc

/// An eventfd(2): a descriptor that is readable from a signal until it is cleared. Threads may share it.
public struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` when descriptors run out.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) })
    }

    /// The number, for waiting.
    public var rawValue: Int32 { descriptor.rawValue }

    /// Makes the descriptor readable.
    public func signal() {
        // It only fails for an unreachable count.
        eventfd_write(rawValue, 1)
    }

    /// Waits until the descriptor is readable, and clears it.
    public func clear() {
        var count = eventfd_t()
        eventfd_read(rawValue, &count)
    }
}
