import WaylandProtocols

/// The buffers of one surface, all of one size. Each buffer knows its stale parts, so only those are drawn
/// again. A buffer that the compositor holds is not touched until its release.
final class BufferPool {
    /// Two suffice for a compositor that releases a buffer with the next frame; one that keeps buffers longer gets a third.
    static let limit = 3

    let width: Int
    let height: Int
    private let shm: WlShm
    private var buffers: [PixelBuffer] = []
    /// The buffer whose picture is kept: it is not drawn to.
    private(set) var kept: PixelBuffer?

    init(width: Int, height: Int, shm: WlShm) {
        self.width = width
        self.height = height
        self.shm = shm
    }

    /// Returns a free buffer, the one with the least stale area; nil if all are busy or memory runs out.
    func acquire() -> PixelBuffer? {
        let free = buffers.filter { !$0.isBusy && $0 !== kept }
        if let best = free.min(by: { Self.staleArea($0) < Self.staleArea($1) }) { return best }
        guard buffers.count < Self.limit, let buffer = PixelBuffer(width: width, height: height, shm: shm) else {
            return nil
        }
        buffers.append(buffer)
        return buffer
    }

    var newest: PixelBuffer? { buffers.first { $0.staleDamage?.isEmpty == true } }

    /// Records that a buffer holds the newest frame, which differs from the previous one by `damage`.
    func submitted(_ current: PixelBuffer, damage: [PixelRect]) {
        for buffer in buffers {
            if buffer === current {
                buffer.staleDamage = []
            } else {
                buffer.staleDamage?.append(contentsOf: damage)
                // Many rectangles are worth no more than drawing the whole buffer.
                if let count = buffer.staleDamage?.count, count > 64 { buffer.staleDamage = nil }
            }
        }
    }

    /// Keeps the picture of the newest frame until ``restore()`` or ``forget()``.
    func keepNewest() { kept = newest }

    /// Makes the kept picture the newest frame again.
    func restore() {
        guard let kept else { return }
        invalidate()
        kept.staleDamage = []
    }

    /// Releases the buffer with the kept picture for drawing.
    func forget() { kept = nil }

    /// Records that no buffer shares any content with the next frame.
    func invalidate() {
        forget()
        for buffer in buffers { buffer.staleDamage = nil }
    }

    /// True if a buffer is useful only for the next frame.
    var hasStaleBuffers: Bool { buffers.contains(where: isStale) }

    /// Frees all buffers except the newest frame's and the kept picture's.
    func discardStaleBuffers() { buffers.removeAll(where: isStale) }

    private func isStale(_ buffer: PixelBuffer) -> Bool { buffer !== kept && buffer.staleDamage?.isEmpty != true }

    private static func staleArea(_ buffer: PixelBuffer) -> Int {
        buffer.staleDamage.map { $0.reduce(0) { $0 + Int($1.width) * Int($1.height) } } ?? .max
    }
}
