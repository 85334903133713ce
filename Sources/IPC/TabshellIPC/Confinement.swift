/// The start of a program that is kept from the shell and from the compositor's privileged protocols.
public enum Confinement {
    /// The changes of its environment: it lacks the variables by which a program controls the shell or the compositor.
    public static let environment: [String: String?] = ["TABSHELL_SOCKET": nil, "SWAYSOCK": nil, "I3SOCK": nil]

    /// The program and its arguments that starts it in its own place.
    ///
    /// - Parameters:
    ///   - name: the name of the socket by which it connects to the compositor.
    ///   - socket: the path of the daemon's, which is beside it.
    public static func launcher(_ name: String, beside socket: String) -> [String] {
        ["tabshell-panel", "--context", "\(socket).\(name)", "--"]
    }
}
