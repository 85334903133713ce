// SPDX-License-Identifier: MIT

/// Splits a stream of bytes into lines, independently of the boundaries of reads. It stores at most one line of the
/// maximum length.
public struct LineFramer: Sendable {
    /// The content of the stream, line by line.
    public enum Frame: Equatable, Sendable {
        /// A line without its line feed, and without a carriage return before it. Lines of one read share an array.
        case line(ArraySlice<UInt8>)
        /// A line exceeded the limit; the rest of it is skipped.
        case oversized
    }

    private let limit: Int
    private var partial: ArraySlice<UInt8> = []
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
        let array = Array(bytes)
        var start = 0
        while let end = bytes.firstLineFeed(from: start) {
            append(array[start..<end], to: &frames)
            start = end + 1
            if isSkipping {
                isSkipping = false
            } else {
                frames.append(.line(partial.last == 0x0D ? partial.dropLast() : partial))
                partial = []
            }
        }
        // A copy, which does not retain the other lines.
        append(Array(array[start...])[...], to: &frames)
        return frames
    }

    private mutating func append(_ piece: ArraySlice<UInt8>, to frames: inout [Frame]) {
        guard !isSkipping else { return }
        if partial.count + piece.count > limit {
            isSkipping = true
            partial = []
            frames.append(.oversized)
        } else if partial.isEmpty {
            partial = piece
        } else {
            partial += piece
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
