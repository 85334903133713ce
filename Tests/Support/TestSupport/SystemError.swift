// SPDX-License-Identifier: MIT

import Glibc

/// A system call, or a helper program, failed.
public struct SystemError: Error, CustomStringConvertible {
    /// The sentence to show.
    public let description: String

    /// A failure in the caller's own words.
    public init(_ description: String) {
        self.description = description
    }

    /// What failed, with the words for an error number.
    public init(_ what: String, errno number: Int32) {
        description = "\(what): \(String(cString: strerror(number)))"
    }
}
