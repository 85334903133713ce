// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

/// Memory that is shared by its descriptor, in pages of any size.
@Suite struct SharedMemoryTests {
    @Test(arguments: [4, 4096, 2 << 20, 5 << 20 + 4])
    func populatedMemoryIsEmptyAndShared(byteCount: Int) throws {
        let memory = try #require(SharedMemory(name: "test", byteCount: byteCount))
        memory.populate()
        #expect(memory.words.allSatisfy { $0 == 0 })
        let last = byteCount - 4
        memory.baseAddress.storeBytes(of: 7, toByteOffset: last, as: UInt32.self)
        var word: UInt32 = 0
        #expect(pread(memory.descriptor, &word, 4, last) == 4)
        #expect(word == 7)
    }

    @Test func memoryBeginsWhereAHugePageMay() throws {
        let memory = try #require(SharedMemory(name: "test", byteCount: 5 << 20))
        #expect(UInt(bitPattern: memory.baseAddress) % (2 << 20) == 0)
    }

    /// Memory counts once it is written to, or populated.
    @Test func newMemoryTakesNoPage() throws {
        let memory = try #require(SharedMemory(name: "test", byteCount: 5 << 20))
        #expect(try blocks(memory) == 0)
        memory.populate()
        #expect(try blocks(memory) > 0)
    }

    /// The blocks that the file takes, of 512 bytes.
    private func blocks(_ memory: SharedMemory) throws -> Int {
        var status = stat()
        try #require(fstat(memory.descriptor, &status) == 0)
        return Int(status.st_blocks)
    }
}
