import WaylandProtocols
import WaylandClient

/// The windows of all programs (wlr-foreign-toplevel-management), with requests to activate them.
public final class ForeignToplevelManager {
    private final class Entry {
        let handle: ZwlrForeignToplevelHandleV1
        /// The state received so far, which `done` completes.
        var info: ToplevelInfo
        /// True if the window had the focus in the previous state. A new window may never have had it.
        var wasActivated = false

        init(_ handle: ZwlrForeignToplevelHandleV1, id: UInt64) {
            self.handle = handle
            info = ToplevelInfo(id: id)
        }
    }

    /// Called for a new window and after each change of one.
    public var onChange: (ToplevelInfo) -> Void = { _ in }
    public var onClosed: (UInt64) -> Void = { _ in }
    /// Called when the compositor stops listing windows; all known windows are closed.
    public var onFinished: () -> Void = {}

    private let connection: WaylandConnection
    private let manager: ZwlrForeignToplevelManagerV1
    private var entries: [UInt64: Entry] = [:]
    private var callbacks: [ObjectIdentifier: WlCallback] = [:]
    private var lastID: UInt64 = 0
    private var isDestroyed = false

    /// True if the compositor reports the parents of windows, from version 3 of the protocol on.
    public var knowsChildren: Bool { manager.version >= ZwlrForeignToplevelHandleV1.Event.parentSince }

    /// The windows, in order of appearance.
    public var windows: [ToplevelInfo] { entries.values.map(\.info).sorted { $0.id < $1.id } }

    /// - Returns: nil if the compositor does not offer the protocol.
    public init?(_ connection: WaylandConnection) {
        guard let manager = connection.globals.bind(ZwlrForeignToplevelManagerV1.self) else { return nil }
        self.connection = connection
        self.manager = manager
        manager.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .toplevel(let handle): add(handle)
            case .finished: finish()
            }
        }
    }

    /// Calls back after the events of all earlier requests. It takes two round trips: wlroots sends a window's `done`
    /// only after it has handled all pending requests, and so after the callback of the first one.
    public func sync(_ completion: @escaping () -> Void) {
        roundTrip { [weak self] in self?.roundTrip(completion) }
    }

    private func roundTrip(_ completion: @escaping () -> Void) {
        guard !isDestroyed else { return }
        let callback = connection.sync()
        let id = ObjectIdentifier(callback)
        callbacks[id] = callback
        callback.onEvent = { [weak self] _ in
            guard let self else { return }
            callbacks[id] = nil
            completion()
        }
    }

    /// Raises a window and gives it the focus. Does nothing without a seat.
    public func activate(_ id: UInt64) {
        guard let entry = entries[id], let seat = connection.firstSeat else { return }
        entry.handle.activate(seat: seat)
    }

    /// Makes a window fullscreen, or undoes it. Does nothing before version 2 of the protocol.
    public func setFullscreen(_ id: UInt64, _ isFullscreen: Bool) {
        guard let handle = entries[id]?.handle, handle.version >= ZwlrForeignToplevelHandleV1.setFullscreenSince else {
            return
        }
        if isFullscreen { handle.setFullscreen(output: nil) } else { handle.unsetFullscreen() }
    }

    /// Maximizes a window, or undoes it. Some compositors ignore it.
    public func setMaximized(_ id: UInt64, _ isMaximized: Bool) {
        guard let handle = entries[id]?.handle else { return }
        if isMaximized { handle.setMaximized() } else { handle.unsetMaximized() }
    }

    /// Stops listing windows. No callback is called afterwards.
    public func destroy() {
        guard !isDestroyed else { return }
        discardObjects()
        // Events sent before the compositor handles `stop` are discarded.
        manager.onEvent = { [weak manager] event in
            switch event {
            case .toplevel(let handle): handle.destroy()
            case .finished: manager?.destroy()
            }
        }
        manager.stop()
    }

    /// Forgets the windows, and the unanswered round trips: their callbacks would outlive this object.
    private func discardObjects() {
        isDestroyed = true
        for entry in entries.values { entry.handle.destroy() }
        entries = [:]
        for callback in callbacks.values { callback.destroy() }
        callbacks = [:]
    }

    private func add(_ handle: ZwlrForeignToplevelHandleV1) {
        lastID += 1
        let entry = Entry(handle, id: lastID)
        entries[lastID] = entry
        handle.onEvent = { [weak self, weak entry] in if let self, let entry { self.handle($0, of: entry) } }
    }

    private func handle(_ event: ZwlrForeignToplevelHandleV1.Event, of entry: Entry) {
        switch event {
        case .title(let title): entry.info.title = title
        case .appId(let appID): entry.info.appID = appID
        case .state(let bytes):
            let states = nativeWords(of: bytes).map(ZwlrForeignToplevelHandleV1.State.init(rawValue:))
            let isActivated = states.contains(.activated)
            if isActivated, !entry.wasActivated { entry.info.wasActivated = true }
            entry.wasActivated = isActivated
            entry.info.isActivated = isActivated
            entry.info.isFullscreen = states.contains(.fullscreen)
            entry.info.isMaximized = states.contains(.maximized)
        case .done:
            let info = entry.info
            entry.info.wasActivated = false
            onChange(info)
        case .closed:
            entries[entry.info.id] = nil
            let id = entry.info.id
            entry.handle.destroy()
            onClosed(id)
        case .parent(let parent): entry.info.parent = entries.first { $0.value.handle === parent }?.key
        case .outputEnter, .outputLeave: break
        }
    }

    private func finish() {
        let ids = entries.keys.sorted()
        discardObjects()
        manager.destroy()
        for id in ids { onClosed(id) }
        onFinished()
    }
}
