import Posix
import TestSupport
import WaylandProtocols

/// A surface of one colour in any size: a pixel that the compositor scales.
final class TestSurface {
    let surface: WlSurface
    private let viewport: WpViewport
    private let buffer: WlBuffer

    /// - Parameter color: ARGB.
    init(_ seat: TestSeat, color: UInt32 = 0xFF20_4060) throws {
        guard let memory = SharedMemory(name: "tabshell-test", byteCount: 4) else {
            throw SystemError("there is no memory for a pixel")
        }
        memory.write([color])
        let pool = try seat.bind(WlShm.self, version: 1).createPool(fd: memory.descriptor, size: 4)
        buffer = pool.createBuffer(offset: 0, width: 1, height: 1, stride: 4, format: .argb8888)
        pool.destroy()
        surface = try seat.bind(WlCompositor.self, version: 4).createSurface()
        viewport = try seat.bind(WpViewporter.self, version: 1).getViewport(surface: surface)
    }

    /// Shows the colour in a size, logical pixels.
    func show(width: Int32, height: Int32) {
        surface.attach(buffer: buffer, x: 0, y: 0)
        viewport.setDestination(width: max(width, 1), height: max(height, 1))
        surface.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        surface.commit()
    }

    func destroy() {
        viewport.destroy()
        surface.destroy()
        buffer.destroy()
    }
}
