// SPDX-License-Identifier: MIT
import Wayland

extension Surface {
    /// The state of ``releaseKeyboard()``.
    enum KeyboardRelease {
        /// The compositor has not handled the request yet.
        case requested(WlCallback)
        /// The surface still has the keyboard focus.
        case handled
    }

    /// Gives the keyboard focus back to the windows, before the surface becomes ``KeyboardInteractivity/onDemand``.
    ///
    /// A compositor may leave the focus with a surface whose interactivity changes from `exclusive` to `onDemand`. So it is
    /// `none` until the compositor has handled that and the focus has left the surface.
    public func releaseKeyboard() {
        guard !isDestroyed, keyboardRelease == nil else { return }
        keyboardRelease = .handled
        applyKeyboardInteractivity()
        // With the commit, so that the answer to the sync means that it is in effect.
        commit()
        let callback = connection.sync()
        keyboardRelease = .requested(callback)
        callback.onEvent = { [unowned self] _ in
            keyboardRelease = .handled
            keyboardFocusChanged()
        }
    }

    /// Ends a release once the focus has left the surface.
    func keyboardFocusChanged() {
        guard case .handled = keyboardRelease, !isDestroyed, !connection.hasKeyboardFocus(self) else { return }
        keyboardRelease = nil
        applyKeyboardInteractivity()
    }

    /// Forgets a release.
    func cancelKeyboardRelease() {
        if case .requested(let callback) = keyboardRelease { callback.destroy() }
        keyboardRelease = nil
    }
}
