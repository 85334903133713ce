import Posix
import WaylandProtocols

/// A copy of an output's picture, without a pointer in a hardware plane (wlr-screencopy).
public final class OutputCapture {
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The compositor has sent `failed`, as for an output that is off.
        case refused(output: String)
        /// An unsupported format, by its code in wl_shm, or size.
        case unsupported(format: UInt32, width: Int, height: Int)
        case noMemory

        public var description: String {
            switch self {
            case .refused(let output):
                "the compositor makes no picture of the output \(output); it may be off"
            case .unsupported(let format, let width, let height):
                "cannot read a picture of \(width) × \(height) pixels in the format \(format)"
            case .noMemory: "no memory for the picture"
            }
        }
    }

    private let output: Output
    private let shm: WlShm
    private let manager: ZwlrScreencopyManagerV1
    private let frame: ZwlrScreencopyFrameV1
    private let onEnd: (Result<CapturedPicture, Failure>) -> Void
    private var copy: (layout: CaptureLayout, memory: SharedMemory, pool: WlShmPool, buffer: WlBuffer)?

    /// Asks for a copy. `onEnd` is called once, unless the compositor never answers.
    public init(
        _ connection: WaylandConnection, output: Output, onEnd: @escaping (Result<CapturedPicture, Failure>) -> Void
    ) throws(WaylandConnectionError) {
        guard let shm = connection.globals.shm, let manager = connection.globals.bind(ZwlrScreencopyManagerV1.self)
        else { throw .unsupported([ZwlrScreencopyManagerV1.interface.name]) }
        (self.output, self.shm, self.manager, self.onEnd) = (output, shm, manager, onEnd)
        frame = manager.captureOutput(overlayCursor: 0, output: output.proxy)
        frame.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .buffer(let format, let width, let height, let stride):
                start(
                    CaptureLayout(
                        format: format, width: Int(width), height: Int(height), stride: Int(stride),
                        transform: output.transform))
            case .flags(let flags): copy?.layout.isInverted = flags.contains(.yInvert)
            case .ready:
                guard let copy, let picture = copy.layout.picture(of: copy.memory.words) else { return }
                onEnd(.success(picture))
            case .failed: onEnd(.failure(.refused(output: output.name)))
            }
        }
    }

    deinit {
        copy?.buffer.destroy()
        copy?.pool.destroy()
        frame.destroy()
        manager.destroy()
    }

    /// Makes the buffer, and asks the compositor to write to it.
    private func start(_ layout: CaptureLayout) {
        guard copy == nil else { return }
        guard layout.isSupported else {
            return onEnd(
                .failure(.unsupported(format: layout.format.rawValue, width: layout.width, height: layout.height)))
        }
        let count = layout.stride * layout.height
        guard let memory = SharedMemory(name: "tabshell-screenshot", byteCount: count) else {
            return onEnd(.failure(.noMemory))
        }
        let pool = shm.createPool(fd: memory.descriptor, size: Int32(count))
        let buffer = pool.createBuffer(
            offset: 0, width: Int32(layout.width), height: Int32(layout.height), stride: Int32(layout.stride),
            format: layout.format)
        copy = (layout, memory, pool, buffer)
        frame.copy(buffer: buffer)
    }
}
