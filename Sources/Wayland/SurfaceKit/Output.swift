import Geometry
import WaylandProtocols

public final class Output {
    /// The compositor's name for it, such as `HEADLESS-1`; a generated one before version 4 of the protocol.
    public private(set) var name: String
    /// The compositor's description of it for people, usually make, model and serial number; nil without one.
    public private(set) var description: String?
    /// The integer scale, buffer pixels per logical pixel.
    public private(set) var scale = 1
    /// The refresh interval, ns; nil if unknown.
    public private(set) var refreshInterval: UInt64?

    /// The size in logical pixels; nil if unknown. Without xdg-output, computed from an integer scale.
    public var logicalSize: Size? {
        if let exactSize { return exactSize }
        guard mode.width > 0, mode.height > 0 else { return nil }
        let (width, height) = (Double(mode.width) / Double(scale), Double(mode.height) / Double(scale))
        return transform.isTurned ? Size(width: height, height: width) : Size(width: width, height: height)
    }

    /// The logical size that xdg-output announces.
    private(set) var exactSize: Size?
    private var details: ZxdgOutputV1?
    /// The current mode in the orientation of the output, buffer pixels; 0 if unknown.
    private var mode = (width: 0, height: 0)
    private(set) var transform = WlOutput.Transform.normal

    let proxy: WlOutput
    let global: UInt32
    var onDone: (Output) -> Void = { _ in }

    init(_ proxy: WlOutput, global: UInt32) {
        self.proxy = proxy
        self.global = global
        name = "output-\(global)"
        proxy.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .name(let name): self.name = name
            case .description(let description): self.description = description
            case .scale(let factor): scale = min(max(Int(factor), 1), 16)
            case .geometry(_, _, _, _, _, _, _, let transform):
                self.transform = transform
            case .mode(let flags, let width, let height, let refresh) where flags.contains(.current):
                mode = (Int(width), Int(height))
                // Millihertz; 0 for outputs without a refresh rate.
                refreshInterval = refresh > 0 ? 1_000_000_000_000 / UInt64(refresh) : nil
            case .done: onDone(self)
            default: break
            }
        }
    }

    /// True if edges at whole logical pixels lie between buffer pixels. Without fractional-scale, nothing else shows it.
    func isFractional(logicalWidth: Int) -> Bool {
        let width = transform.isTurned ? mode.height : mode.width
        // The integer scale is the exact one rounded up. The logical width is truncated.
        guard logicalWidth > 0, width > logicalWidth, width / logicalWidth + 1 == scale else { return false }
        return width % logicalWidth >= width / logicalWidth
    }

    /// Follows the logical size. The compositor sends it before the next `done`.
    func follow(_ manager: ZxdgOutputManagerV1?) {
        details = manager?.getXdgOutput(output: proxy)
        details?.onEvent = { [weak self] event in
            guard let self else { return }
            guard case .logicalSize(let width, let height) = event, width > 0, height > 0 else { return }
            exactSize = Size(width: Double(width), height: Double(height))
        }
    }

    func destroy() {
        details?.destroy()
        proxy.destroy()
    }
}
