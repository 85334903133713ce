// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

@Suite struct StackTests {
    /// What a thread has found out about its stack.
    private final class Report {
        var (before, after) = (0, 0)
        var sum = 0
    }

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
        #expect(report.before >= 30)
        #expect(report.after <= 4)
        // What the caller has on the stack stays.
        #expect(report.sum == 1000 * 7)
    }

    private static func measure(_ report: Report) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1000) { kept in
            kept.initialize(repeating: 7)
            useStack()
            let place = UInt(bitPattern: kept.baseAddress)
            report.before = residentPages(below: place)
            releaseUnusedStack()
            report.after = residentPages(below: place)
            report.sum = kept.reduce(0) { $0 + Int($1) }
        }
    }

    @inline(never) private static func useStack(_ depth: Int = 160) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1000) { used in
            used.initialize(repeating: 1)
            if depth > 0 { useStack(depth - 1) }
        }
    }

    /// The number of pages in memory of the 64 that are two pages below a place or more.
    private static func residentPages(below place: UInt) -> Int {
        var pages = [UInt8](repeating: 0, count: 64)
        let start = place / 4096 * 4096 - 66 * 4096
        guard mincore(UnsafeMutableRawPointer(bitPattern: start), 64 * 4096, &pages) == 0 else { return -1 }
        return pages.count { $0 & 1 == 1 }
    }
}
