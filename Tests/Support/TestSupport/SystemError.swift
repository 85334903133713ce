// SPDX-License-Identifier: MIT

import Glibc

/// A failed system call or helper program.
public struct SystemError: Error, CustomStringConvertible {
    /// The message.
    public let description: String

    /// Creates an error with a message.
    public init(_ description: String) {
        self.description = description
    }

    /// Creates an error from an operation and an errno.
    public init(_ what: String, errno number: Int32) {
        description = "\(what): \(String(cString: strerror(number)))"
    }
}
