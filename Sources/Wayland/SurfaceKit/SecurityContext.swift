import Posix
import WaylandProtocols
import WaylandClient

/// A socket whose clients the compositor keeps from privileged protocols (wp-security-context).
public enum SecurityContext {
    /// Makes the compositor listen at a path, replacing any file, for clients that it knows by an app-id. It
    /// waits for the compositor.
    ///
    /// - Returns: a pipe's end: the compositor listens while a process has it open; nil if it lacks security
    ///   contexts.
    public static func listen(at path: String, appID: String) throws -> FileDescriptor? {
        do {
            return try listen(at: path, appID: appID, on: Display.connect())
        } catch let error as WaylandError {
            throw WaylandConnectionError.cannotConnect("\(error)")
        }
    }

    private static func listen(at path: String, appID: String, on display: Display) throws -> FileDescriptor? {
        defer { display.disconnect() }
        var manager: WpSecurityContextManagerV1?
        let registry = display.registry()
        registry.onEvent = { [weak registry] event in
            guard case .global(let name, WpSecurityContextManagerV1.interface.name, let version) = event else { return }
            manager = registry?.bind(WpSecurityContextManagerV1.self, name: name, version: version)
        }
        try display.roundtrip()
        guard let manager else { return nil }
        FileSystem.remove(path)
        let listener = try UnixSocket.listen(at: path)
        let pipe = try Pipe()
        let context = manager.createListener(listenFd: listener.rawValue, closeFd: pipe.readEnd.rawValue)
        context.setSandboxEngine(name: "tabshell")
        context.setAppId(appId: appID)
        context.commit()
        try display.roundtrip()
        return FileDescriptor(owning: pipe.take().writeEnd)
    }
}
