import Glibc

/// A failed system call or helper program.
public struct SystemError: Error, CustomStringConvertible {
    /// The message.
    public let description: String

    /// Creates an error with a message.
    public init(_ description: String) {
        self.description = description
    }

    public init(_ what: String, errno number: Int32) {
        description = "\(what): \(String(cString: strerror(number)))"
    }
}
