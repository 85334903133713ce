import CLinux
import Glibc

/// The size of a huge page on x86-64 and most others, bytes. Where it differs, the kernel uses small ones.
private let hugePage = 2 << 20

/// An anonymous file of fixed size (memfd_create(2), sealed), mapped into memory, for sharing with another process.
public final class SharedMemory {
    /// The mapping, valid while this object lives.
    public let baseAddress: UnsafeMutableRawPointer
    public let byteCount: Int
    /// The reserved addresses, which include the mapping.
    private let reservation: UnsafeMutableRawBufferPointer
    private var file: FileDescriptor?

    /// - Parameter name: shown in /proc, for debugging.
    /// - Returns: nil when memory or descriptors run out.
    public init?(name: String, byteCount: Int) {
        let file = FileDescriptor(owning: clinux_sealed_memory(name, Int64(byteCount)))
        // A mapping in huge pages begins at a multiple of their size.
        let slack = byteCount < hugePage ? 0 : hugePage
        guard file.rawValue >= 0,
            let start = mmap(nil, byteCount + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
        else { return nil }
        let memory = start.alignedUp(toMultipleOf: max(slack, 1))
        guard
            mmap(memory, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.rawValue, 0) != MAP_FAILED
        else {
            munmap(start, byteCount + slack)
            return nil
        }
        reservation = UnsafeMutableRawBufferPointer(start: start, count: byteCount + slack)
        self.file = consume file
        self.byteCount = byteCount
        baseAddress = memory
    }

    deinit {
        munmap(reservation.baseAddress, reservation.count)
    }

    /// The file, to send to the other process; -1 after ``closeDescriptor()``.
    public var descriptor: Int32 { file?.rawValue ?? -1 }

    /// Fills the mapping with memory at once instead of at the first access to each page, in huge pages if the kernel has some
    /// (Linux 6.1). Then 8 MB take 2 ms of the processor to fill, write and free, instead of 7.5. Call it before any write.
    public func populate() {
        let whole = byteCount / hugePage * hugePage
        guard whole > 0 else { return }
        // The kernel replaces the table of small pages, which the first access makes.
        for offset in stride(from: 0, to: whole, by: hugePage) {
            baseAddress.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
        }
        // MADV_COLLAPSE, which Debian 12's C library does not declare.
        madvise(baseAddress, whole, 25)
    }

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
