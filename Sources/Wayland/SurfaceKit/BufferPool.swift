// SPDX-License-Identifier: MIT
import Wayland

/// The buffers of one surface, all of one size. Each knows what it lacks of the newest frame, so that only that is
/// drawn again; one that the compositor holds is left alone until it is released.
final class BufferPool {
    /// Two are enough where a buffer is given back with the next frame; a compositor that keeps one longer gets a third.
    static let limit = 3

    let width: Int
    let height: Int
    private let shm: WlShm
    private var buffers: [PixelBuffer] = []

    init(width: Int, height: Int, shm: WlShm) {
        self.width = width
        self.height = height
        self.shm = shm
    }

    /// Whether the compositor holds a buffer, and will give it back.
    var isHeld: Bool { buffers.contains(where: \.isBusy) }

    /// A buffer that may be drawn on: the one that lacks least. Nil when all are held, or there is no memory.
    func take() -> PixelBuffer? {
        let free = buffers.filter { !$0.isBusy }
        if let best = free.min(by: { Self.debt($0) < Self.debt($1) }) { return best }
        guard buffers.count < Self.limit, let buffer = PixelBuffer(width: width, height: height, shm: shm) else {
            return nil
        }
        buffers.append(buffer)
        return buffer
    }

    /// Notes that a buffer now holds the newest frame, which differs from the one before by `damage`.
    func submitted(_ current: PixelBuffer, damage: [PixelRect]) {
        for buffer in buffers {
            if buffer === current {
                buffer.missing = []
            } else {
                buffer.missing?.append(contentsOf: damage)
                // A long list says no more than that the buffer is old.
                if let count = buffer.missing?.count, count > 64 { buffer.missing = nil }
            }
        }
    }

    private static func debt(_ buffer: PixelBuffer) -> Int {
        buffer.missing.map { $0.reduce(0) { $0 + Int($1.width) * Int($1.height) } } ?? .max
    }
}
