// SPDX-License-Identifier: MIT

/// The bytes that wait to be written to one client. The buffer is bounded however slowly the client reads: above the
/// limit, events are dropped, and once the client has caught up it gets a snapshot instead.
public struct WriteBuffer: Sendable {
    private static let chunkSize = 16 * 1024

    private let limit: Int
    private var chunks: [[UInt8]] = []
    private var firstOffset = 0

    /// The number of bytes in the buffer.
    public private(set) var count = 0
    /// True if events were dropped, so that a snapshot is due once the buffer is empty.
    public private(set) var needsSnapshot = false

    public init(limit: Int) {
        self.limit = limit
    }

    public var isEmpty: Bool { count == 0 }
    /// True if no further request should be read until some bytes are written.
    public var isFull: Bool { count >= limit }

    /// Appends bytes that must not be dropped: a reply, or a part of a snapshot.
    ///
    /// - Parameter write: appends the bytes. Small pieces share an array, and a system call.
    public mutating func append(_ write: (inout [UInt8]) -> Void) {
        if chunks.last.map({ $0.count >= Self.chunkSize }) ?? true {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(512)
        }
        let last = chunks.count - 1
        count -= chunks[last].count
        write(&chunks[last])
        count += chunks[last].count
    }

    /// Appends bytes that must not be dropped. If no others wait, the array stays one, which all subscribers of an event share.
    public mutating func append(_ bytes: [UInt8]) {
        guard chunks.isEmpty else { return append { $0 += bytes } }
        count += bytes.count
        chunks.append(bytes)
    }

    /// Appends an event, or drops it in favour of a later snapshot.
    public mutating func append(event bytes: [UInt8]) {
        if needsSnapshot || count + bytes.count > limit {
            needsSnapshot = true
        } else {
            append(bytes)
        }
    }

    /// Calls a function with the bytes to be written next, and removes those that it wrote.
    ///
    /// - Parameter body: returns the number of bytes written.
    /// - Returns: the result of `body`.
    public mutating func write<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        guard let first = chunks.first else { return 0 }
        let written = try body(first.span.extracting(firstOffset..<first.count))
        count -= written
        firstOffset += written
        if firstOffset == first.count {
            chunks.removeFirst()
            firstOffset = 0
        }
        return written
    }

    /// Resets ``needsSnapshot`` when the snapshot is about to be appended.
    public mutating func didQueueSnapshot() {
        needsSnapshot = false
    }
}
