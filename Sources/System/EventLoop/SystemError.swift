// SPDX-License-Identifier: MIT
import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `errno`.
    public var code: Int32
    /// The call, and what it was about.
    public var call: String

    public init(code: Int32, call: String) {
        self.code = code
        self.call = call
    }

    /// What the current `errno` says of a call.
    public static func last(_ call: String) -> SystemError {
        SystemError(code: errno, call: call)
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Makes a system call that reports failure by -1, again as long as a signal interrupts it.
///
/// - Throws: ``SystemError`` with `errno`.
@discardableResult
public func systemCall<Value: FixedWidthInteger & SignedInteger>(
    _ name: @autoclosure () -> String, _ body: () -> Value
) throws(SystemError) -> Value {
    while true {
        let value = body()
        if value != -1 { return value }
        if errno != EINTR { throw .last(name()) }
    }
}
