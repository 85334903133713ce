// SPDX-License-Identifier: MIT

import Glibc

/// The floor of pages that are drawn whole: copies of the pixels of a page of 1920×1080.
enum PixelCopies {
    private static let size = 1920 * 1080 * 4

    /// The processor's time for a number of copies, ms: the median of some rounds.
    ///
    /// - Parameter isFresh: true for copies into memory that was not used before.
    static func time(of count: Int, isFresh: Bool = false) -> Double {
        let source = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
        defer { source.deallocate() }
        memset(source, 1, size)
        var target = source
        var times: [Double] = []
        for round in 0..<8 {
            if isFresh || round == 0 {
                target = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            }
            let start = processorTime()
            for _ in 0..<count { memcpy(target, source, size) }
            if isFresh || round > 0 { times.append(processorTime() - start) }
            if isFresh || round == 7 { munmap(target, size) }
        }
        return Sample(times).median
    }

    /// That of this thread, ms.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
