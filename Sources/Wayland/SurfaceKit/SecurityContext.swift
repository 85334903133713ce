// SPDX-License-Identifier: MIT
import Posix
import WaylandProtocols
import WaylandClient

/// A socket whose clients the compositor keeps from privileged protocols (wp-security-context).
public enum SecurityContext {
    /// Lets the compositor listen at a path. It waits for the compositor.
    ///
    /// - Parameters:
    ///   - path: the path of the socket; what is there is replaced.
    ///   - appID: the name that the compositor has for the clients.
    /// - Returns: a pipe's end for which the compositor listens while a process has it open; nil where it lacks security
    ///   contexts.
    /// - Throws: ``WaylandConnectionError`` without a compositor or if it refuses, and ``SystemError``.
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
