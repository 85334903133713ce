// SPDX-License-Identifier: MIT

import Glibc

/// Memory that a client shares.
final class FakePool {
    let bytes: UnsafeRawBufferPointer

    init?(descriptor: Int32, size: Int) {
        defer { close(descriptor) }
        let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        bytes = UnsafeRawBufferPointer(start: memory, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

/// A client's buffer: a part of a pool, or a single pixel.
public final class FakeBuffer {
    public let width: Int
    public let height: Int
    /// Whether the compositor holds it, so that the client must not touch it.
    public internal(set) var isBusy = false
    let object: FakeObject
    private let pool: FakePool?
    private let offset: Int
    private let stride: Int
    /// What it held when it was committed.
    private var committed: [UInt32] = []

    init(_ object: FakeObject, pool: FakePool?, offset: Int, width: Int, height: Int, stride: Int) {
        self.object = object
        self.pool = pool
        self.offset = offset
        self.width = width
        self.height = height
        self.stride = stride
    }

    /// Notes its commit.
    ///
    /// - Returns: what it holds: premultiplied ARGB, row by row.
    func commit() -> [UInt32] {
        isBusy = true
        committed = pixels
        return committed
    }

    /// Whether somebody has drawn on it since it was committed.
    var wasRewritten: Bool { isBusy && pixels != committed }

    func release() {
        guard isBusy else { return }
        isBusy = false
        committed = []
        object.send("release")
    }

    private var pixels: [UInt32] {
        guard let pool else { return Array(repeating: 0, count: width * height) }
        return Array(unsafeUninitializedCapacity: width * height) { target, count in
            for row in 0..<height {
                let source = UnsafeRawBufferPointer(rebasing: pool.bytes[(offset + row * stride)...].prefix(width * 4))
                UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: target[(row * width)...]))
                    .copyMemory(from: source)
            }
            count = width * height
        }
    }
}
