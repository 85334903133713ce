// SPDX-License-Identifier: MIT

import CWayland

/// The arguments of one request, written one after the other into a buffer on the stack.
struct RequestArguments {
    private let base: UnsafeMutablePointer<wl_argument>
    private let capacity: Int
    private var count = 0
    /// False once an argument was an object that no longer exists: the request must not be sent then.
    private(set) var isValid = true

    init(_ buffer: UnsafeMutableBufferPointer<wl_argument>, base: UnsafeMutablePointer<wl_argument>) {
        self.base = base
        capacity = buffer.count
    }

    mutating func int(_ value: Int32) { append(wl_argument(i: value)) }

    mutating func uint(_ value: UInt32) { append(wl_argument(u: value)) }

    mutating func fixed(_ value: Double) { append(wl_argument(f: Fixed.fixed(value))) }

    mutating func string(_ value: UnsafePointer<CChar>?) { append(wl_argument(s: value)) }

    mutating func array(_ value: UnsafeMutablePointer<wl_array>) { append(wl_argument(a: value)) }

    mutating func descriptor(_ value: Int32) { append(wl_argument(h: value)) }

    /// The place of the new object's id, which libwayland fills in.
    mutating func newID() { append(wl_argument(o: nil)) }

    mutating func object(_ proxy: Proxy?) {
        if let proxy, !proxy.isAlive {
            assertionFailure("\(proxy) is an argument although it was destroyed")
            isValid = false
            return append(wl_argument(o: nil))
        }
        append(wl_argument(o: proxy?.pointer))
    }

    private mutating func append(_ argument: wl_argument) {
        precondition(count < capacity)
        (base + count).initialize(to: argument)
        count += 1
    }
}

/// Lends a string to libwayland for the length of `body`.
func withCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}

/// Lends bytes to libwayland for the length of `body`. It only reads them.
func withArray<Result>(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
        var array = wl_array(
            size: bytes.count, alloc: bytes.count, data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        return body(&array)
    }
}
