// SPDX-License-Identifier: MIT

import Dispatch
import EventLoop
import Glibc
import LoopTestSupport
import Posix
import Synchronization
import TestSupport
import Testing

@Suite struct BackgroundCallTests {
    /// Work that holds each call until it is let go.
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
        // Nobody who asks now is made to wait.
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
