// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Posix
import TestSupport
import Testing

@testable import EventLoop

@Suite struct BackgroundThreadTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func callsThatFollowEachOtherAreMadeOnOneThread() throws {
        let thread = BackgroundThread(on: loop, idleTimeout: 2000)
        var results: [Int] = []
        var threads: Set<String?> = []
        func start(_ number: Int) {
            thread.run { () throws(Posix.SystemError) in
                (number, Self.currentThread)
            } onEnd: { result in
                if case .success(let (number, thread)) = result {
                    results.append(number)
                    threads.insert(thread)
                }
                if number < 99 { start(number + 1) } else { loop.stop() }
            }
        }
        start(0)
        try loop.run()
        #expect(results == Array(0..<100))
        #expect(threads.count == 1 && !threads.contains(Self.currentThread))
    }

    @Test func threadEndsWhenNothingIsToBeDone() throws {
        let thread = BackgroundThread(on: loop, idleTimeout: 50)
        for _ in 0..<2 {
            var id: String?
            thread.run { () throws(Posix.SystemError) in
                Self.currentThread
            } onEnd: { result in
                id = (try? result.get()) ?? nil
                loop.stop()
            }
            try loop.run()
            let folder = "/proc/\(try #require(id))"
            try waitUntil("the thread to end") { access(folder, F_OK) != 0 }
            // The loop closes what led to it.
            try loop.runOnce()
        }
    }

    @Test func loopGoesOnWhileTheCallsBlock() throws {
        let (readEnd, writeEnd) = try Pipe().take()
        var results: [Result<Void, Posix.SystemError>] = []
        // It waits for what the loop does.
        BackgroundThread.run(on: loop) { () throws(Posix.SystemError) -> Void in
            let pipe = FileDescriptor(owning: readEnd)
            _ = try pipe.read(upTo: 1)
            throw Posix.SystemError(code: ENOSPC, operation: "writing /a/b")
        } onEnd: {
            results.append($0)
            loop.stop()
        }
        let timer = loop.timer { try? FileDescriptor(owning: writeEnd).writeAll([0]) }
        timer.arm(after: 1_000_000)
        try loop.run()
        #expect(throws: Posix.SystemError(code: ENOSPC, operation: "writing /a/b")) { try results.first?.get() }
        #expect(results.count == 1)
    }

    /// Each of them has a thread of its own, which ends with it.
    @Test func resultsArriveInTheLoop() throws {
        var results: Set<Int> = []
        for number in 0..<20 {
            BackgroundThread.run(on: loop) { () throws(Posix.SystemError) in
                number
            } onEnd: { result in
                if case .success(let number) = result { results.insert(number) }
                if results.count == 20 { loop.stop() }
            }
        }
        try loop.run()
        #expect(results == Set(0..<20))
    }

    /// The folder of the calling thread in /proc.
    private static var currentThread: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    }
}
