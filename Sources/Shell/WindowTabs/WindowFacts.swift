/// The facts about a window of any program. The adapter of a compositor states them, and any of them may change at any time.
package struct WindowFacts: Equatable {
    /// The number from its adapter, unique among windows.
    package var id: Int64
    /// The app-id; empty until the program sets one.
    package var appID = ""
    package var title = ""
    package var isActivated = false
    /// True if the window got the focus since the last report, even if only briefly: while a layer surface has exclusive
    /// keyboard interactivity, an activated window loses the focus again at once.
    package var wasActivated = false
    package var isFullscreen = false
    package var isMaximized = false
    /// The window of which it is a dialog or another child; nil without one, or if the compositor does not report it.
    package var parent: Int64?

    package init(id: Int64) {
        self.id = id
    }
}
