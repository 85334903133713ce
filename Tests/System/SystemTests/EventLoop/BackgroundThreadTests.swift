import Dispatch
import Foundation
import Glibc
import LoopTestSupport
import Posix
import Synchronization
import Testing
import TestSupport

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
            // The loop closes the descriptors to it.
            try loop.runOnce()
        }
    }

    @Test func loopGoesOnWhileTheCallsBlock() throws {
        let (readEnd, writeEnd) = try Pipe().take()
        var results: [Result<Void, Posix.SystemError>] = []
        // It waits for the loop's work.
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

    /// Each of them has its own thread, which ends with it.
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

@Suite struct BackgroundCallTests {
    /// Work that holds each call until released.
    private final class Gate: Sendable {
        private let begun = Mutex<[Int]>([])
        private let open = DispatchSemaphore(value: 0)

        var inputs: [Int] { begun.withLock { $0 } }
        func letGo() { open.signal() }

        func pass(_ input: Int) throws(Posix.SystemError) -> Int {
            begun.withLock { $0.append(input) }
            open.wait()
            if input < 0 { throw Posix.SystemError(code: EIO, operation: "writing") }
            return input
        }
    }

    private let loop: EventLoop
    private let gate = Gate()

    init() throws { loop = try EventLoop() }

    private func call(timeout: UInt64 = .max) -> BackgroundCall<Int, Int> {
        BackgroundCall("writing", timeout: timeout, on: loop) { [gate] input throws(Posix.SystemError) in
            try gate.pass(input)
        }
    }

    @Test func newestInputIsUsedForAllWhoHaveAskedMeanwhile() throws {
        let call = call()
        var results: [Int?] = []
        for input in 1...5 { call.run(input) { results.append(try? $0.get()) } }
        try loop.turn { gate.inputs == [1] }
        #expect(results.isEmpty && call.isRunning && call.isBusy)
        gate.letGo()
        gate.letGo()
        try loop.turn { results.count == 5 }
        #expect(results == [1, 5, 5, 5, 5] && gate.inputs == [1, 5] && !call.isBusy)
    }

    @Test func errorsAreReported() throws {
        let call = call()
        var codes: [Int32?] = []
        call.onResult = { if case .failure(let error) = $0 { codes.append(error.code) } }
        call.run(-1) { if case .failure(let error) = $0 { codes.append(error.code) } }
        gate.letGo()
        try loop.turn { codes.count == 2 }
        #expect(codes == [EIO, EIO])
    }

    @Test func callThatTakesTooLongIsGivenUpAndTheNewestInputUsedLater() throws {
        let call = call(timeout: 5_000_000)
        var codes: [Int32?] = []
        func run(_ input: Int) {
            call.run(input) { result in
                if case .failure(let error) = result { codes.append(error.code) } else { codes.append(nil) }
            }
        }
        run(1)
        run(2)
        try loop.turn { codes.count == 2 }
        // New requests do not wait.
        run(3)
        #expect(codes == [ETIMEDOUT, ETIMEDOUT, ETIMEDOUT] && call.isRunning)
        call.timeout = .max
        gate.letGo()
        try loop.turn { gate.inputs == [1, 3] }
        run(4)
        gate.letGo()
        gate.letGo()
        try loop.turn { codes.count == 4 }
        #expect(codes.last == .some(nil) && gate.inputs == [1, 3, 4])
    }
}
