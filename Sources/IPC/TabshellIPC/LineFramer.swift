// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into lines, however the bytes were cut into reads. It never holds more than one line's limit.
public struct LineFramer: Sendable {
    /// A thing that the stream turned out to hold.
    public enum Frame: Equatable, Sendable {
        /// A line without its line feed (and without a carriage return before it).
        case line([UInt8])
        /// A line went over the limit; what is left of it is skipped.
        case oversized
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    public init(limit: Int) {
        self.limit = limit
    }

    /// Whether a line has begun and not ended.
    public var hasPartialLine: Bool { !partial.isEmpty || isSkipping }

    /// Takes what was read and gives the lines that it completes.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> [Frame] {
        var frames: [Frame] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            take(UnsafeRawBufferPointer(rebasing: rest[..<end]), into: &frames)
            rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            if isSkipping {
                isSkipping = false
            } else {
                if partial.last == 0x0D { partial.removeLast() }
                frames.append(.line(partial))
                partial = []
            }
        }
        take(rest, into: &frames)
        return frames
    }

    /// Appends bytes and returns the lines that they complete.
    public mutating func append(_ bytes: Span<UInt8>) -> [Frame] {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Takes what was read and gives the lines that it completes.
    public mutating func append(_ bytes: [UInt8]) -> [Frame] {
        bytes.withUnsafeBytes { append($0) }
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer, into frames: inout [Frame]) {
        guard !isSkipping else { return }
        if partial.count + piece.count > limit {
            isSkipping = true
            partial = []
            frames.append(.oversized)
        } else {
            partial.append(contentsOf: piece)
        }
    }
}
