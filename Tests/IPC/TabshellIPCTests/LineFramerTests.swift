// SPDX-License-Identifier: MIT

import TestSupport
import Testing

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
        #expect(Limits.maximumRequestBytes == 65536)
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
