/// The state of a window of any program.
public struct ToplevelInfo: Equatable, Sendable {
    /// An id that is never reused on this connection.
    public var id: UInt64
    /// The app-id; empty if the program sets none.
    public var appID = ""
    public var title = ""
    /// True if the window has the focus.
    public var isActivated = false
    public var isFullscreen = false
    public var isMaximized = false
    /// The window of which it is a dialog or another child; nil without one, or if the compositor does not report it.
    public var parent: UInt64?
    /// True if the window got the focus since the last report, even if only briefly: while a layer surface has
    /// exclusive keyboard interactivity, an activated window loses the focus again at once.
    public var wasActivated = false
}
