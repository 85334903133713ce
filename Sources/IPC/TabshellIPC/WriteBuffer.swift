// SPDX-License-Identifier: MIT

/// What waits to be written to one client. It is bounded for every kind of reader: once a slow one has too much
/// waiting, events are dropped for it, and when it has caught up it gets a fresh snapshot instead.
public struct WriteBuffer: Sendable {
    private static let chunk = 16 * 1024

    private let limit: Int
    private var chunks: [[UInt8]] = []
    private var firstOffset = 0

    /// How many bytes wait.
    public private(set) var count = 0
    /// Whether events were dropped, so that a snapshot is owed once everything is written.
    public private(set) var owesSnapshot = false

    public init(limit: Int) {
        self.limit = limit
    }

    public var isEmpty: Bool { count == 0 }
    /// Whether so much waits that no further request should be read.
    public var isFull: Bool { count >= limit }

    /// Adds bytes that must arrive: a reply, or a part of a snapshot.
    public mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        // Small pieces become one system call; a lone event stays one array, shared by all its subscribers.
        if let last = chunks.indices.last, chunks[last].count + bytes.count <= Self.chunk {
            chunks[last].append(contentsOf: bytes)
        } else {
            chunks.append(bytes)
        }
    }

    /// Adds an event, or drops it in favour of a later snapshot.
    public mutating func append(event bytes: [UInt8]) {
        if owesSnapshot || count + bytes.count > limit {
            owesSnapshot = true
        } else {
            append(bytes)
        }
    }

    /// Offers the bytes that are to be written next, and drops as many as were taken.
    ///
    /// - Parameter body: writes some and returns how many; 0 for none.
    /// - Returns: what `body` returned.
    public mutating func write<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        guard let first = chunks.first else { return 0 }
        let written = try body(first.span.extracting(droppingFirst: firstOffset))
        count -= written
        firstOffset += written
        if firstOffset == first.count {
            chunks.removeFirst()
            firstOffset = 0
        }
        return written
    }

    /// Tells that the owed snapshot is being sent.
    public mutating func snapshotPaid() {
        owesSnapshot = false
    }
}
