// SPDX-License-Identifier: MIT

/// The facts about a window of any program. The adapter of a compositor states them, and any of them may change at any time.
package struct WindowFacts: Equatable {
    /// The number that its adapter gives it, and gives to no other window.
    package var id: Int64
    /// The app-id; empty while the program has set none.
    package var appID = ""
    package var title = ""
    /// True if the window has the focus.
    package var isActivated = false
    /// True if the window got the focus since the last report, even if only briefly: while a layer surface has exclusive
    /// keyboard interactivity, an activated window loses the focus again at once.
    package var wasActivated = false
    package var isFullscreen = false
    package var isMaximized = false
    /// The window of which it is a dialog or another child; nil if there is none, or the compositor does not report it.
    package var parent: Int64?

    package init(id: Int64) {
        self.id = id
    }
}
