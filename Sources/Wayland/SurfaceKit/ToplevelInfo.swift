// SPDX-License-Identifier: MIT

/// What the compositor tells of a window of any program.
public struct ToplevelInfo: Equatable, Sendable {
    /// Tells it apart from all other windows of the session, also from those that have gone.
    public var id: UInt64
    /// What its program calls itself; empty where it does not say.
    public var appID = ""
    public var title = ""
    /// Whether it has the focus.
    public var isActivated = false
    public var isFullscreen = false
    /// Whether it got the focus since it was told of last, be it only for a moment: where a surface among the layers
    /// has the keyboard to itself, a window that is brought forward loses it again at once.
    public var hasComeForward = false

    public init(id: UInt64) {
        self.id = id
    }
}
