// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// An anonymous file of fixed size (memfd_create(2), sealed), mapped into memory, to be shared with another process.
public final class SharedMemory {
    /// The mapping, valid for as long as this object lives.
    public let baseAddress: UnsafeMutableRawPointer
    public let byteCount: Int
    private var file: FileDescriptor?

    /// - Parameter name: shown in /proc, for debugging.
    /// - Returns: nil if there is no memory or no descriptor for it.
    public init?(name: String, byteCount: Int) {
        let file = FileDescriptor(owning: clinux_sealed_memory(name, Int64(byteCount)))
        guard file.rawValue >= 0,
            let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
            memory != MAP_FAILED
        else { return nil }
        self.file = consume file
        self.byteCount = byteCount
        baseAddress = memory
    }

    deinit {
        munmap(baseAddress, byteCount)
    }

    /// The file, to be sent to the other process; -1 after ``closeDescriptor()``.
    public var descriptor: Int32 { file?.rawValue ?? -1 }

    /// Closes the file. The mapping stays.
    public func closeDescriptor() { file = nil }

    /// A copy of the content.
    public var words: [UInt32] {
        Array(UnsafeRawBufferPointer(start: baseAddress, count: byteCount).bindMemory(to: UInt32.self))
    }

    /// Writes words from the beginning, as many as fit.
    public func write(_ words: [UInt32]) {
        words.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: baseAddress, count: byteCount)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount)))
        }
    }
}
