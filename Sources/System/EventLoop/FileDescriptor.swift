// SPDX-License-Identifier: MIT
import Glibc

/// An open file descriptor that is closed when nobody holds it any more.
public final class FileDescriptor {
    /// The number, for system calls.
    public let number: Int32

    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
