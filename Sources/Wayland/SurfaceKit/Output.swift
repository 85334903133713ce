// SPDX-License-Identifier: MIT
import Wayland

/// An output (`wl_output`).
public final class Output {
    /// The compositor's name for it, such as `HEADLESS-1`; a made-up one before version 4 of the protocol.
    public private(set) var name: String
    /// The integer scale, buffer pixels per logical pixel.
    public private(set) var scale = 1
    /// The refresh interval, ns; nil if unknown.
    public private(set) var refreshInterval: UInt64?

    let proxy: WlOutput
    let global: UInt32
    var onDone: (Output) -> Void = { _ in }

    init(_ proxy: WlOutput, global: UInt32) {
        self.proxy = proxy
        self.global = global
        name = "output-\(global)"
        proxy.onEvent = { [unowned self] event in
            switch event {
            case .name(let name): self.name = name
            case .scale(let factor): scale = min(max(Int(factor), 1), 16)
            case .mode(let flags, _, _, let refresh) where flags.contains(.current):
                // Millihertz; 0 for outputs without a refresh rate.
                refreshInterval = refresh > 0 ? 1_000_000_000_000 / UInt64(refresh) : nil
            case .done: onDone(self)
            default: break
            }
        }
    }

    /// True if the compositor ends each batch of properties with `done` (version 2).
    var sendsDone: Bool { proxy.version >= WlOutput.Event.doneSince }

    func destroy() {
        proxy.destroy()
    }
}
