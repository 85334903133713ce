import CWayland
import Glibc

/// The arguments of one request, in order, on the stack. Strings and arrays are copied for the length of the call.
@safe public struct RequestArguments {
    private let base: UnsafeMutablePointer<wl_argument>
    private let capacity: Int
    private var count = 0
    private(set) var copies: [UnsafeMutableRawPointer] = []
    /// False once an argument was a destroyed object: the request must not be sent.
    private(set) var isValid = true

    init(_ buffer: UnsafeMutableBufferPointer<wl_argument>, base: UnsafeMutablePointer<wl_argument>) {
        self.base = base
        capacity = buffer.count
    }

    public mutating func add(_ value: Int32) { append(wl_argument(i: value)) }

    public mutating func add(_ value: UInt32) { append(wl_argument(u: value)) }

    public mutating func add(_ value: Double) { append(wl_argument(f: Fixed.fixed(value))) }

    public mutating func descriptor(_ value: Int32) { append(wl_argument(h: value)) }

    /// A new object's id, which libwayland fills in.
    public mutating func newID() { append(wl_argument(o: nil)) }

    public mutating func add(_ value: String?) {
        guard let value else { return append(wl_argument(s: nil)) }
        let copy = strdup(value)
        if let copy { copies.append(copy) } else { isValid = false }
        append(wl_argument(s: copy))
    }

    public mutating func add(_ proxy: Proxy?) {
        if let proxy, proxy.isInert {
            assertionFailure("\(proxy) is an argument although it is destroyed")
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
