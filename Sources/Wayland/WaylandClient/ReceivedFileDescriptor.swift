import Glibc

/// A file descriptor that came with an event. The last reference closes it, unless it was taken.
public final class ReceivedFileDescriptor {
    /// The descriptor, owned by this object; -1 once taken.
    public private(set) var rawValue: Int32

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Transfers ownership: the caller closes the descriptor.
    public func take() -> Int32 {
        defer { rawValue = -1 }
        return rawValue
    }

    deinit {
        if rawValue >= 0 { close(rawValue) }
    }
}
