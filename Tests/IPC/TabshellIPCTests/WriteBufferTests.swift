// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TabshellIPC

@Suite struct WriteBufferTests {
    /// Partial writes keep all bytes in order, and the buffer within its limit.
    @Test(arguments: 0..<60 as Range<UInt64>) func bytesStayInOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var outbox = WriteBuffer(limit: 4096)
        var expected: [UInt8] = []
        var received: [UInt8] = []
        for _ in 0..<400 {
            if Bool.random(using: &random) {
                let bytes = (0..<Int.random(in: 0..<600, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let before = (outbox.count, outbox.needsSnapshot)
                outbox.append(event: bytes)
                let isDropped = before.1 || before.0 + bytes.count > 4096
                if !isDropped { expected += bytes }
                #expect(outbox.needsSnapshot == isDropped)
                #expect(outbox.count == before.0 + (isDropped ? 0 : bytes.count))
            } else {
                take(from: &outbox, into: &received, most: Int.random(in: 0..<700, using: &random))
            }
            #expect(outbox.count <= 4096)
            #expect(outbox.count == expected.count - received.count)
            if outbox.isEmpty { outbox.didQueueSnapshot() }
        }
        while !outbox.isEmpty { take(from: &outbox, into: &received, most: 1000) }
        #expect(received == expected)
    }

    @Test func repliesAreNeverDropped() {
        var outbox = WriteBuffer(limit: 10)
        outbox.append([1, 2, 3])
        outbox.append(event: [UInt8](repeating: 9, count: 8))
        #expect(outbox.needsSnapshot)
        outbox.append([UInt8](repeating: 4, count: 20))
        #expect(outbox.isFull)
        outbox.append(event: [5])
        var received: [UInt8] = []
        while !outbox.isEmpty { take(from: &outbox, into: &received, most: 7) }
        #expect(received == [1, 2, 3] + [UInt8](repeating: 4, count: 20))
        #expect(outbox.needsSnapshot)
    }

    @Test func eventsContinueAfterSnapshot() {
        var outbox = WriteBuffer(limit: 4)
        outbox.append(event: [1, 2, 3])
        outbox.append(event: [4, 5])
        outbox.append(event: [6])
        var received: [UInt8] = []
        take(from: &outbox, into: &received, most: 100)
        #expect(outbox.isEmpty && outbox.needsSnapshot)
        outbox.didQueueSnapshot()
        outbox.append(event: [7])
        take(from: &outbox, into: &received, most: 100)
        #expect(received == [1, 2, 3, 7])
    }

    @Test func failedWriteKeepsBytes() {
        struct Broken: Error {}
        var outbox = WriteBuffer(limit: 100)
        outbox.append([1, 2, 3])
        #expect(throws: Broken.self) { try outbox.write { _ throws(Broken) in throw Broken() } }
        #expect(outbox.count == 3)
        let taken = outbox.write { _ in 0 }
        #expect(taken == 0)
        #expect(outbox.count == 3)
    }

    private func take(from outbox: inout WriteBuffer, into received: inout [UInt8], most: Int) {
        let count = outbox.write { bytes in
            let count = min(most, bytes.count)
            for index in 0..<count { received.append(bytes[index]) }
            return count
        }
        #expect(count <= most)
    }
}
