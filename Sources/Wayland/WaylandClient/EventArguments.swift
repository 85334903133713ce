import CWayland

/// The arguments of one event as Swift values, by position. The generated classes read them by the event's signature.
@safe public struct EventArguments {
    let base: UnsafeMutablePointer<wl_argument>
    let table: ProxyTable

    public func value(_ index: Int) -> Int32 { base[index].i }

    public func value(_ index: Int) -> UInt32 { base[index].u }

    public func value(_ index: Int) -> Double { Fixed.double(base[index].f) }

    public func value(_ index: Int) -> String {
        let string: String? = value(index)
        return string ?? ""
    }

    public func value(_ index: Int) -> String? {
        let string: UnsafePointer<CChar>? = base[index].s
        return string.map { String(cString: $0) }
    }

    /// An existing object; nil if the compositor sent none, or it is destroyed on our side.
    public func value<Object: Proxy>(_ index: Int) -> Object? {
        let object: OpaquePointer? = base[index].o
        return object.flatMap { Proxy.existing($0) as? Object }
    }

    public func newObject<Object: Proxy>(_ index: Int) -> Object {
        Object(ProxyHandle(pointer: base[index].o, table: table))
    }

    public func value(_ index: Int) -> [UInt8] {
        let array: UnsafeMutablePointer<wl_array>? = base[index].a
        guard let array, let data = array.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: array.pointee.size))
    }

    public func value(_ index: Int) -> ReceivedFileDescriptor { ReceivedFileDescriptor(base[index].h) }
}

/// Returns the 32-bit words of an array argument, in native byte order.
public func nativeWords(of bytes: [UInt8]) -> [UInt32] {
    bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
}
