// SPDX-License-Identifier: MIT
import Wayland

/// A screen.
public final class Output {
    /// The compositor's name for it, such as `HEADLESS-1`; made up where the compositor has none.
    public private(set) var name: String
    /// The integer scale that it advises (buffer pixels for a logical pixel).
    public private(set) var scale = 1
    /// Nanoseconds from one refresh to the next, or nil where nobody says.
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
            case .scale(let factor): scale = max(Int(factor), 1)
            case .mode(let flags, _, _, let refresh) where flags.contains(.current):
                // Millihertz; 0 where the refresh rate makes no sense.
                refreshInterval = refresh > 0 ? 1_000_000_000_000 / UInt64(refresh) : nil
            case .done: onDone(self)
            default: break
            }
        }
    }

    /// Whether the compositor ends what it says with `done`; the oldest don't.
    var saysDone: Bool { proxy.version >= WlOutput.Event.doneSince }

    func destroy() {
        proxy.destroy()
    }
}
