import Glibc

/// Splits a stream of bytes into lines, whatever the boundaries of reads. It stores at most one line.
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

    /// A framer with the maximum length of a line, bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// True if a line has begun and not ended.
    public var hasPartialLine: Bool { !partial.isEmpty || isSkipping }

    /// Appends read bytes, and the lines that they complete.
    public mutating func append(_ bytes: Span<UInt8>, to frames: inout [Frame]) {
        let array = Array(bytes)
        var start = 0
        while let end = bytes.firstLineFeed(from: start) {
            if hasPartialLine {
                append(array[start..<end], to: &frames)
                if !isSkipping { frames.append(.line(Self.withoutReturn(partial))) }
                (partial, isSkipping) = ([], false)
            } else {
                frames.append(end - start > limit ? .oversized : .line(Self.withoutReturn(array[start..<end])))
            }
            start = end + 1
        }
        // A copy, which does not retain the other lines.
        if start < bytes.count { append(Array(array[start...])[...], to: &frames) }
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
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
        // Unsafe: a loop over the elements takes ten times as long.
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let end = unsafe memchr(base + start, 0x0A, bytes.count - start) else {
                return nil
            }
            return unsafe UnsafeRawPointer(end) - base
        }
    }
}
