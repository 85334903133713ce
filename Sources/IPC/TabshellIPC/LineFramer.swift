// SPDX-License-Identifier: MIT

/// Splits a stream of bytes into lines, independently of the boundaries of reads. It stores at most one line of the
/// maximum length.
public struct LineFramer: Sendable {
    /// The content of the stream, line by line.
    public enum Frame: Equatable, Sendable {
        /// A line without its line feed, and without a carriage return before it.
        case line([UInt8])
        /// A line exceeded the limit; the rest of it is skipped.
        case oversized
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// - Parameter limit: the maximum length of a line in bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// True if a line has begun and not ended.
    public var hasPartialLine: Bool { !partial.isEmpty || isSkipping }

    /// Appends bytes that were read, and returns the lines that they complete.
    public mutating func append(_ bytes: Span<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        var start = 0
        while let end = bytes.firstLineFeed(from: start) {
            let piece = bytes.extracting(start..<end)
            start = end + 1
            append(piece, to: &frames)
            if isSkipping {
                isSkipping = false
            } else {
                if partial.last == 0x0D { partial.removeLast() }
                frames.append(.line(partial))
                partial = []
            }
        }
        append(bytes.extracting(start..<bytes.count), to: &frames)
        return frames
    }

    private mutating func append(_ piece: Span<UInt8>, to frames: inout [Frame]) {
        guard !isSkipping else { return }
        if partial.count + piece.count > limit {
            isSkipping = true
            partial = []
            frames.append(.oversized)
        } else {
            partial.append(piece)
        }
    }
}

extension Span<UInt8> {
    fileprivate func firstLineFeed(from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == 0x0A { return index }
            index += 1
        }
        return nil
    }
}
