import WaylandProtocols
public import WaylandClient

public enum CompositorInterfaces {
    /// The highest versions by name: connects, asks for them, and disconnects. It waits for the compositor.
    public static func offered() throws(WaylandError) -> [String: UInt32] {
        let display = try Display.connect()
        defer { display.disconnect() }
        var versions: [String: UInt32] = [:]
        let registry = display.registry()
        registry.onEvent = { event in
            guard case .global(_, let interface, let version) = event else { return }
            versions[interface] = max(version, versions[interface] ?? 0)
        }
        try display.roundtrip()
        return versions
    }
}
