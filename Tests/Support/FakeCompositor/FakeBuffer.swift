import CTestSupport
import Glibc

/// A client's shared memory (`wl_shm_pool`).
final class FakePool {
    let bytes: UnsafeMutableRawBufferPointer

    init?(descriptor: Int32, size: Int) {
        defer { close(descriptor) }
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }
}

/// A client's buffer, a part of a pool.
public final class FakeBuffer {
    public let width: Int
    public let height: Int
    /// True while the compositor holds it, so that the client must not write to it.
    public internal(set) var isBusy = false
    let object: FakeObject
    private let pool: FakePool
    /// The distance of its first pixel from the start of the pool, bytes.
    public let offset: Int
    let stride: Int
    let hasAlpha: Bool
    /// The pixels at the time of its commit.
    private var committed: [UInt32] = []

    init(_ object: FakeObject, pool: FakePool, offset: Int, width: Int, height: Int, stride: Int, hasAlpha: Bool) {
        self.object = object
        self.pool = pool
        self.offset = offset
        self.width = width
        self.height = height
        self.stride = stride
        self.hasAlpha = hasAlpha
    }

    /// Fills it, with the gaps between its rows.
    func write(_ words: [UInt32]) {
        let part = UnsafeMutableRawBufferPointer(rebasing: pool.bytes[offset..<offset + stride * height])
        words.withUnsafeBytes { part.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(part.count))) }
    }

    /// Records its commit, and returns the pixels: premultiplied ARGB, row by row.
    func commit() -> [UInt32] {
        isBusy = true
        committed = pixels
        return committed
    }

    /// True if the client has written to it since its commit.
    var wasRewritten: Bool { isBusy && !cts_equal_rows(committed, start, width, height, stride) }

    func release() {
        guard isBusy else { return }
        isBusy = false
        committed = []
        object.send("release")
    }

    private var start: UnsafeRawPointer? { pool.bytes.baseAddress.map { UnsafeRawPointer($0 + offset) } }

    private var pixels: [UInt32] {
        Array(unsafeUninitializedCapacity: width * height) { target, count in
            cts_copy_rows(target.baseAddress, start, width, height, stride)
            count = width * height
        }
    }
}
