/// A window of another program, in wlr-foreign-toplevel-management.
public final class FakeToplevel {
    /// Its states: 0 maximized, 1 minimized, 2 activated, 3 fullscreen.
    public private(set) var states: [UInt32] = []
    /// The number of `activate` requests.
    public internal(set) var activations = 0
    public internal(set) var fullscreenRequests: [Bool] = []
    public internal(set) var maximizedRequests: [Bool] = []
    private let handle: FakeObject

    init(_ handle: FakeObject) {
        self.handle = handle
    }

    /// True until the client destroys its handle.
    public var isAlive: Bool { handle.isAlive }

    public func tell(appID: String) { handle.send("app_id", .string(appID)) }

    public func tell(title: String) { handle.send("title", .string(title)) }

    public func tell(parent: FakeToplevel?) { handle.send("parent", .object(parent?.handle.id ?? 0)) }

    public func tell(states: [UInt32]) {
        self.states = states
        handle.send("state", .array(states.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }))
    }

    /// Sends the bytes of an array of states, perhaps empty.
    public func tell(stateBytes: [UInt8]) { handle.send("state", .array(stateBytes)) }

    public func done() { handle.send("done") }

    /// Sends one property, then `done`.
    public func change(appID: String? = nil, title: String? = nil, states: [UInt32]? = nil) {
        if let appID { tell(appID: appID) }
        if let title { tell(title: title) }
        if let states { tell(states: states) }
        done()
    }

    public func close() { handle.send("closed") }
}

extension FakeCompositor {
    /// Opens a window and announces it; nil if no client has bound the manager.
    public func openWindow(_ appID: String, title: String = "", states: [UInt32] = []) throws -> FakeToplevel? {
        guard let manager = objects("zwlr_foreign_toplevel_manager_v1").first else { return nil }
        let handle = try manager.makeObject("zwlr_foreign_toplevel_handle_v1")
        let window = FakeToplevel(handle)
        handle.content = window
        manager.send("toplevel", .object(handle.id))
        window.tell(appID: appID)
        window.tell(title: title)
        window.tell(states: states)
        window.done()
        return window
    }

    func handleWindows(_ request: FakeRequest) {
        switch request.name {
        case "stop": request.object.send("finished")
        case "activate": (request.object.content as? FakeToplevel)?.activations += 1
        case "set_fullscreen": (request.object.content as? FakeToplevel)?.fullscreenRequests.append(true)
        case "unset_fullscreen": (request.object.content as? FakeToplevel)?.fullscreenRequests.append(false)
        case "set_maximized": (request.object.content as? FakeToplevel)?.maximizedRequests.append(true)
        case "unset_maximized": (request.object.content as? FakeToplevel)?.maximizedRequests.append(false)
        default: break
        }
    }
}
