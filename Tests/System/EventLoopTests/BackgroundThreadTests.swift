// SPDX-License-Identifier: MIT

import EventLoop
import Foundation
import Glibc
import Posix
import Synchronization
import TestSupport
import Testing

@Suite struct BackgroundThreadTests {
    @Test func callsAreMadeInTheirOrderOnOneThread() throws {
        let loop = try EventLoop()
        let thread = BackgroundThread(on: loop)
        let made = Mutex<[Int]>([])
        var results: [Int] = []
        var threads: Set<String?> = []
        func start(_ number: Int) throws {
            try thread.run { () throws(Posix.SystemError) in
                made.withLock { $0.append(number) }
                return (number, Self.currentThread)
            } onEnd: { result in
                if case .success(let (number, thread)) = result {
                    results.append(number)
                    threads.insert(thread)
                }
                // Half of them follow from the end of another.
                if number < 50 { try? start(number + 50) }
                if results.count == 100 { loop.stop() }
            }
        }
        for number in 0..<50 { try start(number) }
        try loop.run()
        #expect(results == Array(0..<100))
        #expect(made.withLock { $0 } == results)
        #expect(threads.count == 1 && !threads.contains(Self.currentThread))
    }

    @Test func threadEndsWhenNothingIsToBeDone() throws {
        let loop = try EventLoop()
        let thread = BackgroundThread(on: loop)
        for _ in 0..<2 {
            var id: String?
            try thread.run { () throws(Posix.SystemError) in
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

    @Test func errorsAreReported() throws {
        let loop = try EventLoop()
        let thread = BackgroundThread(on: loop)
        let error = Posix.SystemError(code: 28, operation: "writing /a/b")
        var reported: Posix.SystemError?
        try thread.run { () throws(Posix.SystemError) -> Void in
            throw error
        } onEnd: { result in
            if case .failure(let error) = result { reported = error }
            loop.stop()
        }
        try loop.run()
        #expect(reported == error)
    }

    /// The folder of the calling thread in /proc.
    private static var currentThread: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    }
}
