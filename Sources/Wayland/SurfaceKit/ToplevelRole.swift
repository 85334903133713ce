// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// An ordinary window.
final class ToplevelRole: SurfaceRole {
    var onConfigure: (_ size: Size, _ isAnswer: Bool) -> Void = { _, _ in }
    var onClosed: () -> Void = {}

    private let shell: XdgSurface
    private let window: XdgToplevel
    /// What the window is when the compositor leaves the size to us.
    private var proposed = Size(width: 428, height: 800)
    private var wantedHeight: Double
    private var size: Size
    private var isConfigured = false
    /// Whether the height is ours: the compositor left it to us, or repeats what we have made it.
    private var hasOwnHeight = true

    init(title: String, appID: String, height: Double?, surface: WlSurface, base: XdgWmBase) {
        shell = base.getXdgSurface(surface: surface)
        window = shell.getToplevel()
        if let height { proposed.height = Self.side(height) }
        wantedHeight = proposed.height
        size = proposed
        window.setTitle(title: title)
        window.setAppId(appId: appID)
        window.onEvent = { [unowned self] in handle($0) }
        shell.onEvent = { [unowned self] event in
            guard case .configure(let serial) = event else { return }
            shell.ackConfigure(serial: serial)
            isConfigured = true
            onConfigure(size, false)
        }
    }

    /// Nobody is asked.
    var awaitsAnswer: Bool { false }

    func want(height: Double?, exclusiveZone: Double?, duringMotion: Bool) {
        if let height { wantedHeight = Self.side(height) }
    }

    func sendZone(isMoving: Bool) -> Bool { false }

    func sendHeight() -> Bool {
        guard wantedHeight != proposed.height else { return false }
        proposed.height = wantedHeight
        guard hasOwnHeight else { return false }
        size.height = wantedHeight
        if isConfigured { onConfigure(size, true) }
        return false
    }

    func stopWaiting() {}

    /// A window has the keyboard when the user gives it the focus.
    func attainable(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity { .onDemand }

    func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> Bool { false }

    func setLayer(_ layer: LayerPlacement.Layer) -> Bool { false }

    func destroy() {
        window.destroy()
        shell.destroy()
    }

    private func handle(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            let given = Size(given: UInt32(max(width, 0)), UInt32(max(height, 0)))
            size.width = given.width > 0 ? given.width : proposed.width
            size.height = given.height > 0 ? given.height : proposed.height
            hasOwnHeight = size.height == proposed.height && !Self.bindsSize(states)
        case .close: onClosed()
        }
    }

    /// Whether a window in these states (native-endian words) has the size that it was given and no other.
    private static func bindsSize(_ states: [UInt8]) -> Bool {
        let free: Set<XdgToplevel.State> = [.activated]
        return stride(from: 0, to: states.count - states.count % 4, by: 4).contains { start in
            let value = states.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
            return !free.contains(XdgToplevel.State(rawValue: value))
        }
    }

    private static func side(_ length: Double) -> Double { Double(max(Int32(pixels: length.rounded(.up)), 1)) }
}
