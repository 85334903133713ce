// SPDX-License-Identifier: MIT
import CLinux
import Glibc

extension FileDescriptor {
    /// Sends a message on a socket, with an open file that it shares.
    public func send(_ message: [UInt8], with file: borrowing FileDescriptor?) throws(SystemError) {
        let descriptor =
            switch file {
            case .some(let file): file.rawValue
            case nil: Int32(-1)
            }
        try systemCall("sendmsg") { clinux_send(rawValue, message, message.count, descriptor) }
    }

    /// Receives a message of a maximum size; no bytes at the end.
    ///
    /// - Parameter file: the open file that comes with it; nil without one.
    public func receive(upTo size: Int, with file: inout FileDescriptor?) throws(SystemError) -> [UInt8] {
        var descriptor: Int32 = -1
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try systemCall("recvmsg") { clinux_receive(rawValue, &bytes, size, &descriptor) }
        file = descriptor < 0 ? nil : FileDescriptor(owning: descriptor)
        return Array(bytes.prefix(count))
    }
}
