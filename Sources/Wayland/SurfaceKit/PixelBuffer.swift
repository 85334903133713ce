import Posix
import WaylandProtocols

/// Pixels in memory shared with the compositor (`wl_buffer` of a `wl_shm_pool`), in ARGB8888: premultiplied,
/// native-endian, alpha in the high byte. A view of it may be XRGB8888.
public final class PixelBuffer {
    /// The largest buffer, pixels: an 8K screen.
    static let maximumArea = 33_554_432.0

    /// Buffer pixels.
    public let width: Int
    public let height: Int
    /// The distance between rows, bytes.
    public var stride: Int { width * 4 }
    /// The first pixel; valid for as long as the buffer lives.
    // Unsafe: the compositor maps the same memory, so it cannot be lent as an exclusive span.
    public var pixels: UnsafeMutableRawPointer {
        if !isPopulated {
            isPopulated = true
            memory.populate()
        }
        return unsafe memory.baseAddress
    }

    /// The parts that are older than the newest frame, buffer pixels; nil for a buffer never drawn to.
    var staleDamage: [PixelRect]?
    /// True while the compositor may read the buffer.
    var isBusy: Bool { views.values.contains { $0.isBusy } }
    /// The whole buffer as an object to attach once and never draw to again.
    var proxy: WlBuffer { view(of: 0..<width, isOpaque: isOpaque).proxy }
    private let memory: SharedMemory
    /// False until something is drawn. A buffer taken by a frame without a change costs nothing.
    private(set) var isPopulated = false
    private let pool: WlShmPool
    private let isOpaque: Bool
    /// The views of the whole, or of a part of the columns.
    private var views: [ViewKey: BufferView] = [:]
    private var onRelease: () -> Void = {}

    /// - Parameter isOpaque: true if ``proxy`` lacks alpha.
    /// - Returns: nil when memory runs out, or the size is out of range.
    init?(width: Int, height: Int, isOpaque: Bool = false, shm: WlShm) {
        guard width > 0, height > 0, Double(width) * Double(height) <= Self.maximumArea else { return nil }
        // One more row, because a view further to the right ends there for the compositor.
        let count = width * 4 * (height + 1)
        guard let memory = SharedMemory(name: "tabshell-buffer", byteCount: count) else { return nil }
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        self.memory = memory
        pool = shm.createPool(fd: memory.descriptor, size: Int32(count))
        memory.closeDescriptor()
    }

    deinit {
        for view in views.values { view.destroy() }
        pool.destroy()
    }

    /// Copies the picture of a buffer of the same size.
    func copy(_ other: PixelBuffer) {
        // Unsafe: see ``pixels``.
        unsafe pixels.copyMemory(from: other.pixels, byteCount: min(memory.byteCount, other.memory.byteCount))
        staleDamage = other.staleDamage
    }

    /// Fills the buffer row by row, from the top left.
    func write(_ pixels: [UInt32]) { memory.write(pixels) }

    /// Records that the buffer, or a view of some columns, is attached to a surface that is being committed, and
    /// returns the object to attach.
    ///
    /// - Parameters:
    ///   - isOpaque: true for opaque pixels, so that the compositor need not blend them.
    ///   - onRelease: called when the compositor holds neither the buffer nor a view of it.
    func submit(_ columns: Range<Int>?, isOpaque: Bool, onRelease: @escaping () -> Void) -> WlBuffer {
        self.onRelease = onRelease
        let view = view(of: columns ?? 0..<width, isOpaque: isOpaque)
        view.isBusy = true
        return view.proxy
    }

    private func view(of columns: Range<Int>, isOpaque: Bool) -> BufferView {
        let key = ViewKey(columns: columns, isOpaque: isOpaque)
        if let view = views[key] { return view }
        for (key, view) in views where !view.isBusy {
            view.destroy()
            views[key] = nil
        }
        let view = BufferView(
            of: pool, columns: columns, height: height, stride: stride, format: isOpaque ? .xrgb8888 : .argb8888)
        view.onRelease = { [weak self] in self?.released() }
        views[key] = view
        return view
    }

    private func released() {
        guard !isBusy else { return }
        let handler = onRelease
        onRelease = {}
        handler()
    }
}

/// A rectangle of whole pixels: of the buffer, or logical ones of a region.
struct PixelRect: Equatable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32
}

private struct ViewKey: Hashable {
    var columns: Range<Int>
    var isOpaque: Bool
}

/// A `wl_buffer` that shows some of the columns of a ``PixelBuffer``. Views of one buffer share its memory.
final class BufferView {
    /// True while the compositor may read it.
    var isBusy = false
    var onRelease: () -> Void = {}
    let proxy: WlBuffer

    /// - Parameter stride: of the whole buffer, bytes.
    init(of pool: WlShmPool, columns: Range<Int>, height: Int, stride: Int, format: WlShm.Format) {
        proxy = pool.createBuffer(
            offset: Int32(columns.lowerBound * 4), width: Int32(columns.count), height: Int32(height),
            stride: Int32(stride), format: format)
        proxy.onEvent = { [weak self] _ in
            guard let self else { return }
            isBusy = false
            onRelease()
        }
    }

    func destroy() { proxy.destroy() }
}
