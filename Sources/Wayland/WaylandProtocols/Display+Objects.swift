import WaylandClient

extension Display {
    /// Returns the list of globals; set `onEvent` before the next dispatch.
    public func registry() -> WlRegistry {
        isConnected ? displayObject(WlDisplay.self).getRegistry() : inertObject(WlRegistry.self)
    }

    /// Returns a callback that fires when the compositor has handled all requests sent so far.
    public func sync() -> WlCallback {
        isConnected ? displayObject(WlDisplay.self).sync() : inertObject(WlCallback.self)
    }
}
