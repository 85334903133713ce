import Testing
import TestSupport

@testable import TabshellIPC

extension LineFramer {
    mutating func append(_ bytes: [UInt8]) -> [Frame] {
        var frames: [Frame] = []
        append(bytes.span, to: &frames)
        return frames
    }
}

@Suite struct LineFramerTests {
    private let stream = Array("one\n\ntwo three\r\n\r\nmuch longer than ten\nx\r\r\nlast".utf8)
    private let frames: [LineFramer.Frame] = [
        .line(ArraySlice("one".utf8)), .line([]), .line(ArraySlice("two three".utf8)), .line([]), .oversized,
        .line(ArraySlice("x\r".utf8)),
    ]

    @Test func streamIsSplitAtLineFeeds() {
        var framer = LineFramer(limit: 10)
        #expect(framer.append(stream) == frames)
        #expect(framer.hasPartialLine)
        #expect(framer.append([0x0A]) == [.line(ArraySlice("last".utf8))])
        #expect(!framer.hasPartialLine)
    }

    @Test func boundariesOfReadsDoNotMatter() {
        for first in 0...stream.count {
            for second in first...stream.count {
                var framer = LineFramer(limit: 10)
                let result =
                    framer.append(Array(stream[..<first])) + framer.append(Array(stream[first..<second]))
                    + framer.append(Array(stream[second...]))
                #expect(result == frames)
            }
        }
        var framer = LineFramer(limit: 10)
        #expect(stream.flatMap { framer.append([$0]) } == frames)
    }

    @Test func limitIsExact() {
        let most = [UInt8](repeating: 0x78, count: Limits.maximumRequestBytes)
        var framer = LineFramer(limit: Limits.maximumRequestBytes)
        #expect(framer.append((most + [0x0A])) == [.line(most[...])])
        #expect(framer.append((most + [0x78, 0x0A])) == [.oversized])
        #expect(framer.append((most + [0x0A])) == [.line(most[...])])
    }

    @Test func oversizedLineIsReportedOnceAndNotStored() {
        var framer = LineFramer(limit: 4)
        #expect(framer.append(Array("12345".utf8)) == [.oversized])
        for _ in 0..<1000 { #expect(framer.append(Array("67890".utf8)).isEmpty) }
        #expect(framer.hasPartialLine)
        #expect(framer.append(Array("\nok\n".utf8)) == [.line(ArraySlice("ok".utf8))])
    }
}

@Suite struct WriteBufferTests {
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
