// SPDX-License-Identifier: MIT
import Wayland

/// Sees the windows of all programs and brings them forward (wlr-foreign-toplevel-management).
public final class ForeignToplevelManager {
    private final class Entry {
        let handle: ZwlrForeignToplevelHandleV1
        /// What is being told.
        var facts: ToplevelInfo
        /// Whether it was told of before; the first time it may be without the focus from the start.
        var wasActivated = false

        init(_ handle: ZwlrForeignToplevelHandleV1, id: UInt64) {
            self.handle = handle
            facts = ToplevelInfo(id: id)
        }
    }

    /// Called with a window that is new, and with one of which something has changed.
    public var onChange: (ToplevelInfo) -> Void = { _ in }
    /// Called with the id of a window that has gone.
    public var onClosed: (UInt64) -> Void = { _ in }
    /// Called when the compositor tells of no more windows; all that were known have gone.
    public var onFinished: () -> Void = {}

    private unowned let session: WaylandConnection
    private let manager: ZwlrForeignToplevelManagerV1
    private var entries: [UInt64: Entry] = [:]
    private var callbacks: [ObjectIdentifier: WlCallback] = [:]
    private var lastID: UInt64 = 0
    private var isDestroyed = false

    /// - Returns: nil where the compositor shows its windows to nobody.
    public init?(_ session: WaylandConnection) {
        guard let manager = session.bindWindowManager() else { return nil }
        self.session = session
        self.manager = manager
        manager.onEvent = { [unowned self] event in
            switch event {
            case .toplevel(let handle): add(handle)
            case .finished: finish()
            }
        }
    }

    /// Calls back when the compositor has done all that it was asked for so far, and has told of what came of it.
    public func settle(_ completion: @escaping () -> Void) {
        guard !isDestroyed else { return }
        let callback = session.sync()
        callbacks[ObjectIdentifier(callback)] = callback
        callback.onEvent = { [unowned self, unowned callback] _ in
            callbacks[ObjectIdentifier(callback)] = nil
            completion()
        }
    }

    /// Brings a window forward and gives it the focus; without a seat nothing happens.
    public func activate(_ id: UInt64) {
        guard let entry = entries[id], let seat = session.firstSeat else { return }
        entry.handle.activate(seat: seat)
    }

    /// Has a window fill its output, or no longer; before version 2 of the protocol nothing happens.
    public func setFullscreen(_ id: UInt64, _ isFullscreen: Bool) {
        guard let handle = entries[id]?.handle, handle.version >= ZwlrForeignToplevelHandleV1.setFullscreenSince else {
            return
        }
        if isFullscreen { handle.setFullscreen(output: nil) } else { handle.unsetFullscreen() }
    }

    /// Looks away. Nothing is called any more.
    public func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        for entry in entries.values { entry.handle.destroy() }
        entries = [:]
        for callback in callbacks.values { callback.destroy() }
        callbacks = [:]
        // What it still sends before it has heard of it belongs to nobody.
        manager.onEvent = { [unowned manager] event in
            switch event {
            case .toplevel(let handle): handle.destroy()
            case .finished: manager.destroy()
            }
        }
        manager.stop()
    }

    private func add(_ handle: ZwlrForeignToplevelHandleV1) {
        lastID += 1
        let entry = Entry(handle, id: lastID)
        entries[lastID] = entry
        handle.onEvent = { [unowned self, unowned entry] in take($0, of: entry) }
    }

    private func take(_ event: ZwlrForeignToplevelHandleV1.Event, of entry: Entry) {
        switch event {
        case .title(let title): entry.facts.title = title
        case .appId(let appID): entry.facts.appID = appID
        case .state(let bytes):
            let states = Self.states(bytes)
            let isActivated = states.contains(.activated)
            if isActivated, !entry.wasActivated { entry.facts.hasComeForward = true }
            entry.wasActivated = isActivated
            entry.facts.isActivated = isActivated
            entry.facts.isFullscreen = states.contains(.fullscreen)
        case .done:
            let facts = entry.facts
            entry.facts.hasComeForward = false
            onChange(facts)
        case .closed:
            entries[entry.facts.id] = nil
            let id = entry.facts.id
            entry.handle.destroy()
            onClosed(id)
        case .outputEnter, .outputLeave, .parent: break
        }
    }

    private func finish() {
        let ids = entries.keys.sorted()
        for entry in entries.values { entry.handle.destroy() }
        entries = [:]
        isDestroyed = true
        manager.destroy()
        for id in ids { onClosed(id) }
        onFinished()
    }

    /// An array of the protocol's words of 32 bits, in the machine's order.
    private static func states(_ bytes: [UInt8]) -> [ZwlrForeignToplevelHandleV1.State] {
        bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map {
                ZwlrForeignToplevelHandleV1.State(rawValue: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
            }
        }
    }
}
