import Glibc
import Posix
import Testing

/// Memory shared by its descriptor, in pages of any size.
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

@Suite struct StackTests {
    /// A thread's findings about its stack.
    private final class Report {
        var (before, after) = (0, 0)
        var sum = 0
    }

    private static let page = UInt(sysconf(Int32(_SC_PAGESIZE)))

    @Test func pagesOfDeeperCallsAreReleased() throws {
        let report = Report()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 4 << 20)
        var thread = pthread_t()
        let context = Unmanaged.passUnretained(report).toOpaque()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            guard let context else { return nil }
            StackTests.measure(Unmanaged<Report>.fromOpaque(context).takeUnretainedValue())
            return nil
        }
        try #require(pthread_create(&thread, &attributes, body, context) == 0)
        pthread_join(thread, nil)
        #expect(report.before >= 120 << 10)
        #expect(report.after <= max(16 << 10, Int(Self.page)))
        // The caller's part of the stack stays.
        #expect(report.sum == 1000 * 7)
    }

    private static func measure(_ report: Report) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1000) { kept in
            kept.initialize(repeating: 7)
            useStack()
            let place = UInt(bitPattern: kept.baseAddress)
            report.before = residentBytes(below: place)
            releaseUnusedStack()
            report.after = residentBytes(below: place)
            report.sum = kept.reduce(0) { $0 + Int($1) }
        }
    }

    @inline(never) private static func useStack(_ depth: UInt = 160 + 3 * page / 1000) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1000) { used in
            used.initialize(repeating: 1)
            if depth > 0 { useStack(depth - 1) }
        }
    }

    /// The memory of the 256 KiB that are two pages below a place or more.
    private static func residentBytes(below place: UInt) -> Int {
        var pages = [UInt8](repeating: 0, count: (256 << 10) / Int(page))
        let start = (place / page - 2) * page - 256 << 10
        guard mincore(UnsafeMutableRawPointer(bitPattern: start), 256 << 10, &pages) == 0 else { return -1 }
        return pages.count { $0 & 1 == 1 } * Int(page)
    }
}
