// SPDX-License-Identifier: MIT

import CWayland

/// The arguments of one event, by position, as Swift values.
struct EventArguments {
    let base: UnsafeMutablePointer<wl_argument>
    let table: ProxyTable

    func int(_ index: Int) -> Int32 { base[index].i }

    func uint(_ index: Int) -> UInt32 { base[index].u }

    func fixed(_ index: Int) -> Double { Fixed.double(base[index].f) }

    func string(_ index: Int) -> String { optionalString(index) ?? "" }

    func optionalString(_ index: Int) -> String? {
        let string: UnsafePointer<CChar>? = base[index].s
        return string.map { String(cString: $0) }
    }

    /// nil if the sender left it out, or if we have destroyed the object already.
    func object<Object: Proxy>(_ index: Int) -> Object? {
        let object: OpaquePointer? = base[index].o
        return object.flatMap { Proxy.existing($0) as? Object }
    }

    /// An object that came into being with this event. It takes events from now on.
    func newObject<Object: Proxy>(_ index: Int) -> Object {
        let object: OpaquePointer? = base[index].o
        return Object(object, in: table)
    }

    func array(_ index: Int) -> [UInt8] {
        let array: UnsafeMutablePointer<wl_array>? = base[index].a
        guard let array, let data = array.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: array.pointee.size))
    }

    func descriptor(_ index: Int) -> ReceivedFD { ReceivedFD(base[index].h) }
}
