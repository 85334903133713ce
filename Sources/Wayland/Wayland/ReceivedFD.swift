// SPDX-License-Identifier: MIT

import Glibc

/// A file descriptor that came with an event. It is closed with the last reference, unless it was taken.
public final class ReceivedFD {
    /// The descriptor, still owned by this object; -1 once taken.
    public private(set) var descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Hands the descriptor over; closing it is the caller's from now on.
    public func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
