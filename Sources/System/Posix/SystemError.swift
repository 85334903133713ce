import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `errno`.
    public var code: Int32
    /// The call and its object: "opening /dev/null".
    public var operation: String

    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The error of a call that has just failed, from `errno`.
    public static func current(_ operation: String) -> SystemError {
        SystemError(code: errno, operation: operation)
    }

    /// The C library's message for an `errno`; for `ETIMEDOUT` its own, since the library's speaks of a connection.
    public static func message(for code: Int32) -> String {
        code == ETIMEDOUT ? "it takes too long" : String(cString: strerror(code))
    }

    public var description: String { "\(operation): \(Self.message(for: code))" }
}

/// Makes a system call that reports failure by -1, and repeats it while a signal interrupts it.
///
/// - Throws: ``SystemError`` with `errno`.
@discardableResult
public func systemCall<Value: FixedWidthInteger & SignedInteger>(
    _ operation: @autoclosure () -> String, _ body: () -> Value
) throws(SystemError) -> Value {
    while true {
        let value = body()
        if value != -1 { return value }
        if errno != EINTR { throw .current(operation()) }
    }
}
