/// The unwritten bytes for one client. The buffer is bounded however slowly the client reads: above the
/// limit, events are dropped, and once the client has caught up it gets a snapshot instead.
public struct WriteBuffer: Sendable {
    private static let chunkSize = 16 * 1024
    /// The initial capacity of a chunk, bytes, and the maximum up to which it is kept for later lines.
    private static let capacity = (initial: 512, kept: 1024)

    private let limit: Int
    /// The next bytes to write, of which the first ``offset`` are written.
    private var first: [UInt8] = []
    private var offset = 0
    /// True if other buffers may have the same first chunk.
    private var isShared = false
    /// The chunks after it, once it is large.
    private var later: [[UInt8]] = []

    public private(set) var count = 0
    /// True if events were dropped, so that a snapshot is due once the buffer is empty.
    public private(set) var needsSnapshot = false

    public init(limit: Int) {
        self.limit = limit
    }

    public var isEmpty: Bool { count == 0 }
    /// True if no further request should be read until some bytes are written.
    public var isFull: Bool { count >= limit }

    /// Appends bytes that must not be dropped: a reply, or a part of a snapshot. Small pieces share a system call.
    public mutating func append(_ write: (inout [UInt8]) -> Void) {
        if later.isEmpty, first.count < Self.chunkSize {
            isShared = false
            if first.capacity == 0 { first.reserveCapacity(Self.capacity.initial) }
            count -= first.count
            write(&first)
            count += first.count
        } else {
            if later.last.map({ $0.count >= Self.chunkSize }) ?? true { later.append([]) }
            let last = later.count - 1
            count -= later[last].count
            write(&later[last])
            count += later[last].count
        }
    }

    /// Appends bytes that must not be dropped. If no others wait, the array stays shared among all subscribers of an event.
    public mutating func append(_ bytes: [UInt8]) {
        guard isEmpty else { return append { $0 += bytes } }
        (first, count, isShared) = (bytes, bytes.count, true)
    }

    /// Appends an event, or drops it in favour of a later snapshot.
    public mutating func append(event bytes: [UInt8]) {
        if needsSnapshot || count + bytes.count > limit {
            needsSnapshot = true
        } else {
            append(bytes)
        }
    }

    /// Calls a function with the next bytes to write, removes the written ones and returns their number.
    public mutating func write<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        guard !isEmpty else { return 0 }
        let written = try body(first.span.extracting(offset..<first.count))
        count -= written
        offset += written
        if offset == first.count { takeNext() }
        return written
    }

    private mutating func takeNext() {
        offset = 0
        if !later.isEmpty {
            first = later.removeFirst()
        } else if !isShared, first.capacity <= Self.capacity.kept {
            first.removeAll(keepingCapacity: true)
        } else {
            first = []
        }
        isShared = false
    }

    /// Resets ``needsSnapshot`` before the snapshot is appended.
    public mutating func didQueueSnapshot() {
        needsSnapshot = false
    }
}
