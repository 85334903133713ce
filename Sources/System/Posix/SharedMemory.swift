// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// An anonymous file of fixed size (memfd_create(2), sealed), mapped into memory, to be shared with another process.
public final class SharedMemory {
    /// The mapping, valid for as long as this object lives.
    public let baseAddress: UnsafeMutableRawPointer
    public let byteCount: Int
    /// The file, to be sent to the other process; -1 after ``closeDescriptor()``.
    public private(set) var descriptor: Int32

    /// - Parameter name: shown in /proc, for debugging.
    /// - Returns: nil if there is no memory or no descriptor for it.
    public init?(name: String, byteCount: Int) {
        let descriptor = clinux_sealed_memory(name, Int64(byteCount))
        guard descriptor >= 0 else { return nil }
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.byteCount = byteCount
        baseAddress = memory
    }

    deinit {
        closeDescriptor()
        munmap(baseAddress, byteCount)
    }

    /// Closes the file. The mapping stays.
    public func closeDescriptor() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Writes words from the beginning, as many as fit.
    public func write(_ words: [UInt32]) {
        words.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: baseAddress, count: byteCount)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount)))
        }
    }
}
