// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Anonymous memory that can be shared with another process: a memfd, mapped for reading and writing, sealed so that it
/// can neither shrink nor grow under a process that maps it.
public struct SharedMemory: ~Copyable {
    /// Bytes.
    public let count: Int
    /// The first byte, for C libraries that keep the address. It is valid for as long as this value lives.
    public let baseAddress: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - name: the name in `/proc/PID/maps`.
    ///   - count: bytes, at least one.
    ///   - share: passes the descriptor on; it is closed afterwards, as the mapping does not need it.
    /// - Throws: ``SystemError`` when there is no memory.
    public init(
        name: String, count: Int, share: (borrowing FileDescriptor) -> Void
    ) throws(SystemError) {
        let file = FileDescriptor(owning: try systemCall("memfd_create") { clinux_sealed_memory(name, Int64(count)) })
        guard let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
            address != MAP_FAILED
        else { throw .current("mmap") }
        self.count = count
        baseAddress = address
        share(file)
    }

    deinit {
        munmap(baseAddress, count)
    }

    /// Gives access to the memory's bytes.
    public mutating func withBytes<Result>(_ body: (inout MutableRawSpan) -> Result) -> Result {
        var bytes = UnsafeMutableRawBufferPointer(start: baseAddress, count: count).mutableBytes
        return body(&bytes)
    }
}
